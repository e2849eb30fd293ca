import { type RunFolder, readRunSettings } from '../../kit.ts'

/**
 * What the ids of a run's requests are made of: no other run has it.
 *
 * @throws HoldfastError for a folder without run.json.
 */
export function exportedRunName(folder: RunFolder): string {
  const { id, startedAt } = readRunSettings(folder)
  return batchName({ runId: id, startedAt })
}

/** The same of a run that is under way. */
export function batchName({ runId, startedAt }: { readonly runId: string; readonly startedAt: string }): string {
  return `${runId} ${startedAt}`
}
