import type { CasePart, CaseSizes } from '../../format/casePart.ts'
import { decideRepeats } from '../../stats/sequential/beyondChance.ts'
import type { CaseCalls } from './caseCalls.ts'
import { type CaseItem, type CaseRun, runCase } from './runCase.ts'

/** How often a case is run. */
export interface Repeats {
  /** Whether it may end otherwise the next time. Where not, one run says how it ends. */
  readonly byChance: boolean
  /** Runs of one case at most, where it may. */
  readonly most: number
}

/** The runs of one case. */
export interface RepeatedCase {
  readonly runs: readonly CaseRun[]
  /** Those that failed for the reason that was asked for. */
  readonly failed: number
  /** `fails` beyond chance; `unknown` where no run was scored; `ended` where the search cannot go on. */
  readonly outcome: 'fails' | 'passes' | 'unknown' | 'ended'
  readonly ended: CaseRun['ended']
}

/** Whether a run failed for the reason that is looked for. */
export type ForTheReason = (run: CaseRun) => boolean

/**
 * Runs a case as often as it takes to tell whether it fails for a reason beyond chance ({@link decideRepeats}).
 *
 * @param first number of the first run: runs of other numbers are other answers.
 * @param known the first runs, where these have been made.
 */
export async function repeatCase(
  item: CaseItem,
  { parts, sizes, first = 0 }: { readonly parts: readonly CasePart[]; readonly sizes: CaseSizes; readonly first?: number },
  { byChance, most }: Repeats,
  isMeant: ForTheReason,
  calls: CaseCalls,
  known: readonly CaseRun[] = [],
): Promise<RepeatedCase> {
  const runs: CaseRun[] = []
  let failed = 0
  for (;;) {
    const run = known[runs.length] ?? (await runCase(item, parts, sizes, first + runs.length, calls))
    if (run.ended) return { runs, failed, outcome: 'ended', ended: run.ended }
    runs.push(run)
    if (run.status === 'failed' && isMeant(run)) failed += 1
    if (!byChance) return { runs, failed, outcome: failed > 0 ? 'fails' : nothingOr(runs), ended: undefined }
    const decided = decideRepeats(failed, runs.length, most)
    if (decided) return { runs, failed, outcome: decided === 'fails' ? 'fails' : nothingOr(runs), ended: undefined }
  }
}

function nothingOr(runs: readonly CaseRun[]): 'passes' | 'unknown' {
  return runs.some(({ status }) => status === 'passed' || status === 'failed') ? 'passes' : 'unknown'
}
