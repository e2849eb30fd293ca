import { groupBy } from '../../base/collections.ts'
import { mean } from '../../base/mean.ts'
import { ITEM_STATES, type ItemRecord, type ItemState } from '../../format/records.ts'
import type { SuiteScores } from '../../format/scoresDocument.ts'
import { clusteredMean, clusteredRate } from '../clusteredRate.ts'
import { controlRates, userRates } from '../controls/controlRates.ts'
import { passAtK, passHatK } from '../trials.ts'
import { type CombinedItem, combineTrials, isScored } from './combineTrials.ts'
import { type Figure, type FigureDescription, type Figures, meanOver, metric, withoutNaN } from './metric.ts'

/** Counts, the metrics every suite has, and the suite's own. */
export function suiteScores(records: readonly ItemRecord[], own: Figures): SuiteScores & { readonly metrics: Figures } {
  const items = combineTrials(records)
  const states = ITEM_STATES.map((state) => [state, items.filter(({ status }) => status === state).length])
  const counts = Object.fromEntries(states) as Record<ItemState, number>
  return { items: items.length, ...counts, metrics: withoutNaN(withCommon(items, records, own)) }
}

/** Trials beyond which pass@k is given for a few k only. */
const EVERY_K = 5

/** What all figures that every suite has share: runs are compared by them on request. */
const SHARE: FigureDescription = { range: [0, 1], compared: false, common: true }

/** `pass_rate` of the scored items, `unscored_rate` of all, with trials how sure a pass is, and the suite's own figures. */
function withCommon(items: readonly CombinedItem[], records: readonly ItemRecord[], own: Figures): Figures {
  const byItem = itemRecords(items, records)
  return {
    pass_rate: withClusters(records),
    unscored_rate: {
      ...metric(items.filter((item) => item.status === 'unscored').length / items.length, {
        ...SHARE,
        n: items.length,
        label: 'items without a score',
        stands: true,
        better: 'lower',
      }),
      ci95: clusteredRate(byItem, ({ status }) => (status === 'unscored' ? 'hit' : 'miss')),
    },
    cut_rate: cutRate(records),
    ...trialMetrics(records),
    ...controlRates(items.map((item) => item.scores)),
    ...userRates(records),
    ...own,
  }
}

/** Every figure of a suite over these records, whether it has data or not. */
export function allFigures(records: readonly ItemRecord[], own: Figures): Figures {
  return withCommon(combineTrials(records), records, own)
}

/** Mean over items of the share of their scored trials that passed, without an interval. */
export function passRate(records: readonly ItemRecord[]): Figure {
  const shares = [...passesByItem(records).values()].map(({ trials, passed }) => passed / trials)
  return metric(mean(shares), {
    ...SHARE,
    n: shares.length,
    label: 'items passed',
    mean: meanOver(records, {
      value: (_, trials) => {
        const scored = trials.filter(isScored)
        return scored.length === 0 ? undefined : mean(scored.map(({ status }) => (status === 'passed' ? 1 : 0)))
      },
    }),
  })
}

/** The pass rate with its interval. */
function withClusters(records: readonly ItemRecord[]): Figure {
  const byItem = passesByItem(records)
  const shareOf = ({ item }: ItemRecord) => {
    const own = byItem.get(item)
    return own && own.passed / own.trials
  }
  return { ...passRate(records), ci95: clusteredMean(byItem.size === records.length ? records : firstOfEach(records), shareOf) }
}

/** How many trials of each item were scored, and how many of them passed. */
function passesByItem(records: readonly ItemRecord[]): Map<string, { trials: number; passed: number }> {
  const scored = groupBy(records.filter(isScored), ({ item }) => item)
  return new Map(
    [...scored].map(([item, own]) => [item, { trials: own.length, passed: own.filter(({ status }) => status === 'passed').length }]),
  )
}

/** Share of the items in which a cap ended an answer of the model under test, in any trial. Skipped items had no answer. */
function cutRate(records: readonly ItemRecord[]): Figure {
  const byItem = new Map<string, ItemRecord>()
  for (const record of records) if (record.status !== 'skipped' && (record.cut || !byItem.has(record.item))) byItem.set(record.item, record)
  const items = [...byItem.values()]
  return {
    ...metric(items.filter(({ cut }) => cut).length / items.length, {
      ...SHARE,
      n: items.length,
      label: 'answers cut at their cap',
      stands: true,
      better: 'lower',
      mean: meanOver(items, {
        value: (_, trials) => {
          const asked = trials.filter(({ status }) => status !== 'skipped')
          return asked.length === 0 ? undefined : asked.some(({ cut }) => cut) ? 1 : 0
        },
      }),
    }),
    ci95: clusteredRate(items, ({ cut }) => (cut ? 'hit' : 'miss')),
  }
}

/** One record an item, with the state of all its trials: an interval must be of what its rate counts. */
function itemRecords(items: readonly CombinedItem[], records: readonly ItemRecord[]): readonly ItemRecord[] {
  if (items.length === records.length) return records
  const states = new Map(items.map(({ item, status }) => [item, status]))
  return firstOfEach(records).map((record) => ({ ...record, status: states.get(record.item) ?? record.status }))
}

function firstOfEach(records: readonly ItemRecord[]): ItemRecord[] {
  return [...new Map([...records].reverse().map((record) => [record.item, record])).values()]
}

/** With several trials: `pass@k` (at least one of k passes), `pass^k` (all of k do), means over items. */
function trialMetrics(records: readonly ItemRecord[]): Record<string, Figure> {
  const byItem = passesByItem(records)
  // Not by spreading them: there may be more than a call takes arguments.
  const most = [...byItem.values()].reduce((largest, { trials }) => Math.max(largest, trials), 0)
  if (most < 2) return {}
  const ks = most <= EVERY_K ? Array.from({ length: most }, (_, index) => index + 1) : [1, 2, 5, 10, most].filter((k) => k <= most)
  return Object.fromEntries(
    [...new Set(ks)].flatMap((k) => {
      const items = [...byItem.values()].filter(({ trials }) => trials >= k)
      const over = (share: (n: number, c: number, k: number) => number, passed: string) =>
        metric(mean(items.map(({ trials, passed }) => share(trials, passed, k))), {
          ...SHARE,
          n: items.length,
          label: `passed in ${passed} of ${k} trials`,
          group: 'trials',
        })
      return [
        [`pass@${k}`, over(passAtK, 'at least one')],
        [`pass^${k}`, over(passHatK, 'every one')],
      ]
    }),
  )
}
