import type { ItemRecord } from '../../../core/format/records.ts'
import type { Metric } from '../../../core/format/scoresDocument.ts'

/** What pictures of a suite are drawn from. */
export interface PictureInput {
  readonly metrics: Readonly<Record<string, Metric>>
  /** The baseline's metrics. */
  readonly base: Readonly<Record<string, Metric>> | undefined
  readonly records: readonly ItemRecord[]
  /** Where the items come from, as the run names it. */
  readonly source?: string | undefined
}

/** The parts of a group of metrics, each once. */
export function partsOf(metrics: PictureInput['metrics'], ...groups: readonly string[]): string[] {
  return [...new Set(Object.values(metrics).flatMap(({ group, part }) => (groups.includes(group ?? '') ? (part ?? []) : [])))]
}
