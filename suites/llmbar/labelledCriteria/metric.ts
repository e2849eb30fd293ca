const LABELS: Readonly<Record<string, string>> = {
  accuracy: 'criteria decided as labelled',
  sensitivity: 'of criteria that are met, found met',
  specificity: 'of criteria that are not met, found not met',
  kappa: "Cohen's kappa with the labels",
}

/** Names of the metrics of labelled criteria, in words. */
export function criteriaLabel(key: string): string | undefined {
  return LABELS[key]
}

/** Percentages, and kappa. */
export function criteriaRange(key: string): readonly [number, number] {
  return key === 'kappa' ? [-1, 1] : [0, 100]
}
