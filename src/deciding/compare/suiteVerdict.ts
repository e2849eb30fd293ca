import type { ChangeVerdict, Comparison, MetricComparison } from '../../core/stats/compareRecords.ts'
import type { SuiteComparison } from './suiteComparison.ts'

/** What can be said of a change, told from one where both figures are equal. */
export type ShownVerdict = ChangeVerdict | 'same-figure'

/** The verdicts, the one that decides a release first. */
export const SHOWN_VERDICTS = ['worse', 'better', 'cannot-tell', 'same-figure'] as const satisfies readonly ShownVerdict[]

/** The verdicts in words. */
export const VERDICT_TEXTS: Readonly<Record<ShownVerdict, string>> = {
  worse: 'worse',
  better: 'better',
  'cannot-tell': 'cannot tell',
  'same-figure': 'same figure',
}

/** What is said of one metric: a change of 0 that no test tells from 0 is the same figure, which is no proof that nothing changed. */
export function shownVerdict({ verdict, change }: Pick<MetricComparison, 'verdict' | 'change'>): ShownVerdict {
  return verdict === 'cannot-tell' && change === 0 ? 'same-figure' : verdict
}

/** How one suite changed. */
export interface SuiteVerdict {
  readonly suite: string
  readonly verdict: ShownVerdict
  /** The metric that decides it: the one the suite is read by first. */
  readonly metric: MetricComparison | undefined
  /** Items that passed in A alone, and in B alone. */
  readonly newlyFailing: number
  readonly fixed: number
}

/** The metric whose verdict is that of the suite: the one the suite is read by first. No other takes its place where it has no value. */
export function decidingMetric({ metrics, first }: Pick<Comparison, 'metrics' | 'first'>): MetricComparison | undefined {
  return metrics.find(({ key }) => key === first)
}

/** How a suite changed from A to B, by its deciding metric, which is tested by itself: other metrics do not bear on it. */
export function suiteVerdict(comparison: SuiteComparison): SuiteVerdict {
  const { suite, lost, gained } = comparison
  const metric = decidingMetric(comparison)
  return { suite, verdict: metric ? shownVerdict(metric) : 'cannot-tell', metric, newlyFailing: lost.length, fixed: gained.length }
}

/** How often some of so many suites that did not change are told apart all the same, 0 to 1: each is tested at 5 %. */
export function toldByChance(suites: number): number {
  return 1 - 0.95 ** suites
}

/** What stands where an interval is clear of 0 and its verdict is not: to look for it among many metrics is to find one. */
export const CLEAR_OF_ZERO =
  'Where an interval is clear of 0 and the verdict is “cannot tell”, the metric would be told if it were tested by itself. It is tested together with others, since of 20 metrics that did not change one looks so.'

const UNSURE: readonly (readonly [ShownVerdict, string])[] = [
  ['cannot-tell', '“cannot tell”: the figures differ by no more than chance may do over these items. One may still be better.'],
  ['same-figure', '“same figure”: both runs have it. The interval says how far apart they may still be.'],
]

/** What the verdicts that name no winner mean, of those that are shown. */
export function unsureTexts(shown: readonly ShownVerdict[]): string[] {
  return UNSURE.flatMap(([verdict, text]) => (shown.includes(verdict) ? [text] : []))
}

/** Whether the number of tests alone stands in the way of a verdict. */
export function isClearOfZero({ verdict, p }: Pick<MetricComparison, 'verdict' | 'p'>): boolean {
  return verdict === 'cannot-tell' && p < 0.05
}

/**
 * One line over all suites in their order, what decides a release first: `worse in fb-bench; cannot tell in kieval; same figure in llmbar`. Where
 * one of several is told apart, it says how often that is by chance.
 */
export function verdictLine(verdicts: readonly Pick<SuiteVerdict, 'suite' | 'verdict'>[]): string {
  const words = SHOWN_VERDICTS.flatMap((verdict) => {
    const suites = verdicts.filter((own) => own.verdict === verdict).map(({ suite }) => suite)
    return suites.length === 0 ? [] : [`${VERDICT_TEXTS[verdict]} in ${suites.join(', ')}`]
  }).join('; ')
  const isTold = verdicts.length > 1 && verdicts.some(({ verdict }) => verdict === 'worse' || verdict === 'better')
  const chance = `by chance 5 % a suite, ${Math.round(100 * toldByChance(verdicts.length))} % over all ${verdicts.length}`
  return isTold ? `${words} (${chance})` : words
}
