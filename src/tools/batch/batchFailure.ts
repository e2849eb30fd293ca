import { HoldfastError, RUN_STOPPED } from '../../kit.ts'
import { type Failures, MOST_FAILURES } from './batchLedger.ts'

/** What a call ends with whose requests failed; undefined while it may be asked again. */
export function batchFailure(failures: Failures | undefined, label: string): HoldfastError | undefined {
  if (!failures) return undefined
  const { count, last } = failures
  if (last.final) return new HoldfastError('ENDPOINT', last.message)
  if (count < MOST_FAILURES) return undefined
  const reason = last.message.replace(/[.\s]+$/, '')
  return new HoldfastError(
    'ENDPOINT',
    `Failed to call ${label}: its request failed in ${count} batches, the last time with: ${reason}. Ask for it directly: finish the run with HOLDFAST_RESUME and without batches.`,
  )
}

/** What a call ends with that stands in a file of requests. */
export function awaitingResults(label: string): HoldfastError {
  return new HoldfastError(
    'ABORTED',
    `Failed to call ${label}: ${RUN_STOPPED} until its answers come by batch. Go on with holdfast batch import.`,
  )
}
