import { type CasePart, type CaseSizes, isScored, mean } from '../../../kit.ts'
import { decideRepeats } from '../beyondChance.ts'
import type { TurnInfluence } from '../shrunkCase.ts'
import { type CaseCalls, unlessSpent } from './caseCalls.ts'
import { isUnscorable, noScore, runUntilTold, SPARE_RUNS } from './repeatedCase.ts'
import { type CaseItem, type CaseRun, caseParts, runCase, smallerItem } from './runCase.ts'
import type { ShrinkOptions } from './shrinkItem.ts'
import { leastOf } from './smallestCase.ts'

/** How a case ends. `open`: neither beyond chance. `unscored`: too few runs have a score to tell. */
type Outcome = keyof typeof NAMES

const NAMES = { failed: 'fails', passed: 'passes', open: 'passes', unscored: 'unknown' } as const

/** Runs of one case, and what they say of it beyond chance. */
type Runs = { readonly runs: readonly CaseRun[]; readonly outcome: Outcome }

/**
 * Leaves out one turn of an item's dialogue at a time. A turn changes the outcome where the whole item fails beyond chance and the
 * item without the turn passes beyond chance, or the reverse; where all calls are made at temperature 0 one run says so. Where the
 * whole item does neither nothing is left out, for no turn could be told to change it.
 *
 * @throws EndedEarly where the calls or the money do not suffice for the whole item, or the command is stopped.
 * @throws HoldfastError where too few runs of the whole item have a score.
 */
export async function influenceOf(item: CaseItem, calls: CaseCalls, { runs: most, keep, tried }: ShrinkOptions) {
  const first = await runCase(item, [], {}, 0, calls)
  const all = caseParts(item.opened, item.entry.item, first, { keep })
  const isTurn = ({ kind, size, least = 0 }: CasePart) => (kind === 'turn' || kind === 'distractor') && size > least
  // A suite may know of a turn that without it there is no such item.
  const turns = all.filter((part) => isTurn(part) && smallerItem(item, all, { [part.name]: leastOf(part) }) !== undefined)
  const told = (sizes: CaseSizes, { runs, outcome }: Runs) =>
    tried?.({ sizes, runs: runs.length, failed: failures(runs), outcome: NAMES[outcome] }, all)
  // Of the whole item, runs without a score are made again; of another case none before one has a score.
  const repeat = (sizes: CaseSizes, known: readonly CaseRun[] = [], spare?: number): Promise<Runs> =>
    runUntilTold(item, { parts: all, sizes }, calls, known, (runs) => outcomeOf(runs, first.byChance ? most : 1, spare))
  const whole = await repeat({}, [first], SPARE_RUNS)
  told({}, whole)
  if (whole.outcome === 'unscored') throw noScore('measure influence in', item, whole.runs)
  const found: TurnInfluence['turns'] = []
  const result = () => ({ whole: { ...factsOf(whole.runs), outcome: whole.outcome as 'failed' }, turns: found, calls: calls.made })
  if (whole.outcome === 'open') return result()
  for (const part of turns) {
    const sizes = { [part.name]: leastOf(part) }
    const without = await unlessSpent(repeat(sizes))
    if (!without) return { ...result(), left: turns.length - found.length }
    told(sizes, without)
    const facts = factsOf(without.runs)
    found.push({ part: part.name, turn: all.indexOf(part), title: part.title, ...facts, changes: changeOf(whole, without) })
  }
  return result()
}

/** Undefined while further runs may tell. */
function outcomeOf(runs: readonly CaseRun[], most: number, spare: number | undefined): Outcome | undefined {
  const failed = failures(runs)
  const count = runs.filter(isScored).length
  if (count > 0 && most === 1) return failed > 0 ? 'failed' : 'passed'
  const asFailed = decideRepeats(failed, count, most)
  const asPassed = decideRepeats(count - failed, count, most)
  if (asFailed === 'fails') return 'failed'
  if (asPassed === 'fails') return 'passed'
  if (asFailed !== undefined && asPassed !== undefined && count > 0) return 'open'
  return isUnscorable(runs, spare) ? 'unscored' : undefined
}

function changeOf(whole: Runs, without: Runs): TurnInfluence['turns'][number]['changes'] {
  if (without.outcome === 'unscored') return 'unknown'
  if (whole.outcome === 'failed' && without.outcome === 'passed') return 'to-passed'
  return whole.outcome === 'passed' && without.outcome === 'failed' ? 'to-failed' : 'no'
}

function factsOf(runs: readonly CaseRun[]): Omit<TurnInfluence['whole'], 'outcome'> {
  const totals = runs.flatMap(({ total }) => total ?? [])
  return {
    runs: runs.length,
    total: totals.length > 0 ? mean(totals) : null,
    passed: runs.filter(({ status }) => status === 'passed').length / runs.length,
  }
}

function failures(runs: readonly CaseRun[]): number {
  return runs.filter(({ status }) => status === 'failed').length
}
