import { type CasePart, type CaseSizes, counted, HoldfastError, isScored } from '../../../kit.ts'
import { decideRepeats } from '../beyondChance.ts'
import type { CaseCalls } from './caseCalls.ts'
import { type CaseItem, type CaseRun, runCase } from './runCase.ts'
import type { CaseOutcome } from './smallestCase.ts'

/** The runs of one case. */
export type RepeatedCase = Awaited<ReturnType<typeof repeatCase>>

/** Runs without a score that are made again: a judge's slip says nothing about the case. */
export const SPARE_RUNS = 2

/**
 * Whether so many runs have no score that no further one is made. A case of which none has one yet gets no second run: what cannot be
 * asked at all is often why.
 *
 * @param spare runs without a score that are made again.
 */
export function isUnscorable(runs: readonly CaseRun[], spare: number = Math.min(SPARE_RUNS, runs.filter(isScored).length)): boolean {
  return runs.length - runs.filter(isScored).length > spare
}

/** What is said of an item that cannot be searched, since its own runs have no score. */
export function noScore(doing: string, { entry }: Pick<CaseItem, 'entry'>, runs: readonly CaseRun[]): HoldfastError {
  const without = runs.filter((run) => !isScored(run))
  return new HoldfastError(
    'RUN',
    `Failed to ${doing} ${entry.id}: ${without.length} of ${counted(runs.length, 'run')} of the whole item have no score (${without[0]?.reason.split('\n')[0] ?? ''}). Mend what is said there, or name another judge with --judge.`,
  )
}

/** Whether a run failed for the reason that is looked for. */
export type ForTheReason = (run: Pick<CaseRun, 'status' | 'lost' | 'scored'>) => boolean

/** A case, and the number of its first run: runs of other numbers are other answers. */
type CasePlace = { readonly parts: readonly CasePart[]; readonly sizes: CaseSizes; readonly first?: number }

/**
 * Runs a case as often as it takes to tell whether it fails for a reason beyond chance ({@link decideRepeats}), by the runs with a
 * score.
 *
 * @param most runs of the case at most; 1 where all of them end alike.
 * @param known the first runs, where these have been made.
 * @throws EndedEarly where the search cannot go on.
 */
export async function repeatCase(
  item: CaseItem,
  place: CasePlace,
  most: number,
  isMeant: ForTheReason,
  calls: CaseCalls,
  known: readonly CaseRun[] = [],
) {
  const failures = (runs: readonly CaseRun[]) => runs.filter((run) => run.status === 'failed' && isMeant(run)).length
  const { runs, outcome } = await runUntilTold(item, place, calls, known, (some): CaseOutcome | undefined => {
    const [failed, scored] = [failures(some), some.filter(isScored).length]
    const decided = scored === 0 ? undefined : most > 1 ? decideRepeats(failed, scored, most) : failed > 0 ? 'fails' : 'passes'
    return decided ?? (isUnscorable(some) ? 'unknown' : undefined)
  })
  // Failed for the reason that was asked for. `fails` is beyond chance; `unknown` is where too few runs were scored to tell.
  return { runs, failed: failures(runs), outcome }
}

/** Runs a case until its runs tell something. @param known the first runs, where these have been made. */
export async function runUntilTold<Told>(
  item: CaseItem,
  { parts, sizes, first = 0 }: CasePlace,
  calls: CaseCalls,
  known: readonly CaseRun[],
  tell: (runs: readonly CaseRun[]) => Told | undefined,
): Promise<{ readonly runs: readonly CaseRun[]; readonly outcome: Told }> {
  const runs: CaseRun[] = []
  for (;;) {
    runs.push(known[runs.length] ?? (await runCase(item, parts, sizes, first + runs.length, calls)))
    const outcome = tell(runs)
    if (outcome !== undefined) return { runs, outcome }
  }
}
