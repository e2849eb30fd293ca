import { taskTitle } from './taskTitle.ts'

const RATES: Readonly<Record<string, string>> = {
  FA: 'feedback accepted (FA)',
  RR: 'feedback kept later (RR)',
  RR_given_FA: 'kept where accepted',
  skipped: 'slots without feedback, count',
  conflicts: 'rows ended by a conflict, count',
}

const KINDS: Readonly<Record<string, string>> = {
  memory: 'same query again',
  generalization: 'another query',
  multi: 'feedback on several answers',
}

/** Names of RefuteBench 1.0's metrics in words (suites/refutebench1/README.md, Metrics). */
export function refutebench1Label(key: string): string | undefined {
  const parts = key.split('.')
  const rate = RATES[parts.at(-1) ?? '']
  if (rate === undefined) return undefined
  const where = parts.slice(0, -1).flatMap((part, index) => {
    if (part === 'checker') return []
    const others = /^nc(\d+)$/.exec(part)?.[1]
    if (others !== undefined) return parts.includes('multi') ? [] : [`after ${others} other ${others === '1' ? 'query' : 'queries'}`]
    return [KINDS[part] ?? (index === 0 ? taskTitle(part) : part.replaceAll('_', ' '))]
  })
  return where.length === 0 ? rate : `${where.join(', ')}: ${rate}`
}
