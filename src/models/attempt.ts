import { HoldfastError } from '../core/base/errors.ts'
import { RUN_STOPPED } from '../core/format/records.ts'
import { RetryableError } from './retry.ts'

/** Longest delay a timer takes, 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * One attempt of a call, ended by the test's signal, the run's, or after a time of its own. The attempt is told to stop by its signal,
 * and not waited for: an application under test may ignore it.
 *
 * @throws RetryableError after `seconds`; HoldfastError when the run is stopped.
 */
export async function timedAttempt<T>(
  send: (signal: AbortSignal) => Promise<T>,
  seconds: number,
  signals: readonly AbortSignal[],
  label: string,
): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let stop: (() => void) | undefined
  const ended = new Promise<never>((_, reject) => {
    const end = (error: Error) => {
      reject(error)
      controller.abort(error)
    }
    stop = () => end(stopped(label))
    timer = setTimeout(() => end(new RetryableError(`no answer within ${seconds} s`)), Math.min(seconds * 1000, LONGEST_TIMER_MS))
    for (const signal of signals) {
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
    }
  })
  try {
    return await Promise.race([send(controller.signal), ended])
  } finally {
    clearTimeout(timer)
    for (const signal of signals) if (stop) signal.removeEventListener('abort', stop)
    ended.catch(() => undefined)
  }
}

/** What a stopped run's calls end with. */
export function stopped(label: string): HoldfastError {
  return new HoldfastError('ABORTED', `Failed to call ${label}: ${RUN_STOPPED}. Finish it with HOLDFAST_RESUME.`)
}
