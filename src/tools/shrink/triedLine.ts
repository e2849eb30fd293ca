import { type CasePart, singleLine } from '../../kit.ts'
import type { ShrunkCase } from './shrunkCase.ts'

/** A case that was tried, in words: what it left out, and whether it failed. */
export function triedLine({ sizes, runs, failed, outcome, again }: ShrunkCase['tried'][number], parts: readonly CasePart[]): string {
  const verdict = { fails: 'still fails', passes: 'does not fail', unknown: 'cannot be scored' }[outcome]
  const often = runs > 1 ? ` (${failed} of ${runs})` : ''
  return `${again ? 'again ' : ''}${changes(sizes, parts)}: ${verdict}${often}`
}

/** What a case leaves out and cuts of its item. */
function changes(sizes: Readonly<Record<string, number>>, parts: readonly CasePart[]): string {
  const smaller = parts.filter(({ name, size }) => (sizes[name] ?? size) < size)
  if (smaller.length === 0) return 'the whole item'
  const gone = smaller.filter(({ name }) => (sizes[name] ?? 0) === 0)
  const cut = smaller.filter(({ name }) => (sizes[name] ?? 0) > 0)
  const left = ranges(gone.map(({ name }) => singleLine(name)))
  const shorter = cut.map(({ name, size, unit }) => `${singleLine(name)} cut to ${sizes[name]} of ${size}${unit ? ` ${unit}` : ''}`)
  return [...(left.length > 0 ? [`without ${left.join(', ')}`] : []), ...shorter].join('; ')
}

/** Names in order, those that end with consecutive numbers as one: `turn-1, turn-3 to turn-6`. */
function ranges(names: readonly string[]): string[] {
  const runs: string[][] = []
  for (const name of names) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last !== undefined && isNext(last, name)) run.push(name)
    else runs.push([name])
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', ')))
}

function isNext(one: string, other: string): boolean {
  const [before, after] = [one, other].map((name) => /^(.*?)(\d+)$/.exec(name))
  return before?.[1] === after?.[1] && Number(before?.[2]) + 1 === Number(after?.[2])
}
