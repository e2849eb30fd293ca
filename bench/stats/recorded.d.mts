import type { ItemRecord } from '../../src/core/format/records.ts'
import type { readOfficialItems } from '../../suites/fb-bench/openItems.ts'
import type { TASKS } from '../../suites/lifbench/tasks.ts'

/** Item records by model. */
export type RecordedRuns = ReadonlyMap<string, readonly ItemRecord[]>

export function recordedFbBench(data: string, reader: { readonly readOfficialItems: typeof readOfficialItems }): RecordedRuns
export function recordedLifbench(data: string, names: { readonly TASKS: typeof TASKS }): RecordedRuns
