import { describe, expect, test } from 'vitest'
import { timedAttempt } from './attempt.ts'
import { RetryableError } from './retry.ts'

const never = () => new Promise<never>(() => undefined)
const unstopped = new AbortController().signal

describe('an attempt', () => {
  test('that ends in time gives its answer or its error', async () => {
    expect(await timedAttempt(async () => 'well', 60, [unstopped], 'm')).toBe('well')
    const refused = new Error('refused')
    await expect(timedAttempt(() => Promise.reject(refused), 60, [unstopped], 'm')).rejects.toBe(refused)
  })

  test('that takes too long is told to stop, and may be repeated', async () => {
    let told: AbortSignal | undefined
    const attempt = timedAttempt(
      (signal) => {
        told = signal
        return never()
      },
      0.02,
      [unstopped],
      'm',
    )
    const error = await attempt.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RetryableError)
    expect(error).toMatchObject({ message: 'no answer within 0.02 s', retryAfterMs: undefined })
    expect(told?.aborted).toBe(true)
  })

  test('of a stopped run ends, even when it does not listen', async () => {
    const controller = new AbortController()
    const attempt = timedAttempt(never, 60, [controller.signal], 'demo:m')
    controller.abort()
    await expect(attempt).rejects.toThrow('Failed to call demo:m: the run was stopped. Finish it with HOLDFAST_RESUME.')
  })

  test('ends with whichever of its signals comes first', async () => {
    const [own, run] = [new AbortController(), new AbortController()]
    const attempt = timedAttempt(never, 60, [own.signal, run.signal], 'demo:m')
    run.abort()
    await expect(attempt).rejects.toThrow('the run was stopped')
  })

  test('of a run that was stopped before ends at once', async () => {
    await expect(timedAttempt(never, 60, [AbortSignal.abort()], 'demo:m')).rejects.toThrow('the run was stopped')
  })

  test('that fails after it was ended disturbs nobody', async () => {
    const late = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => setImmediate(() => reject(new Error('late')))))
    await expect(timedAttempt(late, 0.01, [unstopped], 'm')).rejects.toThrow('no answer within 0.01 s')
    // An unhandled rejection would fail the run.
    await new Promise((resolve) => setTimeout(resolve, 20))
  })

  test('may be given more time than a timer takes, 24 days', async () => {
    const soon = () => new Promise((resolve) => setTimeout(() => resolve('well'), 20))
    expect(await timedAttempt(soon, 3_000_000, [unstopped], 'm')).toBe('well')
  })
})
