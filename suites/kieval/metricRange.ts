/** The official score goes from 10 to 100, the paper's from 0 to 1; all else are shares, and the number of rounds. */
export function kievalRange(key: string): readonly [number, number] {
  return /^(?:score|domain)\./.test(key) ? [10, 100] : key === 'rounds' || key === 'dropped' ? [0, Number.POSITIVE_INFINITY] : [0, 1]
}
