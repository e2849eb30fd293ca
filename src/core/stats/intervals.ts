import { sum } from '../base/collections.ts'
import { orUndefined } from '../base/errors.ts'
import type { ItemRecord } from '../format/records.ts'
import { clusterDimensions, leavingOutItems, type StratumOf } from './clusters.ts'
import { hiddenByCell } from './hiddenByCell.ts'
import { jackknife, type Spread } from './jackknife.ts'
import { type Ends, metricInterval, type SpreadFigure } from './metricInterval.ts'
import { isScored } from './summary/combineTrials.ts'
import { itemValues } from './summary/itemValues.ts'
import { type Composition, endsOf, type Figure, type Figures, isLower } from './summary/metric.ts'
import { withoutItems } from './withoutItems.ts'

/** What intervals take into account. */
export interface IntervalOptions {
  /** What clusters were drawn from, where that is not their task. */
  readonly stratumOf?: StratumOf | undefined
}

/** Metrics with 95 % intervals by declared clusters, within their scale: their own if they have one, none if under two clusters touch. */
export function withIntervals(
  records: readonly ItemRecord[],
  summarize: (records: readonly ItemRecord[]) => Figures,
  { stratumOf }: IntervalOptions = {},
): Figures {
  const metrics = summarize(records)
  const scored = records.filter((record) => isScored(record) || record.status === 'unscored')
  if (scored.length < 2 || Object.values(metrics).every(({ ci95 }) => ci95 !== null)) return metrics
  const without = leavingOutItems([records])
  const sought = Object.entries(metrics).filter(([, { ci95, interval }]) => ci95 === null && interval !== false)
  const all = Object.fromEntries(sought.flatMap(([key, figure]) => withParts(key, figure)))
  const spreads = jackknife(clusterDimensions(scored, stratumOf), all, (some) => summarize(without(some)[0] ?? []), {
    known: withoutItems(all, records),
  })
  const intervalOf = (key: string, figure: Figure): [number, number] | null => {
    const spread = spreads.get(key)
    const ends = endsOf(figure)
    const shown = spread ? shownInterval(figure, { ...spread, value: figure.value }, records) : null
    const [down, up] = shown ? hiddenByCell(figure, records) : [0, 0]
    const own: typeof shown = shown && [Math.min(shown[0], figure.value - down), Math.max(shown[1], figure.value + up)]
    if (!figure.composed) return own
    const { parts, of } = figure.composed
    const there = parts.flatMap(({ value }, at) => (Number.isFinite(value) ? [at] : []))
    const known = there.flatMap((at): PartOfFigure[] => {
      const part = parts[at] as Figure
      // What rests on one cluster could be nearly anything.
      const ci95 = intervalOf(partKey(key, at), part) ?? metricInterval({ ...ONE, value: part.value }, endsOf(part))
      return ci95 ? [{ value: part.value, se: spreads.get(partKey(key, at))?.se ?? 0, ci95 }] : []
    })
    const places = parts.map((_, at) => there.indexOf(at))
    const ofThere: Composition['of'] = (values) => of(places.map((at) => values[at] ?? Number.NaN))
    const made = known.length < there.length ? null : composedInterval(spread?.se, ofThere, known)
    if (!made) return null
    const [low, high] = own ?? made
    return within(ends, [Math.min(low, made[0]), Math.max(high, made[1])])
  }
  const wholeOf = (key: string, figure: Figure): [number, number] | null => {
    const [interval, reach] = [intervalOf(key, figure), reachOf(figure)]
    if (!interval || !reach) return interval
    const [low, high] = [interval[0] + reach[0] - figure.value, interval[1] + reach[1] - figure.value]
    return Number.isFinite(low) && Number.isFinite(high) ? within(endsOf(figure), [low, high]) : null
  }
  return {
    ...metrics,
    ...Object.fromEntries(
      sought.map(([key, figure]) => [key, { ...figure, ci95: wholeOf(key, figure), ...noteOf(figure, spreads.get(key)) }]),
    ),
  }
}

/**
 * The interval of a figure. On a scale to both sides of 0 it is at least as wide as it would be without the part of a side that no item
 * reaches: where few items change at all and all to one side, they are as skewed as rare failures, and not in the middle of anything.
 */
function shownInterval(figure: Figure, estimate: SpreadFigure, records: readonly ItemRecord[]): [number, number] | null {
  const ends = endsOf(figure)
  const whole = metricInterval(estimate, ends)
  if (!whole || !figure.mean || !ends || !(ends[0] < 0 && ends[1] > 0)) return whole
  const values = [0, ...itemValues(figure.mean, records).values()]
  const reached: Ends[] = [
    [Math.min(...values), ends[1]],
    [ends[0], Math.max(...values)],
  ]
  const all = [whole, ...reached.flatMap((part) => [metricInterval(estimate, part) ?? whole])]
  return [Math.min(...all.map(([low]) => low)), Math.max(...all.map(([, high]) => high))]
}

function within(ends: Ends, [low, high]: readonly [number, number]): [number, number] {
  return [Math.max(ends?.[0] ?? low, low), Math.min(ends?.[1] ?? high, high)]
}

/** From where to where a figure may lie if its parts without data are anything on their scales (Manski, 1990); undefined where all have data. */
function reachOf({ value, composed, ...figure }: Figure): readonly [number, number] | undefined {
  if (!Number.isFinite(value)) {
    const [low, high] = endsOf(figure) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    return [low, high]
  }
  const reaches = composed?.parts.map(reachOf) ?? []
  if (!composed || reaches.every((own) => own === undefined)) return undefined
  const { parts, of } = composed
  const values = parts.map((part) => part.value)
  const [worst, best] = [0, 1].map((end) =>
    of(
      values.map((own, at) => {
        const reach = reaches[at]
        if (!reach) return own
        const rises = of(values.with(at, reach[1])) >= of(values.with(at, reach[0]))
        return reach[rises ? end : 1 - end] as number
      }),
    ),
  ) as [number, number]
  return [worst, best]
}

/** Clusters of equal weight under which unequal ones are few, and the share of their number under which they are unequal. */
const [FEW, UNEQUAL] = [10, 0.5]

/** Where a few of many clusters hold most of the weight, what the others are like hardly counts. */
function noteOf({ note }: Figure, spread: Spread | undefined): Pick<Figure, 'note'> {
  const { effectiveUnits = 0, units = 0 } = spread ?? {}
  if (note !== undefined || effectiveUnits >= Math.min(FEW, UNEQUAL * units)) return {}
  return {
    note: `a few of its ${units} clusters hold most of the weight: they tell as much as ${effectiveUnits.toFixed(1)} equal ones, and other clusters may change it by more than its interval says`,
  }
}

/** The spread of what one cluster tells. */
const ONE = { se: 0, df: 1, designDf: 1, effectiveUnits: 1 }

/** Key of a part of a figure, which no figure has. */
const partKey = (key: string, at: number) => `${key} \n${at}`

/** A figure and what it is made of. */
function withParts(key: string, figure: Figure): [string, Figure][] {
  return [[key, figure], ...(figure.composed?.parts.flatMap((part, at) => withParts(partKey(key, at), part)) ?? [])]
}

/**
 * Metrics with what answers without knowledge get on the same items. Its own floor stays; none is given of 0 or less, where smaller is
 * better, for what does not come from scores, and where an item does not tell its own.
 */
export function withFloors(
  metrics: Figures,
  records: readonly ItemRecord[],
  summarize: (records: readonly ItemRecord[]) => Figures,
): Figures {
  const scored = records.filter(isScored)
  const without = scored.flatMap((record) => (record.floor ? [{ ...record, scores: record.floor }] : []))
  if (scored.length === 0 || without.length < scored.length) return metrics
  const floors = summarize(without)
  const counted = countedMetrics(scored, summarize)
  return Object.fromEntries(
    Object.entries(metrics).map(([key, metric]) => {
      const floor = metric.floor ?? (isLower(metric) || Number.isFinite(counted[key]?.value) ? 0 : (floors[key]?.value ?? 0))
      return [key, floor > 0 ? { ...metric, floor } : metric]
    }),
  )
}

/** Metrics that are there without any score: they are counted from tags and states. */
function countedMetrics(records: readonly ItemRecord[], summarize: (records: readonly ItemRecord[]) => Figures): Figures {
  // A summary may take scores for granted, and throw.
  return orUndefined(() => summarize(records.map((record) => ({ ...record, scores: {} })))) ?? {}
}

/** A part of a figure, with its standard error and its interval. */
interface PartOfFigure {
  readonly value: number
  readonly se: number
  readonly ci95: readonly [number, number]
}

/** Of a standard error, the step by which it is seen what a figure owes to a part. */
const STEP = 1e-3

/**
 * Interval of a figure from those of its parts (the method of variance estimates recovery; Zou and Donner, 2008): the squared distances
 * that each part alone moves it by are added. As far as parts vary together, what the whole varies by stands for that: `se`, over what the
 * errors of the parts would make. Where that is not known, one cluster may be behind all parts, and their distances are added as they are.
 * A part that does not vary counts in full, by what its units can hide. Parts that move a figure only together, as the factors of 0, are
 * moved together.
 * @returns null where an end has no bound.
 */
function composedInterval(se: number | undefined, of: Composition['of'], parts: readonly PartOfFigure[]): [number, number] | null {
  const values = parts.map((part) => part.value)
  const value = of(values)
  const alone = parts.map(({ ci95 }, at) => ci95.map((end) => of(values.with(at, end)) - value) as [number, number])
  const slopes = parts.map((part, at) => {
    const [up, down] = [1, -1].map((sign) => of(values.with(at, part.value + sign * STEP * part.se))) as [number, number]
    return (up - down) / (2 * STEP)
  })
  const apart = sum(slopes.map((slope) => slope ** 2))
  const together = apart > 0 && se !== undefined ? Math.min(parts.length, se ** 2 / apart) : 1
  // Told where no part is at an end: beside a factor of 0 another seems to move nothing.
  const middle = parts.map(({ ci95 }) => (ci95[0] + ci95[1]) / 2)
  const rises = parts.map(({ ci95 }, at) => of(middle.with(at, ci95[1])) >= of(middle.with(at, ci95[0])))
  const reach = (sign: 1 | -1) => {
    const moves = alone.map((ends) => Math.max(0, sign * ends[0], sign * ends[1]))
    const distance = se === undefined ? sum(moves) : Math.sqrt(sum(moves.map((move, at) => (parts[at]?.se ? together : 1) * move ** 2)))
    const share = se === undefined ? 1 : 1 / Math.sqrt(parts.length)
    const moved = parts.map(({ value: own, ci95 }, at) => own + share * (ci95[rises[at] === sign > 0 ? 1 : 0] - own))
    return Math.max(distance, sign * (of(moved) - value))
  }
  const [low, high] = [value - reach(-1), value + reach(1)]
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null
}
