/** Percentages, and the gap between two of them. */
export function fbBenchRange(key: string): readonly [number, number] {
  return key === 'gap' ? [-100, 100] : [0, 100]
}
