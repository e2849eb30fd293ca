import { compareRecords, type Figures, type ItemRecord, summaryRules } from '../../src/kit.ts'
import { kievalSummary } from './summary.ts'

const { summarize } = summaryRules('kieval', kievalSummary)

/** A figure without the leak and with it, on the questions that have it in both runs. */
export interface LeakChange {
  readonly clean: number
  readonly leaked: number
  readonly change: number
  readonly ci95: readonly [number, number] | null
  readonly n: number
  /** Whether it rose beyond chance, at 5 % for both figures together. */
  readonly rose: boolean
}

/**
 * What the leak test says. `holds`: right answers rose and the KIEval score did not, which is what KIEval is for. `fooled`:
 * the score rose too. `nothing`: right answers did not rise, so that nothing leaked that helped.
 */
export interface LeakTest {
  readonly verdict: 'holds' | 'fooled' | 'nothing'
  readonly accuracy: LeakChange | null
  readonly score: LeakChange | null
}

/** Compares a run with one whose candidate had the questions and answers in its context, question by question. */
export function leakTest(clean: readonly ItemRecord[], leaked: readonly ItemRecord[]): LeakTest {
  const accuracy = changeOf('accuracy', clean, leaked)
  const interviewed = (records: readonly ItemRecord[]) =>
    new Set(records.filter(({ scores }) => scores['score.overall'] !== undefined).map(({ item }) => item))
  const [one, other] = [interviewed(clean), interviewed(leaked)]
  // A question dropped in one run has no interview there: means over different questions would be compared.
  const both = (records: readonly ItemRecord[]) => records.filter(({ item }) => one.has(item) && other.has(item))
  const score = changeOf('score.overall', both(clean), both(leaked))
  return { verdict: score?.rose ? 'fooled' : accuracy?.rose && score ? 'holds' : 'nothing', accuracy, score }
}

/** Two figures are tested, each at half of 5 %. */
const LEVEL = 0.05 / 2

function changeOf(metric: string, clean: readonly ItemRecord[], leaked: readonly ItemRecord[]): LeakChange | null {
  // The paired test of the change, whatever the scale that the figure is on.
  const unscaled = (records: readonly ItemRecord[]): Figures => {
    const { [metric]: figure } = summarize(records)
    return figure ? { [metric]: { ...figure, range: undefined } } : {}
  }
  const [found] = compareRecords(clean, leaked, unscaled).metrics
  if (!found) return null
  const { a, b, change, ci95, n, p } = found
  return { clean: a, leaked: b, change, ci95, n, rose: change > 0 && p < LEVEL }
}
