import type { Ends } from '../../src/kit.ts'

/** Percentages; a loss is negative where more is got in pieces, without a lower end. */
export function shardedRange(key: string): NonNullable<Ends> {
  if (key.startsWith('loss.')) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return key === 'premature_turns' ? [0, 6] : [0, 100]
}
