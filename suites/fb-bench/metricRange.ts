/** Percentages and differences of two of them; refusals and what is undecided are counted, and the judges' agreement is a share. */
export function fbBenchRange(key: string): readonly [number, number] {
  if (/(?:^|\.)(?:gap|gain)$/.test(key)) return [-100, 100]
  if (/^(?:refused|undecided|control_undecided)$/.test(key)) return [0, Number.POSITIVE_INFINITY]
  return key === 'judge_agreement' ? [0, 1] : [0, 100]
}
