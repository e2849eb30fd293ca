import { createTransport, HoldfastError, type ModelEntry, type RunFolder } from '../../kit.ts'
import { BatchApi } from './batchApi.ts'
import { BatchLedger } from './batchLedger.ts'
import { exportedRunName } from './exportedRunName.ts'

/** Most seconds between two tries. */
const LONGEST_WAIT = 10

/**
 * Ends the batches of a run that are under way. What they have answered by then is kept, and fetched when the run goes on.
 *
 * @param entries models of the configuration, one of which each batch is of.
 * @returns ids of the batches with how each stands now.
 * @throws HoldfastError for a batch of another model.
 */
export async function cancelBatches(
  run: RunFolder,
  entries: readonly ModelEntry[],
  root: string,
): Promise<{ readonly id: string; readonly status: string }[]> {
  const ledger = await BatchLedger.open(run, exportedRunName(run))
  const transports = entries.map((entry) => createTransport(entry, root))
  const cancelled: { id: string; status: string }[] = []
  for (const { id: known, input, model } of ledger.openBatches) {
    const client = transports.find(({ label }) => label === model)?.batch?.client
    if (!client) {
      throw new HoldfastError(
        'CONFIG',
        `Failed to cancel ${known ?? 'a batch'}: the configuration has no model ${model}, which it is of. Give the models that the run was begun with.`,
      )
    }
    const api = new BatchApi(client, model, LONGEST_WAIT, new AbortController().signal)
    // The run may have been stopped between beginning it and hearing of it.
    const id = known ?? (input === undefined ? undefined : await api.find(input))?.id
    if (id !== undefined) cancelled.push({ id, status: (await api.cancel(id)).status })
  }
  return cancelled
}
