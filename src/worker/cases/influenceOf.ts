import type { CasePart, CaseSizes } from '../../format/casePart.ts'
import type { TurnInfluence } from '../../format/shrunkCase.ts'
import { decideRepeats } from '../../stats/sequential/beyondChance.ts'
import type { CaseCalls } from './caseCalls.ts'
import { caseParts } from './caseParts.ts'
import { EndedEarly } from './endedEarly.ts'
import { type CaseItem, type CaseRun, runCase } from './runCase.ts'
import type { ShrinkOptions } from './shrinkItem.ts'
import { leastOf } from './smallestCase.ts'

/** What deletion shows of each turn, without what names the item. */
export type FoundInfluence = Pick<TurnInfluence, 'whole' | 'turns' | 'calls'>

/** Runs of one case, and what they say of it beyond chance. */
interface Runs {
  readonly runs: readonly CaseRun[]
  readonly outcome: 'failed' | 'passed' | 'open'
}

/**
 * Leaves out one turn of an item's dialogue at a time. A turn changes the outcome where the whole item fails beyond chance and the
 * item without the turn passes beyond chance, or the reverse; where all calls are made at temperature 0 one run says so.
 *
 * @throws EndedEarly where the calls or the money do not suffice for all turns, or the command is stopped.
 */
export async function influenceOf(item: CaseItem, calls: CaseCalls, { runs: most, keep, tried }: ShrinkOptions): Promise<FoundInfluence> {
  const first = await runCase(item, [], {}, 0, calls)
  if (first.ended) throw new EndedEarly(first.ended)
  const all = caseParts(item.opened, item.entry.item, first, { keep })
  const turns = all.filter(({ kind, size, least = 0 }) => (kind === 'turn' || kind === 'distractor') && size > least)
  const told = (sizes: CaseSizes, { runs, outcome }: Runs) =>
    tried?.({ sizes, runs: runs.length, failed: failures(runs), outcome: nameOf(runs, outcome) }, all)
  const repeat = (sizes: CaseSizes, known: readonly CaseRun[] = []) =>
    repeatFor(item, all, sizes, { most: first.byChance ? most : 1, known, calls })
  const whole = await repeat({}, [first])
  told({}, whole)
  const found: TurnInfluence['turns'] = []
  for (const part of turns) {
    const sizes = { [part.name]: leastOf(part) }
    const without = await repeat(sizes)
    told(sizes, without)
    const facts = factsOf(without.runs)
    found.push({ part: part.name, turn: all.indexOf(part), title: part.title, ...facts, changes: changeOf(whole, without) })
  }
  return { whole: factsOf(whole.runs), turns: found, calls: calls.made }
}

async function repeatFor(
  item: CaseItem,
  parts: readonly CasePart[],
  sizes: CaseSizes,
  { most, known, calls }: { readonly most: number; readonly known: readonly CaseRun[]; readonly calls: CaseCalls },
): Promise<Runs> {
  const runs: CaseRun[] = []
  for (;;) {
    const run = known[runs.length] ?? (await runCase(item, parts, sizes, runs.length, calls))
    if (run.ended) throw new EndedEarly(run.ended)
    runs.push(run)
    const outcome = outcomeOf(runs, most)
    if (outcome) return { runs, outcome }
  }
}

/** Undefined while further runs may tell. */
function outcomeOf(runs: readonly CaseRun[], most: number): Runs['outcome'] | undefined {
  const failed = failures(runs)
  const passed = runs.filter(({ status }) => status === 'passed').length
  if (most === 1) return failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'open'
  const asFailed = decideRepeats(failed, runs.length, most)
  const asPassed = decideRepeats(passed, runs.length, most)
  if (asFailed === 'fails') return 'failed'
  if (asPassed === 'fails') return 'passed'
  return asFailed === undefined || asPassed === undefined ? undefined : 'open'
}

function changeOf(whole: Runs, without: Runs): TurnInfluence['turns'][number]['changes'] {
  if (scored(without.runs).length === 0) return 'unknown'
  if (whole.outcome === 'failed' && without.outcome === 'passed') return 'to-passed'
  return whole.outcome === 'passed' && without.outcome === 'failed' ? 'to-failed' : 'no'
}

function factsOf(runs: readonly CaseRun[]): TurnInfluence['whole'] {
  const totals = scored(runs).flatMap(({ total }) => (total === null ? [] : [total]))
  return {
    runs: runs.length,
    total: totals.length > 0 ? totals.reduce((sum, total) => sum + total, 0) / totals.length : null,
    passed: runs.filter(({ status }) => status === 'passed').length / runs.length,
  }
}

function nameOf(runs: readonly CaseRun[], outcome: Runs['outcome']) {
  if (scored(runs).length === 0) return 'unknown' as const
  return outcome === 'failed' ? ('fails' as const) : ('passes' as const)
}

function scored(runs: readonly CaseRun[]): CaseRun[] {
  return runs.filter(({ status }) => status === 'passed' || status === 'failed')
}

function failures(runs: readonly CaseRun[]): number {
  return runs.filter(({ status }) => status === 'failed').length
}
