import { mean } from '../../base/mean.ts'
import { ITEM_STATES, type ItemRecord } from '../../format/records.ts'
import type { Metric, Metrics, SuiteScores } from '../../format/scoresDocument.ts'
import { clusteredMean, clusteredRate } from '../clusteredRate.ts'
import { controlRates } from '../controls/controlScores.ts'
import { userRates } from '../controls/userRates.ts'
import { passAtK, passHatK } from '../trials.ts'
import { type CombinedItem, combineTrials } from './combineTrials.ts'

/** A metric over `n` items, without an interval. */
export function metric(value: number, n: number): Metric {
  return { value, n, ci95: null }
}

/** Counts, the metrics every suite has, and the suite's own. */
export function suiteScores(records: readonly ItemRecord[], own: Metrics): SuiteScores {
  const items = combineTrials(records)
  const counts = Object.fromEntries(ITEM_STATES.map((state) => [state, items.filter((item) => item.status === state).length])) as Record<
    (typeof ITEM_STATES)[number],
    number
  >
  return { items: items.length, ...counts, metrics: withoutNaN({ ...commonMetrics(items, records), ...own }) }
}

/** Trials beyond which pass@k is given for a few k only. */
const EVERY_K = 5

/** `pass_rate` of the scored items, `unscored_rate` of all, and with trials how sure a pass is. */
function commonMetrics(items: readonly CombinedItem[], records: readonly ItemRecord[]): Record<string, Metric> {
  const byItem = itemRecords(items, records)
  return {
    pass_rate: withClusters(records),
    unscored_rate: {
      ...metric(items.filter((item) => item.status === 'unscored').length / items.length, items.length),
      ci95: clusteredRate(byItem, ({ status }) => (status === 'unscored' ? 'hit' : 'miss')),
    },
    cut_rate: cutRate(records),
    ...trialMetrics(records),
    ...controlRates(items.map((item) => item.scores)),
    ...userRates(records),
  }
}

/** Mean over items of the share of their scored trials that passed, without an interval. */
export function passRate(records: readonly ItemRecord[]): Metric {
  const shares = [...passesByItem(records).values()].map(({ trials, passed }) => passed / trials)
  return metric(mean(shares), shares.length)
}

/** The pass rate with its interval. */
function withClusters(records: readonly ItemRecord[]): Metric {
  const byItem = passesByItem(records)
  const shareOf = ({ item }: ItemRecord) => {
    const own = byItem.get(item)
    return own && own.passed / own.trials
  }
  const firsts =
    byItem.size === records.length ? records : [...new Map([...records].reverse().map((record) => [record.item, record])).values()]
  return { ...passRate(records), ci95: clusteredMean(firsts, shareOf) }
}

/** How many trials of each item were scored, and how many of them passed. */
function passesByItem(records: readonly ItemRecord[]): Map<string, { trials: number; passed: number }> {
  const byItem = new Map<string, { trials: number; passed: number }>()
  for (const { item, status } of records) {
    if (status !== 'passed' && status !== 'failed') continue
    const known = byItem.get(item) ?? { trials: 0, passed: 0 }
    known.trials += 1
    known.passed += status === 'passed' ? 1 : 0
    byItem.set(item, known)
  }
  return byItem
}

/** Share of the items in which a cap ended an answer of the model under test, in any trial. Skipped items had no answer. */
function cutRate(records: readonly ItemRecord[]): Metric {
  const byItem = new Map<string, ItemRecord>()
  for (const record of records) if (record.status !== 'skipped' && (record.cut || !byItem.has(record.item))) byItem.set(record.item, record)
  const items = [...byItem.values()]
  return {
    ...metric(items.filter(({ cut }) => cut).length / items.length, items.length),
    ci95: clusteredRate(items, ({ cut }) => (cut ? 'hit' : 'miss')),
  }
}

/** One record an item, with the state of all its trials: an interval must be of what its rate counts. */
function itemRecords(items: readonly CombinedItem[], records: readonly ItemRecord[]): readonly ItemRecord[] {
  if (items.length === records.length) return records
  const states = new Map(items.map(({ item, status }) => [item, status]))
  const firsts = new Map([...records].reverse().map((record) => [record.item, record]))
  return [...firsts.values()].map((record) => ({ ...record, status: states.get(record.item) ?? record.status }))
}

/**
 * With several trials: `pass@k` (at least one of k passes), `pass^k` (all of k do), means over items.
 */
function trialMetrics(records: readonly ItemRecord[]): Record<string, Metric> {
  const byItem = passesByItem(records)
  // Not by spreading them: there may be more than a call takes arguments.
  const most = [...byItem.values()].reduce((largest, { trials }) => Math.max(largest, trials), 0)
  if (most < 2) return {}
  const ks = most <= EVERY_K ? Array.from({ length: most }, (_, index) => index + 1) : [1, 2, 5, 10, most].filter((k) => k <= most)
  return Object.fromEntries(
    [...new Set(ks)].flatMap((k) => {
      const items = [...byItem.values()].filter(({ trials }) => trials >= k)
      const over = (share: (n: number, c: number, k: number) => number) =>
        metric(mean(items.map(({ trials, passed }) => share(trials, passed, k))), items.length)
      return [
        [`pass@${k}`, over(passAtK)],
        [`pass^${k}`, over(passHatK)],
      ]
    }),
  )
}

/** The metrics that have data. */
export function withoutNaN(metrics: Metrics): Record<string, Metric> {
  return Object.fromEntries(Object.entries(metrics).filter(([, { value }]) => Number.isFinite(value)))
}
