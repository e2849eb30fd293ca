import { agreementOf, type ItemRecord, isScored, type LabelledPair, type Metrics, metric } from '../../../kit.ts'
import { criterionScore } from './labelRubric.ts'

/**
 * A judge against labelled criteria: accuracy, sensitivity and specificity in percent of the criteria, and Cohen's kappa. The labels
 * stand in the place of people's. Each trial of an answer counts.
 */
export function summarizeCriteria(records: readonly ItemRecord[]): Metrics {
  const pairs = records.filter(isScored).flatMap(pairsOf)
  const figures = agreementOf(pairs, true)(pairs.map(() => 1))
  const count = (label: number) => pairs.filter(({ human }) => human === label).length
  return {
    accuracy: metric(100 * figures.accuracy, pairs.length),
    sensitivity: metric(100 * figures.sensitivity, count(1)),
    specificity: metric(100 * figures.specificity, count(0)),
    kappa: metric(figures.kappa, pairs.length),
  }
}

/** Intervals ask for the same records hundreds of times. */
const known = new WeakMap<ItemRecord, readonly LabelledPair[]>()

function pairsOf(record: ItemRecord): readonly LabelledPair[] {
  const before = known.get(record)
  if (before) return before
  const pairs = [...String(record.tags.labels)].flatMap((digit, index) => {
    const right = record.scores[criterionScore(index)]
    const human = Number(digit)
    return right === undefined ? [] : [{ human, judge: right === 1 ? human : 1 - human }]
  })
  known.set(record, pairs)
  return pairs
}
