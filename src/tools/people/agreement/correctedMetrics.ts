import {
  type CorrectionInput,
  clusterDimensions,
  combine,
  endsOf,
  type Figure,
  type Figures,
  type ItemRecord,
  influences,
  isScored,
  LEAST_LABELLED,
  leavingOutItems,
  metricInterval,
  type Spread,
  varianceOf,
} from '../../../kit.ts'
import { type LabelledItem, type LabelShares, labelShares } from './labelShares.ts'

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
 * @returns metrics by their own keys, those alone that labels can change and that have {@link LEAST_LABELLED} labelled records.
 */
export function correctedMetrics({ records, labelled, summarize, stratumOf }: CorrectionInput): Figures {
  const scored = records.filter(isScored)
  if (labelled.length < LEAST_LABELLED) return {}
  const whole = summarize(records)
  const swapped = (swaps: ReadonlyMap<ItemRecord, ItemRecord>) => summarize(records.map((record) => swaps.get(record) ?? record))
  const allAt = (end: 0 | 1) => swapped(new Map(labelled.map(({ record, extremes }) => [record, extremes[end]])))
  const ends = [allAt(0), allAt(1)] as const
  const judged = Object.keys(whole).filter((key) => ends.some((end) => end[key]?.value !== whole[key]?.value))
  const relabelled = labelled.map(({ record, people }) => swapped(new Map([[record, people]])))
  const dimensions = clusterDimensions(scored, stratumOf)
  const without = leavingOutItems([records])
  const trialsOf = countBy(scored.map(({ item }) => item))
  // What the metric owes to each labelled item by itself.
  const single = { name: 'labelled', sign: 1 as const, groups: itemGroups(scored, new Set(labelled.map(({ record }) => record.item))) }
  const parts = influences([...dimensions, single], whole, (some) => summarize(without(some)[0] ?? []))
  const [own] = parts.splice(-1)
  return Object.fromEntries(
    judged.flatMap((key) => {
      const value = (whole[key] as Figure).value
      const influenceOf = new Map((own?.of(key) ?? []).map(({ group, unit }) => [itemOf(group.members), unit.influence]))
      const touching = parts.map(({ sign, of }) => ({ sign, groups: of(key) }))
      // Of the tasks that the metric is of, all records could have been labelled for it.
      const tasks = new Set(touching.flatMap(({ groups }) => groups.flatMap(({ group }) => [...group.members].map(({ task }) => task))))
      const items = labelled.flatMap(({ record, probability }, at): LabelledItem[] => {
        const change = (relabelled[at]?.[key]?.value ?? Number.NaN) - value
        if (!tasks.has(record.task) || !Number.isFinite(change)) return []
        return [{ record, probability, change, influence: (influenceOf.get(record.item) ?? 0) / (trialsOf.get(record.item) ?? 1) }]
      })
      const n = items.filter(({ record, change }) => change !== 0 || influenceOf.has(record.item)).length
      if (n < LEAST_LABELLED) return []
      const farthest = Math.max(...ends.map((end) => Math.abs((end[key]?.value ?? value) - value))) / n
      const of = labelShares(
        items,
        scored.filter(({ task }) => tasks.has(task)),
        farthest,
      )
      const spread = combine(
        touching.flatMap(({ sign, groups }) => {
          const units = groups.map(({ group, unit }) => ({ ...unit, influence: of.judgeWeight * unit.influence + of.share(group.members) }))
          const variance = varianceOf(units)
          return variance ? [{ sign, ...variance }] : []
        }),
      )
      if (!spread) return []
      return [[key, corrected(whole[key] as Figure, value + of.correction, withLabels(spread, of), n)] as const]
    }),
  )
}

/** The spread by items and clusters with what labels add: at least their own variance, and no more degrees of freedom than they tell. */
function withLabels(spread: Spread, { variance, assumed, df: labelDf }: LabelShares): Spread & { readonly share: number } {
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

function itemGroups(scored: readonly ItemRecord[], items: ReadonlySet<string>) {
  const groups = new Map<string, Set<ItemRecord>>()
  for (const record of scored) {
    if (!items.has(record.item)) continue
    const known = groups.get(record.item)
    if (known) known.add(record)
    else groups.set(record.item, new Set([record]))
  }
  const ofTask = countBy(scored.map(({ task }) => task))
  return [...groups.values()].map((members) => {
    const { task } = [...members][0] as ItemRecord
    return { members, task, stratum: { name: task }, shareOfTasks: members.size / (ofTask.get(task) as number) }
  })
}

function itemOf(members: ReadonlySet<ItemRecord>): string {
  return ([...members][0] as ItemRecord).item
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
