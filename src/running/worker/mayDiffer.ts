import type { ModelEntry } from '../../core/format/modelEntry.ts'
import type { AskOptions } from '../../models/model.ts'

/**
 * Whether a call may be answered otherwise the next time: its temperature is not 0, or its endpoint does not take one.
 *
 * @param entry of the model that is called.
 * @param adapted what was changed in requests for its endpoint.
 */
export function mayDiffer(
  entry: Pick<ModelEntry, 'temperature' | 'members'> | undefined,
  options: Pick<AskOptions, 'temperature'>,
  adapted: readonly string[] = [],
): boolean {
  if (adapted.some((change) => change.startsWith('temperature '))) return true
  const entries = entry?.members ?? [entry]
  return entries.some((one) => (one?.temperature === undefined ? options.temperature : one.temperature) !== 0)
}
