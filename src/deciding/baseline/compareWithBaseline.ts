import { orUndefined } from '../../core/base/errors.ts'
import type { Gates } from '../../core/format/gates.ts'
import { modelText } from '../../core/format/modelText.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { readItemRecords } from '../../core/format/runFolder.ts'
import { type BaselineChanges, measuredRole, type ScoresDocument, type SuiteChange } from '../../core/format/scoresDocument.ts'
import { compareRecords, contributions, type MetricComparison } from '../../core/stats/compareRecords.ts'
import { decidingMetric } from '../compare/suiteVerdict.ts'
import { runHeadline } from '../headline.ts'
import type { SuiteRules } from '../suiteRules.ts'
import { baselineFiles, overRuns, readBaseline } from './baseline.ts'

/** A suite of this run against the baseline; small, since it crosses processes. */
export interface BaselineComparison {
  /** The metric that the suite is read by first, and those that a gate is about. */
  readonly metrics: readonly MetricComparison[]
  /** Key of the metric that the suite is read by first. It is tested by itself, as `compare` does. */
  readonly first: string
  readonly paired: number
  /** By metric: what each task contributes to its change. */
  readonly contributions: Readonly<Record<string, readonly { readonly task: string; readonly change: number }[]>>
  /** Items that passed in the baseline and no longer do, some of them. */
  readonly regressed: readonly string[]
  readonly lost: number
  readonly gained: number
}

/** Regressed items that are named. */
const NAMED = 200

/**
 * Compares a suite's records with the baseline that gates name; undefined where they name none, or it lacks the suite or cannot be read.
 * @param isLook whether only the changes are asked for, as often while a run goes on: which metric is the first, and what tasks contribute, cost summaries.
 */
export function compareWithBaseline(
  { name: suite, summarize: own, planned, stratumOf }: Pick<SuiteRules, 'name' | 'summarize' | 'planned' | 'stratumOf'>,
  records: readonly ItemRecord[],
  gates: Gates | undefined,
  root: string,
  isLook = false,
): BaselineComparison | undefined {
  if (gates?.baseline === undefined) return undefined
  const { items } = baselineFiles(root, gates.baseline)
  // Why there is none is said with the gates.
  const base = orUndefined(() => readItemRecords(items).filter((record) => record.suite === suite)) ?? []
  if (base.length === 0) return undefined
  const made = orUndefined(() => readBaseline(root, gates.baseline as string))
  const summarize = overRuns(own, made?.run)
  const rules = typeof gates[suite] === 'object' ? gates[suite] : {}
  const keys = Object.entries(rules).flatMap(([key, { maxDrop }]) => (maxDrop === undefined ? [] : [key]))
  const first = isLook ? (keys[0] as string) : runHeadline({ name: suite, planned }, { document: made, records: base }).key
  const { metrics, paired, lost, gained } = compareRecords(base, records, summarize, {
    tested: (key) => key === first || keys.includes(key),
    first,
    stratumOf,
    change: (key) => rules[key]?.maxDrop,
  })
  return {
    metrics,
    first,
    paired,
    contributions: isLook ? {} : Object.fromEntries(keys.map((key) => [key, contributions(base, records, summarize, key).slice(0, 3)])),
    regressed: lost.slice(0, NAMED),
    lost: lost.length,
    gained: gained.length,
  }
}

/** How one suite changed, by the metric that decides its verdict. */
export function suiteChange(
  compared: Pick<BaselineComparison, 'metrics' | 'paired' | 'lost' | 'gained'> & { readonly first: string | undefined },
): SuiteChange {
  const own = decidingMetric(compared)
  const counts = { paired: compared.paired, newlyFailing: compared.lost, fixed: compared.gained }
  if (!own) return counts
  const { key, a: base, b: now, change, ci95, verdict, detectable } = own
  return { metric: { key, base, now, change, ci95: ci95 && [...ci95], verdict, detectable }, ...counts }
}

/** How a run changed from a baseline, suite by suite. @param earlier runs of its candidate that gates held against it before. */
export function baselineChanges(name: string, { run }: ScoresDocument, suites: BaselineChanges['suites'], earlier = 0): BaselineChanges {
  const { id, startedAt, chosenOf, meanOf } = run
  const origin = { ...(chosenOf !== undefined && { chosenOf }), ...(meanOf !== undefined && { meanOf }), ...(earlier > 0 && { earlier }) }
  const measured = measuredRole(run)
  return { name, run: id, startedAt, model: measured ? modelText(measured) : '', ...origin, suites }
}

/** Whether changes are from the baseline as it is now: it may have been written anew, or another one be asked for. */
export function isOfBaseline(changes: BaselineChanges | undefined, name: string, { run }: ScoresDocument): boolean {
  // A mean has the id of its first run.
  return changes?.name === name && changes.run === run.id && changes.startedAt === run.startedAt && changes.meanOf === run.meanOf
}
