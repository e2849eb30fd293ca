import { agreementOf, type Figures, type ItemRecord, isScored, type LabelledPair, metric, type SummaryInput } from '../../../kit.ts'
import { criterionScore } from './labelRubric.ts'

/**
 * A judge against labelled criteria: accuracy, sensitivity and specificity in percent of the criteria, and Cohen's kappa. The labels
 * stand in the place of people's. Each trial of an answer counts.
 */
export function labelledCriteriaSummary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const pairs = records.filter(isScored).flatMap(pairsOf)
  const figures = agreementOf(pairs, true)(pairs.map(() => 1))
  const count = (label: number) => pairs.filter(({ human }) => human === label).length
  const percent = (value: number, n: number, label: string) => metric(100 * value, { n, label, range: [0, 100] })
  return {
    accuracy: {
      ...percent(figures.accuracy, pairs.length, 'criteria decided as labelled'),
      headline: { unit: 'percent', digits: 1 },
    },
    sensitivity: percent(figures.sensitivity, count(1), 'of criteria that are met, found met'),
    specificity: percent(figures.specificity, count(0), 'of criteria that are not met, found not met'),
    kappa: metric(figures.kappa, { n: pairs.length, label: "Cohen's kappa with the labels", range: [-1, 1] }),
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
