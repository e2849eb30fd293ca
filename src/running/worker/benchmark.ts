import { declareSuite } from './declareSuite.ts'
import { type BenchmarkContext, type BenchmarkOptions, inlineSuite, type Suite } from './suite.ts'

/**
 * Declares a benchmark: every item is a Vitest test, run concurrently within the run's limit. Matchers record their
 * scores, and the item fails at its end if any fell below its threshold.
 *
 * @example
 * benchmark('capitals', {
 *   items: [{ id: 'fr', question: 'Capital of France?', answer: 'Paris' }],
 *   reference: (item) => item.answer,
 * }, async (item, { candidate, expect }) => {
 *   const answer = await candidate.ask(item.question)
 *   await expect(answer).toPassRubric(rubric([criterion('names it', { check: (text) => text.includes(item.answer) })]))
 * })
 */
export function benchmark<Item, Fixtures extends object = object>(
  name: string,
  options: BenchmarkOptions<Item, Fixtures>,
  body: (item: Item, context: BenchmarkContext & Omit<Fixtures, keyof BenchmarkContext>) => Promise<void>,
): void
/** Declares the benchmark of a suite that {@link defineSuite} made. */
export function benchmark(suite: Suite): void
export function benchmark<Item, Fixtures extends object>(
  suite: string | Suite,
  options?: BenchmarkOptions<Item, Fixtures>,
  body?: (item: Item, context: BenchmarkContext & Omit<Fixtures, keyof BenchmarkContext>) => Promise<void>,
): void {
  if (typeof suite !== 'string') declareSuite(suite)
  else if (options && body) declareSuite(inlineSuite(suite, options, body))
}
