import { KIND_TITLES } from './names.ts'

const FORM_TITLES: Readonly<Record<string, string>> = { full: 'one message', concat: 'points of one message', sharded: 'one piece a turn' }
const OTHERS: Readonly<Record<string, string>> = {
  premature: 'answered before the last piece',
  premature_turns: 'answers before the last piece, count',
}

/** Names of the metrics in words (suites/sharded/README.md, Metrics). */
export function shardedLabel(key: string): string | undefined {
  const [first = '', second = '', third = '', fourth = ''] = key.split('.')
  const form = FORM_TITLES[first]
  if (form !== undefined) {
    if (second === '') return `${form}: score`
    return second === 'kind' ? `${form}: ${titleOf(third)}` : `${form}: ${third} tasks`
  }
  const other = FORM_TITLES[second]
  if (other === undefined) return OTHERS[key]
  if (first === 'aptitude') return `${other}: aptitude (A90)`
  if (first === 'unreliability') return `${other}: unreliability (U)`
  return third === '' ? `loss against ${other}` : `loss against ${other}: ${titleOf(fourth)}`
}

function titleOf(kind: string): string {
  return KIND_TITLES[kind as keyof typeof KIND_TITLES] ?? kind
}
