import type { ItemRecord } from '../../../core/format/records.ts'
import type { Metric } from '../../../core/format/scoresDocument.ts'
import type { Bar } from './rowCharts.ts'

/** What pictures of a suite are drawn from. */
export interface PictureInput {
  readonly metrics: Readonly<Record<string, Metric>>
  /** The baseline's metrics. */
  readonly base: Readonly<Record<string, Metric>> | undefined
  readonly records: readonly ItemRecord[]
  /** Where the items come from, as the run names it. */
  readonly source?: string | undefined
}

/** A metric as a bar; none where the run has no such metric. */
export function barOf(key: string, name: string, { metrics, base }: Pick<PictureInput, 'metrics' | 'base'>): Bar[] {
  const found = metrics[key]
  return found ? [{ ...found, name, base: base?.[key]?.value }] : []
}

/** The parts of a group of metrics, each once. */
export function partsOf(metrics: PictureInput['metrics'], ...groups: readonly string[]): string[] {
  return [...new Set(Object.values(metrics).flatMap(({ group, part }) => (groups.includes(group ?? '') ? (part ?? []) : [])))]
}
