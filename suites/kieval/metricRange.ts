import { withoutSet } from './withoutSet.ts'

/** The official score goes from 10 to 100, the paper's from 0 to 1; all else are shares, and counts of rounds and questions. */
export function kievalRange(key: string): readonly [number, number] {
  const name = withoutSet(key)
  return /^(?:score|domain)\./.test(name) ? [10, 100] : name === 'rounds' || name === 'dropped' ? [0, Number.POSITIVE_INFINITY] : [0, 1]
}
