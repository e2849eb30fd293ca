import type { ResolvedConfig } from '../../config/resolve.ts'
import type { SuiteDefinition } from '../../config/suite.ts'
import type { Gates } from '../../format/gates.ts'
import type { ItemRecord } from '../../format/records.ts'
import type { ScoresDocument } from '../../format/scoresDocument.ts'
import { findCertificate } from '../../judges/certificate/certificate.ts'
import { suiteScores } from '../../stats/summary/suiteScores.ts'
import { comparableOf, incomparable, readBaseline } from '../baseline/baseline.ts'
import { compareWithBaseline } from '../baseline/compareWithBaseline.ts'
import { DEFAULT_MAX_UNSCORED, type EvaluatedGate, evaluateGates } from './evaluateGates.ts'

/** A merged run with its gates decided. */
export interface DecidedRun {
  readonly document: ScoresDocument
  readonly gates: readonly EvaluatedGate[]
  /** Why it exits 1; empty for 0. */
  readonly reasons: string[]
}

/**
 * The gates of merged parts, which were pending in each. A run that was whole has decided its own.
 *
 * @returns the document with its gates and exit code, and why that is 1.
 */
export async function decideMerged(
  definition: Pick<SuiteDefinition, 'name' | 'roles' | 'summarizer' | 'lowerIsBetter'>,
  merged: ScoresDocument,
  records: readonly ItemRecord[],
  parts: { readonly sharded: boolean; readonly missing: readonly string[]; readonly votes: number | undefined },
  { gates: configured, root }: Pick<ResolvedConfig, 'gates' | 'root'>,
): Promise<DecidedRun> {
  const { name, lowerIsBetter } = definition
  const reasons = parts.missing.length > 0 ? [`partial: shard ${parts.missing.join(', ')} missing`] : []
  const own = configured?.[name]
  // Only parts leave gates to be decided here; a finished run decided its own.
  const limit = configured?.maxUnscored ?? DEFAULT_MAX_UNSCORED
  const lost = lostShare(merged, name)
  if (lost > limit)
    reasons.push(`${Math.round(100 * lost)} % of the items have no score, over the limit of ${Number((100 * limit).toFixed(2))} %`)
  if (!configured || !parts.sharded) {
    const broken = merged.gates.some(({ verdict }) => verdict === 'broken')
    return { document: { ...merged, exitCode: reasons.length > 0 || broken ? 1 : 0 }, gates: merged.gates, reasons }
  }
  const only: Gates = {
    ...configured,
    ...Object.fromEntries(
      Object.entries(configured)
        .filter(([, rules]) => typeof rules === 'object')
        .map(([suite]) => [suite, suite === name ? own : {}]),
    ),
  } as Gates
  const summarize = await definition.summarizer()
  const withCommon = (some: readonly ItemRecord[]) => suiteScores(some, summarize(some)).metrics
  const baseline = only.baseline === undefined ? undefined : readBaseline(root, only.baseline)
  const gates = evaluateGates(only, merged.suites, {
    judge:
      definition.roles.length > 1
        ? merged.run.roles.judge && {
            model: merged.run.roles.judge.model,
            certificate: await findCertificate(root, merged.run.roles.judge.model, parts.votes, new Date()),
          }
        : undefined,
    comparisons: { [name]: compareWithBaseline(name, records, withCommon, only, root) },
    incomparable: {
      [name]: baseline && incomparable(comparableOf(baseline, name, definition.roles), comparableOf(merged, name, definition.roles)),
    },
    lowerIsBetter: (_suite, key) => lowerIsBetter?.(key) ?? false,
  })
  const broken = gates.filter(({ verdict }) => verdict === 'broken')
  const undecided = gates.filter(({ verdict, strict }) => verdict === 'undecided' && strict)
  const simulated = Object.entries(merged.run.roles).filter(([, role]) => role.simulated)
  const all = [
    ...reasons,
    ...broken.map(({ metric, rule, because }) => `${metric} ${rule} broken${because ? ` (${because})` : ''}`),
    ...undecided.map(({ metric, rule }) => `${metric} ${rule} undecided`),
    ...(simulated.length > 0 && !only.allowSimulated
      ? [`gates are configured and the ${simulated.map(([role]) => role).join(', ')} is simulated`]
      : []),
  ]
  const results = gates.map(({ because: _because, strict: _strict, ...gate }) => gate)
  return { document: { ...merged, gates: results, exitCode: all.length > 0 ? 1 : 0 }, gates, reasons: all }
}

/** Share of the items that should have a score and have none. */
function lostShare({ suites }: ScoresDocument, suite: string): number {
  const { items = 0, skipped = 0, unscored = 0, error = 0 } = suites[suite] ?? {}
  return items > skipped ? (unscored + error) / (items - skipped) : 0
}
