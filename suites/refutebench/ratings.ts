import { UnscoredError } from '../../src/kit.ts'

/**
 * Makes all ratings of an item, each whether or not another one fails: a rating that no usable reply gave leaves its own
 * metric only.
 *
 * @throws UnscoredError when one that the item's threshold needs has no usable reply.
 */
export async function rateAll(needed: readonly (() => Promise<void>)[], others: readonly (() => Promise<void>)[]): Promise<void> {
  const results = await Promise.allSettled([...needed, ...others].map((rate) => rate()))
  const failures = results.flatMap((result, index) => (result.status === 'rejected' ? [{ error: result.reason as unknown, index }] : []))
  const other = failures.find(({ error }) => !(error instanceof UnscoredError))
  const missing = other ?? failures.find(({ index }) => index < needed.length)
  if (missing) throw missing.error
}
