import { existsSync } from 'node:fs'
import type { Gates } from '../../core/format/gates.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { compareRecords, contributions, type MetricComparison } from '../../core/stats/compareRecords.ts'
import { headlineOf } from '../headline.ts'
import type { SuiteRules } from '../suiteRules.ts'
import { baselineFiles, readItemRecords } from './baseline.ts'

/** A suite of this run against the baseline; small, since it crosses processes. */
export interface BaselineComparison {
  /** The metric that the suite is read by first, and those that a gate is about. */
  readonly metrics: readonly MetricComparison[]
  /** Key of the metric that the suite is read by first. It is tested by itself, as `compare` does. */
  readonly first: string
  /** Items scored in both. */
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

/** How the suite's figures are computed, with those that every suite has. */
export type BaselineRules = Pick<SuiteRules, 'name' | 'summarize' | 'stratumOf'>

/** Compares a suite's records with the baseline that gates name; undefined where they name none or the baseline lacks the suite. */
export function compareWithBaseline(
  { name: suite, summarize, stratumOf }: BaselineRules,
  records: readonly ItemRecord[],
  gates: Gates | undefined,
  root: string,
): BaselineComparison | undefined {
  if (gates?.baseline === undefined) return undefined
  const { items } = baselineFiles(root, gates.baseline)
  if (!existsSync(items)) return undefined
  const base = readItemRecords(items).filter((record) => record.suite === suite)
  if (base.length === 0) return undefined
  const rules = typeof gates[suite] === 'object' ? gates[suite] : {}
  const keys = Object.entries(rules).flatMap(([key, { maxDrop }]) => (maxDrop === undefined ? [] : [key]))
  const first = headlineOf({ metrics: summarize(base) }, undefined).key
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
    contributions: Object.fromEntries(keys.map((key) => [key, contributions(base, records, summarize, key).slice(0, 3)])),
    regressed: lost.slice(0, NAMED),
    lost: lost.length,
    gained: gained.length,
  }
}
