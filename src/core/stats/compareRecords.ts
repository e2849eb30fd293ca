import { groupBy, sum } from '../base/collections.ts'
import type { ItemRecord } from '../format/records.ts'
import { clusterDimensions, leavingOutItems, type StratumOf } from './clusters.ts'
import { changeP, differenceInterval, type Paired } from './difference.ts'
import { jackknife, type Spread, saidBy, type Values } from './jackknife.ts'
import type { Ends } from './metricInterval.ts'
import { detectableChange, itemsNeeded } from './power.ts'
import { combineTrials, isScored } from './summary/combineTrials.ts'
import { endsOf, type Figure, isLower, type Figures as Summary } from './summary/metric.ts'
import { holmAfter } from './tests.ts'
import { withoutItems } from './withoutItems.ts'

/** What can be said of a change. `cannot-tell` may be for the number of tests alone. */
export type ChangeVerdict = 'better' | 'worse' | 'cannot-tell'

/** One metric of two runs, on the items they share. */
export interface MetricComparison {
  readonly key: string
  readonly a: number
  readonly b: number
  /** b - a. */
  readonly change: number
  /** 95 % interval of the change; null where fewer than two clusters tell it. */
  readonly ci95: readonly [number, number] | null
  readonly se: number | null
  readonly df: number | null
  /** Of a change this far from 0 by chance alone: under 0.05 where the interval leaves 0 out, and only there. */
  readonly p: number
  /** The same, corrected for the metrics it is tested together with (Holm). */
  readonly adjusted: number
  readonly verdict: ChangeVerdict
  /** Level it is tested at: 0.05, over the number of metrics tested together. */
  readonly level: number
  /** The smallest true change that these items would tell in 9 of 10 runs; null without an error, and where the scale has none so large. */
  readonly detectable: number | null
  /** Items it takes to tell the change asked about in 9 of 10 runs; null where none is asked about. */
  readonly needed: ItemsForChange | null
  readonly n: number
}

/** How many items it takes to tell a change. */
export interface ItemsForChange {
  /** The true change, over 0: the drop that a gate allows, or the one asked about. */
  readonly change: number
  readonly items: number
}

/** Two runs on the items they share. */
export interface Comparison {
  readonly metrics: readonly MetricComparison[]
  /** The metric that is tested by itself, at 5 %; the others are tested together, at 5 % in all. None where all are equals. */
  readonly first: string | undefined
  /** Items scored in both, and in one alone. */
  readonly paired: number
  readonly onlyA: number
  readonly onlyB: number
  /** Items with full marks in one, both, neither. */
  readonly fullMarks: {
    readonly onlyA: number
    readonly onlyB: number
    readonly both: number
    readonly neither: number
  }
  readonly lost: readonly string[]
  readonly gained: readonly string[]
}

/** How runs are compared. */
export interface CompareOptions {
  /** Metrics to test; Holm counts these. Default all. */
  readonly tested?: (key: string) => boolean
  /** Metrics that are tested together whatever else is tested: those beside them are tested with all. Default all. */
  readonly family?: (key: string) => boolean
  /** The metric that is tested first, by itself; among those to test or left out. */
  readonly first?: string | undefined
  /** What clusters were drawn from, where that is not their task. */
  readonly stratumOf?: StratumOf | undefined
  /** The change of a metric that someone wants to be told, for instance the drop that a gate allows: over 0. */
  readonly change?: (key: string) => number | undefined
}

/** Prefixes of the three figures of a metric: of either run, and of their difference. */
const [OF_A, OF_B, OF_CHANGE] = ['a ', 'b ', 'c '] as const

/** Compares two runs by the items that both scored, so that their difficulty falls out, with clusters left out of both at once. */
export function compareRecords(
  a: readonly ItemRecord[],
  b: readonly ItemRecord[],
  summarize: (records: readonly ItemRecord[]) => Summary,
  options: CompareOptions = {},
): Comparison {
  const { tested = () => true, family = () => true, first, stratumOf, change: asked } = options
  const { pairedA, pairedB, idsA, idsB } = pair(a, b)
  const [metricsA, metricsB] = [summarize(pairedA), summarize(pairedB)]
  const keys = Object.keys(metricsA).filter((key) => metricsB[key] !== undefined && tested(key))
  const whole = threeFigures(keys, metricsA, metricsB)
  const without = leavingOutItems([pairedA, pairedB])
  const [knownA, knownB] = [withoutItems(metricsA, pairedA), withoutItems(metricsB, pairedB)]
  const saidByB = groupBy(pairedB, ({ item }) => item)
  const spreads = jackknife(
    clusterDimensions(pairedA, stratumOf),
    whole,
    (members) => {
      const [restA, restB] = without(members) as [ItemRecord[], ItemRecord[]]
      return threeFigures(keys, summarize(restA), summarize(restB))
    },
    {
      known: (members) => threeFigures(keys, knownA(members), knownB(members)),
      contentOf: (record) => [saidBy(record), saidByB.get(record.item)?.map(saidBy)],
    },
  )
  const raw = keys.map((key) => {
    const paired = pairedFigures(key, whole, spreads)
    const { value: change = 0, n = 0 } = whole[OF_CHANGE + key] ?? {}
    const ends = endsOf(metricsA[key])
    const ci95 = paired ? differenceInterval(paired, ends) : null
    return {
      key,
      a: metricsA[key]?.value ?? 0,
      b: metricsB[key]?.value ?? 0,
      change,
      ci95,
      se: paired?.change.se ?? null,
      df: paired?.change.df ?? null,
      p: paired ? changeP(paired, ends) : 1,
      n,
    }
  })
  const at = raw.findIndex(({ key }) => key === first)
  const place = at >= 0 && raw.length > 1 ? at : undefined
  const ofAll = holmAfter(
    raw.map(({ p }) => p),
    place,
  )
  const members = raw.flatMap(({ key }, index) => (family(key) || index === place ? [index] : []))
  const within = holmAfter(
    members.map((index) => raw[index]?.p ?? 1),
    place === undefined ? undefined : members.indexOf(place),
  )
  const metrics = raw.map((entry, index): MetricComparison => {
    const member = members.indexOf(index)
    const own = (member < 0 ? ofAll[index] : within[member]) as number
    const up = isLower(metricsA[entry.key]) ? entry.change < 0 : entry.change > 0
    const verdict = own < 0.05 ? (up ? 'better' : 'worse') : 'cannot-tell'
    const size = member < 0 ? raw.length : members.length
    const together = place === undefined ? size : index === place ? 1 : size - 1
    return {
      ...entry,
      adjusted: own,
      verdict,
      level: 0.05 / together,
      ...sensitivity(
        { ...entry, n: entry.n * spanOf(metricsA[entry.key]) },
        0.05 / together,
        asked?.(entry.key),
        endsOf(metricsA[entry.key]),
      ),
    }
  })
  const paired = new Set(pairedA.map(({ item }) => item)).size
  return {
    metrics,
    first: at < 0 ? undefined : first,
    paired,
    onlyA: idsA.size - paired,
    onlyB: idsB.size - paired,
    ...itemChanges(pairedA, pairedB),
  }
}

/** Of each metric the figure of both runs and their difference. */
function threeFigures(keys: readonly string[], a: Values, b: Values): Values {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const [one, other] = [a[key], b[key]]
      if (!one || !other) return []
      const change = { value: other.value - one.value, n: Math.min(one.n, other.n) }
      return [
        [OF_A + key, one],
        [OF_B + key, other],
        [OF_CHANGE + key, change],
      ]
    }),
  )
}

/** Undefined where fewer than two clusters tell how the metric varies. */
function pairedFigures(key: string, whole: Values, spreads: ReadonlyMap<string, Spread>): Paired | undefined {
  const [a, b, change] = [OF_A, OF_B, OF_CHANGE].map((prefix) => {
    const [figure, spread] = [whole[prefix + key], spreads.get(prefix + key)]
    return figure && spread && { ...spread, value: figure.value }
  })
  return a && b && change && { a, b, change, n: whole[OF_CHANGE + key]?.n ?? 0 }
}

/** How many times the items that a figure rests on a run has for it: of parts the smallest counts, and all are run, shared ones once. */
function spanOf(figure: Figure | undefined): number {
  if (!figure?.composed || !(figure.n > 0)) return 1
  const { parts } = figure.composed
  const items = parts.map(({ mean }) => [...(mean?.cells().keys() ?? [])])
  const all = items.every((own) => own.length > 0) ? new Set(items.flat()).size : sum(parts.map(({ n }) => n))
  return Math.max(1, all / figure.n)
}

function sensitivity(
  { se, df, n }: Pick<MetricComparison, 'se' | 'df' | 'n'>,
  level: number,
  change: number | undefined,
  ends: Ends,
): Pick<MetricComparison, 'detectable' | 'needed'> {
  if (!se || df === null) return { detectable: null, needed: null }
  const precision = { se, df, n }
  const detectable = detectableChange(precision, level)
  return {
    detectable: ends && detectable > ends[1] - ends[0] ? null : detectable,
    needed: change === undefined || !(change > 0) ? null : { change, items: itemsNeeded(change, precision, level) },
  }
}

/** The scored records of items that both have scored, and the items that each has. */
function pair(a: readonly ItemRecord[], b: readonly ItemRecord[]) {
  const [scoredA, scoredB] = [a.filter(isScored), b.filter(isScored)]
  const [idsA, idsB] = [new Set(scoredA.map(({ item }) => item)), new Set(scoredB.map(({ item }) => item))]
  return { pairedA: scoredA.filter(({ item }) => idsB.has(item)), pairedB: scoredB.filter(({ item }) => idsA.has(item)), idsA, idsB }
}

function itemChanges(a: readonly ItemRecord[], b: readonly ItemRecord[]): Pick<Comparison, 'fullMarks' | 'lost' | 'gained'> {
  const index = (records: readonly ItemRecord[]) => new Map(combineTrials(records).map((item) => [item.item, item]))
  const [byId, other] = [index(a), index(b)]
  const passed = (records: typeof byId, id: string) => records.get(id)?.status === 'passed'
  const ids = [...byId.keys()]
  const lost = ids.filter((id) => passed(byId, id) && !passed(other, id))
  const gained = ids.filter((id) => !passed(byId, id) && passed(other, id))
  const both = ids.filter((id) => passed(byId, id) && passed(other, id)).length
  return {
    fullMarks: { onlyA: lost.length, onlyB: gained.length, both, neither: ids.length - lost.length - gained.length - both },
    lost,
    gained,
  }
}

/** By how much a metric's change would be smaller with a task's items as they were, of items that both scored. Largest first. */
export function contributions(
  a: readonly ItemRecord[],
  b: readonly ItemRecord[],
  summarize: (records: readonly ItemRecord[]) => Summary,
  key: string,
): { readonly task: string; readonly change: number }[] {
  const { pairedA, pairedB } = pair(a, b)
  const now = summarize(pairedB)[key]?.value ?? 0
  const tasks = [...new Set(pairedB.map(({ task }) => task))]
  return tasks
    .map((task) => {
      const before = [...pairedB.filter((record) => record.task !== task), ...pairedA.filter((record) => record.task === task)]
      return { task, change: now - (summarize(before)[key]?.value ?? now) }
    })
    .filter(({ change }) => change !== 0)
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
}
