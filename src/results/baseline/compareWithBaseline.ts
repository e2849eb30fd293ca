import { existsSync } from 'node:fs'
import { alwaysLower, isCommonMetric, SHARE } from '../../format/commonMetrics.ts'
import type { Gates } from '../../format/gates.ts'
import type { ItemRecord } from '../../format/records.ts'
import { compareRecords, contributions, type MetricComparison } from '../../stats/compareRecords.ts'
import type { SuiteRules } from '../suiteRules.ts'
import { baselineFiles, readItemRecords } from './baseline.ts'

/** A suite of this run against the baseline; small, since it crosses processes. */
export interface BaselineComparison {
  /** The metrics that a gate is about. */
  readonly metrics: readonly MetricComparison[]
  /** By metric: what each task contributes to its change. */
  readonly contributions: Readonly<Record<string, readonly { readonly task: string; readonly change: number }[]>>
  /** Items that passed in the baseline and no longer do, some of them. */
  readonly regressed: readonly string[]
  readonly lost: number
  readonly gained: number
}

/** Regressed items that are named. */
const NAMED = 200

/** How the suite's figures are computed, with those that every suite has. */
export type BaselineRules = Pick<SuiteRules, 'name' | 'summarize' | 'range' | 'stratumOf' | 'lowerIsBetter'>

/** Compares a suite's records with the baseline that gates name; undefined where no gate asks for it or the baseline lacks the suite. */
export function compareWithBaseline(
  { name: suite, summarize, range, stratumOf, lowerIsBetter }: BaselineRules,
  records: readonly ItemRecord[],
  gates: Gates | undefined,
  root: string,
): BaselineComparison | undefined {
  const rules = gates?.[suite]
  if (gates?.baseline === undefined || typeof rules !== 'object') return undefined
  const { items } = baselineFiles(root, gates.baseline)
  const keys = Object.entries(rules).flatMap(([key, { maxDrop }]) => (maxDrop === undefined ? [] : [key]))
  if (keys.length === 0 || !existsSync(items)) return undefined
  const base = readItemRecords(items).filter((record) => record.suite === suite)
  if (base.length === 0) return undefined
  const { metrics, lost, gained } = compareRecords(base, records, summarize, {
    tested: (key) => keys.includes(key),
    lowerIsBetter: (key) => alwaysLower(key) || lowerIsBetter(key),
    range: (key) => (isCommonMetric(key) ? SHARE : range(key)),
    stratumOf,
    change: (key) => rules[key]?.maxDrop,
  })
  return {
    metrics,
    contributions: Object.fromEntries(keys.map((key) => [key, contributions(base, records, summarize, key).slice(0, 3)])),
    regressed: lost.slice(0, NAMED),
    lost: lost.length,
    gained: gained.length,
  }
}
