import type { Gates } from '../../core/format/gates.ts'
import { type ItemRecord, isLeftOut } from '../../core/format/records.ts'
import type { SuiteRules } from '../suiteRules.ts'
import { EarlyDecision, type RuleStanding } from './earlyDecision.ts'
import { countRules, EARLY_RISK, earlyRules } from './earlyRules.ts'
import type { OrderedItem } from './ruleUnits.ts'

/** How a suite ended before its last item: plain data, so that it may cross processes. */
export interface EarlyStop {
  /** Units of the order that were complete when its rules were decided, and all there are. */
  readonly units: number
  readonly ofUnits: number
  /** Items that ran, those under way at the decision among them, and all that were planned. */
  readonly items: number
  readonly ofItems: number
  /** Chance that any decision of the run is not the whole run's. */
  readonly risk: number
  readonly rules: readonly RuleStanding[]
}

/** What gates say, for a suite. */
export interface EarlyStopBy {
  readonly gates: Gates | undefined
  /** Folder with `reports/baselines`. */
  readonly root: string
  /** Rules about metrics of the whole run, where the gates are those of one suite alone. */
  readonly ruleCount?: number | undefined
}

/**
 * How the rules of a suite were decided that ended early; undefined for one that ran to its end. The records tell the order, so that
 * whoever holds them comes to the same decisions at the same units.
 *
 * @throws HoldfastError for a baseline that cannot be read.
 */
export function earlyStopOf(
  suite: Pick<SuiteRules, 'name' | 'planned'>,
  records: readonly ItemRecord[],
  { gates, root, ruleCount }: EarlyStopBy,
): EarlyStop | undefined {
  if (!records.some(isLeftOut)) return undefined
  const { decision, items } = replayed(suite, records, { gates, root, ruleCount })
  const ran = new Set(records.flatMap((record) => (record.unit === undefined || isLeftOut(record) ? [] : [record.item])))
  return {
    units: decision.units,
    ofUnits: decision.ofUnits,
    items: ran.size,
    ofItems: items.length,
    risk: EARLY_RISK,
    rules: decision.standings,
  }
}

/** The decision that records lead to. */
function replayed(
  suite: Pick<SuiteRules, 'name' | 'planned'>,
  records: readonly ItemRecord[],
  { gates, root, ruleCount }: EarlyStopBy,
): { readonly decision: EarlyDecision; readonly items: readonly OrderedItem[] } {
  const items = new Map<string, OrderedItem>()
  let trials = 1
  for (const { item, task, tags, clusters, unit, trial } of records) {
    if (unit === undefined) continue
    trials = Math.max(trials, trial + 1)
    if (!items.has(item)) items.set(item, { item, task, tags, clusters, unit })
  }
  const decision = new EarlyDecision({
    rules: earlyRules(suite, [...items.values()], gates, root).rules,
    items: [...items.values()],
    trials,
    alpha: alphaOf(gates, ruleCount),
  })
  for (const record of records) if (!isLeftOut(record)) decision.add(record)
  return { decision, items: [...items.values()] }
}

/** Chance of a wrong decision that each rule may have, so that all together have {@link EARLY_RISK} (Bonferroni). */
export function alphaOf(gates: Gates | undefined, ruleCount: number = countRules(gates)): number {
  return EARLY_RISK / Math.max(1, ruleCount)
}
