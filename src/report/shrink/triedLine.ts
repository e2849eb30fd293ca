import { counted } from '../../base/text/counted.ts'
import { singleLine } from '../../base/text/singleLine.ts'
import type { CasePart } from '../../format/casePart.ts'
import type { ShrunkCase } from '../../format/shrunkCase.ts'

/** Names of parts that a line tells one by one; of more it tells the number. */
const NAMED = 4

/** A case that was tried, in words: what it left out, and whether it failed. */
export function triedLine({ sizes, runs, failed, outcome }: ShrunkCase['tried'][number], parts: readonly CasePart[]): string {
  const verdict = { fails: 'still fails', passes: 'does not fail', unknown: 'cannot be scored' }[outcome]
  const often = runs > 1 ? ` (${failed} of ${runs})` : ''
  return `${changes(sizes, parts)}: ${verdict}${often}`
}

/** What a case leaves out and cuts of its item. */
export function changes(sizes: Readonly<Record<string, number>>, parts: readonly CasePart[]): string {
  const smaller = parts.filter(({ name, size }) => (sizes[name] ?? size) < size)
  if (smaller.length === 0) return 'the whole item'
  const gone = smaller.filter(({ name }) => (sizes[name] ?? 0) === 0)
  const cut = smaller.filter(({ name }) => (sizes[name] ?? 0) > 0)
  const left = gone.length > NAMED ? [counted(gone.length, 'part')] : gone.map(({ name }) => singleLine(name))
  const shorter = cut.map(({ name, size, unit = 'of it' }) =>
    `${singleLine(name)} cut to ${sizes[name]} of ${size} ${unit === 'of it' ? '' : unit}`.trim(),
  )
  return [...(left.length > 0 ? [`without ${left.join(', ')}`] : []), ...shorter].join('; ')
}
