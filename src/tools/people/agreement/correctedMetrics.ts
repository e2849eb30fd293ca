import {
  type CorrectionInput,
  clusterDimensions,
  combine,
  endsOf,
  type Figure,
  type Figures,
  groupBy,
  type ItemRecord,
  influences,
  isScored,
  itemSums,
  LEAST_LABELLED,
  leavingOutItems,
  metricInterval,
  type Spread,
  sum,
  type Values,
  varianceOf,
} from '../../../kit.ts'

/**
 * Metrics as people would have them, by prediction-powered inference: the judge's figure over all records, moved by what people's
 * values change of the labelled ones, each counted by the inverse of its chance to be labelled. It takes no formula of a metric:
 * a change is what the metric becomes with one record relabelled, which is exact for means, means over cells and differences of
 * them. The judge's part is weighted by how well it follows people (PPI++, Angelopoulos et al., arXiv 2311.01453, section 6),
 * by the metric's linearised influences. Labelled records are weighted to the number of records of their task, where it has
 * two or more of them.
 *
 * Intervals hold both that items were drawn and that labels were: clusters vary together, and so few labels have few degrees of
 * freedom. Without two disagreements at hand, some are assumed, so that a judge that erred in none of 30 labels is not taken
 * for perfect.
 *
 * Of records that were drawn with them and have no label nobody knows what people would say, and it is the hard ones that are skipped.
 * The interval then reaches over those with all of these at either end of their scales, and `bounds` holds the figures there (Horowitz
 * and Manski, "Nonparametric Analysis of Randomized Experiments with Missing Covariate and Outcome Data", 2000).
 *
 * @returns metrics by their own keys, those alone that labels can change and that have {@link LEAST_LABELLED} labelled records.
 */
export function correctedMetrics(input: CorrectionInput): Figures {
  const { labelled, unlabelled = [] } = input
  const found = correctedBy(input)
  if (unlabelled.length === 0) return found
  const ends = ([0, 1] as const).map((end) =>
    correctedBy({ ...input, labelled: [...labelled, ...unlabelled.map((one) => ({ ...one, people: one.extremes[end] }))] }),
  )
  const hull = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)]
  return Object.fromEntries(
    Object.entries(found).map(([key, figure]) => {
      const all = [figure, ...ends.flatMap((own) => own[key] ?? [])]
      const ci95 = all.some((own) => !own.ci95) ? null : hull(all.flatMap((own) => own.ci95 ?? []))
      return [key, { ...figure, ci95, bounds: hull(all.map(({ value }) => value)) }]
    }),
  )
}

function correctedBy({ records, labelled, summarize, stratumOf }: CorrectionInput): Figures {
  const scored = records.filter(isScored)
  if (labelled.length < LEAST_LABELLED) return {}
  const whole = summarize(records)
  const swapped = (swaps: Swaps) => summarize(records.map((record) => swaps.get(record) ?? record))
  const ends = ([0, 1] as const).map((end) => {
    const swaps = new Map(labelled.map(({ record, extremes }) => [record, extremes[end]]))
    return { swaps, figures: swapped(swaps) }
  })
  const isMoved = (key: string, value: number) => ends.some(({ figures }) => figures[key]?.value !== value)
  const judged = Object.fromEntries(Object.entries(whole).filter(([key, { value }]) => isMoved(key, value)))
  const sums = itemSums(judged, records)
  const relabelled = relabelling(judged, records, sums.withOthers, swapped, ends)
  const changes = labelled.map(({ record, people }) => relabelled(new Map([[record, people]])))
  const dimensions = clusterDimensions(scored, stratumOf)
  const without = leavingOutItems([records])
  const trials = groupBy(scored, ({ item }) => item)
  // What the metric owes to each labelled item by itself.
  const single = { name: 'labelled', sign: 1 as const, groups: itemGroups(scored, new Set(labelled.map(({ record }) => record.item))) }
  const parts = influences([...dimensions, single], judged, (some) => summarize(without(some)[0] ?? []), { known: sums.without })
  const [own] = parts.splice(-1)
  return Object.fromEntries(
    Object.entries(judged).flatMap(([key, figure]) => {
      const { value } = figure
      const influenceOf = new Map((own?.of(key) ?? []).map(({ group, unit }) => [[...group.members][0]?.item, unit.influence]))
      const touching = parts.map(({ sign, of }) => ({ sign, groups: of(key) }))
      // Of the tasks that the metric is of, all records could have been labelled for it.
      const tasks = new Set(touching.flatMap(({ groups }) => groups.flatMap(({ group }) => [...group.members].map(({ task }) => task))))
      const items = labelled.flatMap(({ record, probability }, at): LabelledItem[] => {
        const change = (changes[at]?.[key]?.value ?? Number.NaN) - value
        if (!tasks.has(record.task) || !Number.isFinite(change)) return []
        return [{ record, probability, change, influence: (influenceOf.get(record.item) ?? 0) / (trials.get(record.item)?.length ?? 1) }]
      })
      const n = items.filter(({ record, change }) => change !== 0 || influenceOf.has(record.item)).length
      if (n < LEAST_LABELLED) return []
      const farthest = Math.max(...ends.map(({ figures }) => Math.abs((figures[key]?.value ?? value) - value))) / n
      const ofTasks = scored.filter(({ task }) => tasks.has(task))
      const of = labelShares(items, ofTasks, farthest)
      const spread = combine(
        touching.flatMap(({ sign, groups }) => {
          const units = groups.map(({ group, unit }) => ({ ...unit, influence: of.judgeWeight * unit.influence + of.share(group.members) }))
          const variance = varianceOf(units)
          return variance ? [{ sign, ...variance }] : []
        }),
      )
      if (!spread) return []
      return [[key, corrected(figure, value + of.correction, withLabels(spread, of), n)] as const]
    }),
  )
}

type Swaps = ReadonlyMap<ItemRecord, ItemRecord>

/** What metrics become with some records relabelled: from sums where that gives what summaries give at both ends, else by a summary. */
function relabelling(
  judged: Figures,
  records: readonly ItemRecord[],
  others: ReturnType<typeof itemSums>['withOthers'],
  swapped: (swaps: Swaps) => Figures,
  ends: readonly { readonly swaps: Swaps; readonly figures: Figures }[],
): (swaps: Swaps) => Values {
  const trials = groupBy(records, ({ item }) => item)
  const bySums = (swaps: Swaps) => {
    const items = new Set([...swaps.keys()].map(({ item }) => item))
    return others(new Map([...items].map((item) => [item, (trials.get(item) ?? []).map((record) => swaps.get(record) ?? record)])))
  }
  const known = ends.map(({ swaps, figures }) => ({ sums: bySums(swaps), figures }))
  const isSame = (key: string) =>
    known.every(({ sums, figures }) => Math.abs((sums[key]?.value ?? Number.NaN) - (figures[key]?.value ?? Number.NaN)) <= 1e-9)
  const quick = new Set(Object.keys(judged).filter(isSame))
  const isEach = quick.size === Object.keys(judged).length
  return (swaps) => {
    const sums = Object.entries(bySums(swaps)).filter(([key]) => quick.has(key))
    return { ...(!isEach && swapped(swaps)), ...Object.fromEntries(sums) }
  }
}

/** The spread by items and clusters with what labels add: at least their own variance, and no more degrees of freedom than they tell. */
function withLabels(spread: Spread, { variance, assumed, df: labelDf }: ReturnType<typeof labelShares>) {
  const total = Math.max(spread.se ** 2, variance) + assumed
  const share = total > 0 ? Math.min(1, (variance + assumed) / total) : 0
  const df = Math.max(1, 1 / ((1 - share) ** 2 / spread.designDf + share ** 2 / labelDf))
  return { ...spread, se: Math.sqrt(total), df, designDf: df, share }
}

function corrected(figure: Figure, estimate: number, spread: Spread & { readonly share: number }, n: number): Figure {
  const ends = endsOf(figure)
  // An estimate may lie beyond the ends by chance; a figure does not.
  const value = ends ? Math.min(ends[1], Math.max(ends[0], estimate)) : estimate
  const { floor: _floor, note: _note, ...described } = figure
  return { ...described, value, n, ci95: metricInterval({ ...spread, value }, ends), ofLabels: spread.share }
}

/** The labelled items, each as a group by itself. */
function itemGroups(scored: readonly ItemRecord[], items: ReadonlySet<string>) {
  const tasks = groupBy(scored, ({ task }) => task)
  const labelled = scored.filter(({ item }) => items.has(item))
  return [...groupBy(labelled, ({ item }) => item).values()].map((own) => {
    const [{ task }] = own as [ItemRecord]
    return { members: new Set(own), task, stratum: { name: task }, shareOfTasks: own.length / (tasks.get(task)?.length ?? 1) }
  })
}

/** What a labelled record says of a metric. */
interface LabelledItem {
  readonly record: ItemRecord
  /** The chance it had of being labelled; undefined for the same chance for all. */
  readonly probability: number | undefined
  /** What the metric changes by with the record relabelled. */
  readonly change: number
  /** What the metric owes to the record as the judge has it: the mean over all records is 0. */
  readonly influence: number
}

/** Labelled records from which a task counts by itself; fewer are put together with those of other tasks. */
const LEAST_OF_TASK = 2

/**
 * The correction of a metric by labelled records. Within a task (those with fewer than two labelled records being put together) each
 * stands for as many records as the inverse of its chance says, in all as many as the task has.
 *
 * @param scored all records that could be labelled.
 * @param farthest what one record could change at the most: the size of an error that was not seen.
 */
function labelShares(items: readonly LabelledItem[], scored: readonly ItemRecord[], farthest: number) {
  const classes = classesOf(items, scored)
  const judgeWeight = weightOfJudge(items, classes)
  const restOf = ({ change, influence }: LabelledItem) => change + (1 - judgeWeight) * influence
  const shares = new Map<ItemRecord, number>()
  let [correction, variance] = [0, 0]
  for (const { members, records } of classes) {
    const total = sum(members.map(inverse))
    const scale = records / total
    const centre = sum(members.map((item) => inverse(item) * restOf(item))) / total
    correction += records * centre
    const freedom = members.length / Math.max(1, members.length - 1)
    for (const item of members) {
      const off = scale * inverse(item) * (restOf(item) - centre)
      shares.set(item.record, off * Math.sqrt(freedom))
      const notDrawn = Math.max(0, 1 - 1 / (scale * inverse(item)))
      variance += notDrawn * freedom * off ** 2
    }
  }
  const seen = Math.max(0, ...items.map(({ change }) => Math.abs(change))) || farthest
  const notLabelled = Math.max(0, 1 - items.length / scored.length)
  // Agresti and Coull's two of each kind, for errors that can go either way: of few disagreements a variance is a poor guess.
  const assumed = notLabelled * 2 * ((scored.length * seen) / (items.length + 4)) ** 2
  return {
    /** What the metric is moved by. */
    correction,
    /** How much of the judge's figure counts, 0 to 1: 1 where it follows people, 0 where labels alone are better. */
    judgeWeight,
    /** What the corrected metric owes to the labels of some records, beside the judge's part. */
    share: (members: ReadonlySet<ItemRecord>) => sum([...members].map((record) => shares.get(record) ?? 0)),
    /** Variance that comes from labelling these records and not others. */
    variance,
    /** Variance of errors that were not seen, but may be there. */
    assumed,
    /** Its degrees of freedom, 1 or more. */
    df: Math.max(1, items.length - classes.length),
  }
}

type LabelClass = ReturnType<typeof classesOf>[number]

function classesOf(items: readonly LabelledItem[], scored: readonly ItemRecord[]) {
  const labelled = groupBy(items, ({ record }) => record.task)
  const all = [...groupBy(scored, ({ task }) => task)].map(([task, records]) => ({
    members: labelled.get(task) ?? [],
    /** Records that the members stand for. */
    records: records.length,
  }))
  const several = all.filter(({ members }) => members.length >= LEAST_OF_TASK)
  const few = all.filter(({ members }) => members.length < LEAST_OF_TASK)
  const together = { members: few.flatMap(({ members }) => members), records: sum(few.map(({ records }) => records)) }
  if (together.records === 0) return several
  if (together.members.length >= LEAST_OF_TASK) return [...several, together]
  // Too few to speak for their tasks: those of all tasks speak for all.
  return [{ members: items, records: scored.length }]
}

/** How well the judge's influences foretell people's: the slope of the second on the first within classes, 0 to 1. */
function weightOfJudge(items: readonly LabelledItem[], classes: readonly LabelClass[]): number {
  let [square, product] = [0, 0]
  for (const { members } of classes) {
    const total = sum(members.map(inverse))
    const centre = (of: (item: LabelledItem) => number) => sum(members.map((item) => inverse(item) * of(item))) / total
    const judge = centre(({ influence }) => influence)
    const people = centre(({ influence, change }) => influence + change)
    for (const item of members) {
      square += inverse(item) * (item.influence - judge) ** 2
      product += inverse(item) * (item.influence - judge) * (item.influence + item.change - people)
    }
  }
  return square > 0 ? Math.max(0, Math.min(1, product / square)) : items.length > 0 ? 1 : 0
}

function inverse({ probability = 1 }: LabelledItem): number {
  return 1 / probability
}
