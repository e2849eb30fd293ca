import { counted, digitsOf, markdownRow } from '../../../kit.ts'
import type { BoardSuite } from '../board.ts'

/** Items of each end of the list: all are in the JSON and on the page. */
const SHOWN = 5

/** The items of a suite that carry its ranking most, and those that say the opposite, as markdown; nothing where no item parts the runs. */
export function separationMarkdown({ runs, separation: { shared, alike, items } }: BoardSuite): string[] {
  if (items.length === 0) return []
  const head = items.slice(0, SHOWN)
  const against = items.slice(SHOWN).filter(({ discrimination }) => (discrimination ?? 0) < 0)
  const shown = [...head, ...against.slice(-SHOWN)]
  const digits = digitsOf(undefined, ...items.flatMap(({ scores }) => scores))
  return [
    '',
    '### Items that separate the models',
    '',
    `${counted(shared, 'item')} scored for all; in ${alike} all have the same score. ${runs.length > 2 ? 'Discrimination is the corrected item-total correlation; an item below 0 says the opposite of the others.' : 'Discrimination needs three models.'} ${items.length > shown.length ? `${shown.length} of ${items.length} are shown.` : ''}`.trim(),
    '',
    markdownRow(['item', 'task', 'discrimination', ...runs.map(({ label }) => label)]),
    `| --- | --- |${' ---: |'.repeat(runs.length + 1)}`,
    ...shown.map(({ item, task, discrimination, scores }) =>
      markdownRow([item, task, discrimination === null ? '-' : discrimination.toFixed(2), ...scores.map((score) => score.toFixed(digits))]),
    ),
  ]
}
