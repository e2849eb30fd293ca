/** Percentages and differences of two of them; refusals and the judges' agreement are shares. */
export function fbBenchRange(key: string): readonly [number, number] {
  if (/(?:^|\.)(?:gap|gain)$/.test(key)) return [-100, 100]
  return key === 'refused' || key === 'judge_agreement' ? [0, 1] : [0, 100]
}
