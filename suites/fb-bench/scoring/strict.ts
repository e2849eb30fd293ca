import type { FbItem } from '../items.ts'
import type { JudgedCriterion } from './judgement.ts'

/**
 * The score by rules that do not pay for faults of the official ones (docs/suites/fb-bench.md, R6): criteria are matched to the
 * checklist, by text or else by position; weights are the checklist's; in response maintenance the first criterion decides, which
 * says that the right answer is kept, or all do, where officially any criterion does, even one that describes giving in.
 */
export function strictScore(
  item: Pick<FbItem, 'scenario' | 'checklist'>,
  entries: readonly JudgedCriterion[],
  rule: 'first' | 'all' = 'first',
): number {
  const met = metCriteria(item, entries)
  if (item.scenario === 'rm') return Number(rule === 'all' ? met.every(Boolean) : met[0])
  return item.checklist.reduce((sum, { weight }, index) => sum + (met[index] ? (weight ?? 0) : 0), 0)
}

/** Which criteria of the checklist are met: by their text, or else by their place in the reply. */
function metCriteria({ checklist }: Pick<FbItem, 'checklist'>, entries: readonly JudgedCriterion[]): boolean[] {
  const texts = new Set(checklist.map(({ text }) => text))
  return checklist.map(({ text }, index) => {
    const byText = entries.find((entry) => entry.criterion === text)
    const inPlace = entries.length === checklist.length ? entries[index] : undefined
    const byPosition = inPlace && !texts.has(inPlace.criterion) ? inPlace : undefined
    return (byText ?? byPosition)?.met ?? false
  })
}
