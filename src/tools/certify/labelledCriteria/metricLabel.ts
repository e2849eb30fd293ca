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
