import type { Metric } from './scoresDocument.ts'

/** The name of a metric in words; undefined where it goes by its key. */
export function metricName(key: string, metric: Pick<Metric, 'label'> | undefined): string | undefined {
  return metric?.label === key ? undefined : metric?.label
}
