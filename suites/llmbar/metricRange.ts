/** Percentages; a bias with its direction; kappa. */
export function llmbarRange(key: string): readonly [number, number] {
  return key.startsWith('kappa.') ? [-1, 1] : key === 'first_bias' ? [-100, 100] : [0, 100]
}
