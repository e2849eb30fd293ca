import { groupBy } from '../core/base/collections.ts'
import { mean } from '../core/base/mean.ts'
import { DOUBT_RATE, DOUBTFUL } from '../core/format/doubtKeys.ts'
import { asBeside, type Beside } from '../core/format/figureBeside.ts'
import { type ItemRecord, trialKey } from '../core/format/records.ts'
import type { Metric, ScoresDocument } from '../core/format/scoresDocument.ts'
import { clusteredMean } from '../core/stats/clusteredRate.ts'
import { withIntervals } from '../core/stats/intervals.ts'
import { isScored } from '../core/stats/summary/combineTrials.ts'
import { type Figure, type Figures, metric } from '../core/stats/summary/metric.ts'
import { passRate, suiteScores } from '../core/stats/summary/suiteScores.ts'
import type { LabelledRecord } from './people.ts'
import type { SuiteRules } from './suiteRules.ts'

/** How many verdicts are left to people. */
export type DoubtCounts = NonNullable<ScoresDocument['run']['doubtful']>[string]

/** What is made of the doubt in records. */
export interface DoubtFigures {
  readonly metrics: Figures
  /** Undefined where no record tells a doubt. */
  readonly counts: DoubtCounts | undefined
}

/** What of a suite's rules figures of doubt are computed by. */
export type DoubtRules = Pick<SuiteRules, 'summarize' | 'stratumOf' | 'questions'>

/**
 * The figures of a run whose doubtful verdicts are left to people: `doubt_rate`, the share of judged items left to them; `sure.<metric>`,
 * the metric over all items but those; and `with_people.<metric>`, the metric with people's values on those items and the judge's on the
 * others, where people have labelled all of them. They stand beside each metric that changes without the judged items. Which records are
 * doubtful they tell themselves, by their tag: the figures are the same whoever computes them.
 * @param records of the suite, in order.
 * @param labelled what people made of records.
 */
export function doubtMetrics(rules: DoubtRules, records: readonly ItemRecord[], labelled: readonly LabelledRecord[]): DoubtFigures {
  const isJudged = (record: ItemRecord) => isScored(record) && record.tags[DOUBTFUL] !== undefined
  const judged = records.filter(isJudged)
  if (judged.length === 0) return { metrics: {}, counts: undefined }
  const isLeft = (record: ItemRecord) => isJudged(record) && isDoubtful(record)
  const doubtful = judged.filter(isDoubtful)
  const people = new Map(labelled.map(({ record, people: said }) => [trialKey(record), said]))
  const said = doubtful.filter((record) => people.has(trialKey(record))).length
  const isCorrectable = rules.questions?.relabel !== undefined
  const decided = metricsByJudgement(rules, records, new Set(judged))
  const under = (beside: Beside, some: ItemRecord[]) =>
    asBeside(beside, Object.fromEntries(Object.entries(withCommon(rules, some)).filter(([key]) => decided.has(key))))
  const sure = records.filter((record) => !isLeft(record))
  const asPeople = (record: ItemRecord) => (isLeft(record) && people.get(trialKey(record))) || record
  const withPeople = isCorrectable && said === doubtful.length ? records.map(asPeople) : []
  return {
    metrics: { [DOUBT_RATE]: doubtRate(judged), ...under('sure', sure), ...under('with people', withPeople) },
    counts: { judged: judged.length, doubtful: doubtful.length, ...(isCorrectable && { labelled: said }) },
  }
}

function isDoubtful({ tags }: ItemRecord): boolean {
  return tags[DOUBTFUL] === 'yes'
}

/** Keys of the metrics that judged items have a part in. */
function metricsByJudgement({ summarize }: DoubtRules, records: readonly ItemRecord[], judged: ReadonlySet<ItemRecord>): Set<string> {
  const figures = (some: readonly ItemRecord[]): Figures => (some.length === 0 ? {} : { ...summarize(some), pass_rate: passRate(some) })
  const without = figures(records.filter((record) => !judged.has(record)))
  const isSame = (one: Metric, other: Metric | undefined) => one.value === other?.value && one.n === other.n
  return new Set(Object.entries(figures(records)).flatMap(([key, own]) => (isSame(own, without[key]) ? [] : [key])))
}

/** A suite's metrics and its pass rate, with intervals, those alone that have data. */
function withCommon({ summarize, stratumOf }: DoubtRules, records: readonly ItemRecord[]): Figures {
  if (records.length === 0) return {}
  return suiteScores(records, withIntervals(records, summarize, { stratumOf })).metrics
}

/** Mean over items of the share of their judged trials that are left to people. */
function doubtRate(judged: readonly ItemRecord[]): Figure {
  const byItem = groupBy(judged, ({ item }) => item)
  const shareOf = (trials: readonly ItemRecord[]) => trials.filter(isDoubtful).length / trials.length
  const firsts = [...byItem.values()].flatMap(([first]) => first ?? [])
  return {
    ...metric(mean([...byItem.values()].map(shareOf)), {
      n: byItem.size,
      label: 'verdicts left to people',
      range: [0, 1],
      better: 'lower',
      compared: false,
      common: true,
    }),
    ci95: clusteredMean(firsts, ({ item }) => shareOf(byItem.get(item) ?? [])),
  }
}
