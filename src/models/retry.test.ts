import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'

const waits: number[] = []
vi.mock('node:timers/promises', async (original) => {
  const { setTimeout: delay } = await original<typeof import('node:timers/promises')>()
  const recorded: typeof delay = (milliseconds, value, options) => {
    waits.push(milliseconds ?? 0)
    // No time passes, unless the wait is one that only an abort can end.
    return delay(options?.signal && milliseconds === FOREVER ? 1e6 : 0, value, options)
  }
  return { setTimeout: recorded }
})
const FOREVER = 59_999

// Files share their modules: one that was loaded before has the real timer.
vi.resetModules()
const { RetryableError, timedAttempt, withRetries } = await import('./transport.ts')
// And those that come after must not get ours.
afterAll(() => {
  vi.doUnmock('node:timers/promises')
  vi.resetModules()
})

beforeEach(() => {
  waits.length = 0
})

describe('withRetries', () => {
  const signal = new AbortController().signal

  /** An attempt that fails with the errors in turn, and then succeeds. */
  const failing = (...errors: Error[]) => {
    let attempts = 0
    return async () => {
      attempts += 1
      const error = errors[attempts - 1]
      if (error) throw error
      return `attempt ${attempts}`
    }
  }

  test('takes one attempt, and no wait, when it succeeds', async () => {
    expect(await withRetries(failing(), 3, signal)).toBe('attempt 1')
    expect(waits).toEqual([])
  })

  test('waits as long as the endpoint asks', async () => {
    const attempt = failing(new RetryableError('busy', 1500), new RetryableError('busy', 20))
    expect(await withRetries(attempt, 3, signal)).toBe('attempt 3')
    expect(waits).toEqual([1500, 20])
  })

  test('waits a minute at most, whatever the endpoint asks', async () => {
    await withRetries(failing(new RetryableError('busy', 90_000)), 2, signal)
    expect(waits).toEqual([60_000])
  })

  test('waits half a second, doubled each time, less up to half for jitter, where the endpoint asks nothing', async () => {
    const busy = Array.from({ length: 10 }, () => new RetryableError('busy'))
    await withRetries(failing(...busy), 11, signal)
    expect(waits).toHaveLength(10)
    for (const [index, wait] of waits.entries()) {
      const full = 500 * 2 ** index
      expect(wait).toBeGreaterThanOrEqual(Math.min(60_000, full / 2))
      expect(wait).toBeLessThanOrEqual(Math.min(60_000, full))
    }
  })

  test('gives up after the last attempt with its error, without waiting once more', async () => {
    const last = new RetryableError('still busy', 0)
    await expect(withRetries(failing(new RetryableError('busy', 0), last), 2, signal)).rejects.toBe(last)
    // No time at all is no wait that an endpoint asks for.
    expect(waits).toEqual([expect.toSatisfy((wait: number) => wait >= 250 && wait <= 500)])
  })

  test('gives up at once on an error that another attempt cannot mend', async () => {
    const refused = new Error('refused')
    await expect(withRetries(failing(refused), 6, signal)).rejects.toBe(refused)
    expect(waits).toEqual([])
  })

  test('starts no further attempt once the run is stopped', async () => {
    const attempt = vi.fn(failing(new RetryableError('busy', 0)))
    await expect(withRetries(attempt, 6, AbortSignal.abort())).rejects.toThrow('busy')
    expect(attempt).toHaveBeenCalledTimes(1)
  })

  test('ends a wait when the run is stopped', async () => {
    const controller = new AbortController()
    const attempt = vi.fn(failing(new RetryableError('busy', FOREVER)))
    const given = withRetries(attempt, 6, controller.signal)
    setImmediate(() => controller.abort())
    await expect(given).rejects.toThrow('aborted')
    expect(waits).toEqual([FOREVER])
    expect(attempt).toHaveBeenCalledTimes(1)
  })
})

const never = () => new Promise<never>(() => undefined)
const unstopped = new AbortController().signal

describe('an attempt', () => {
  test('that ends in time gives its answer or its error', async () => {
    expect(await timedAttempt(async () => 'well', 60, unstopped, 'm')).toBe('well')
    const refused = new Error('refused')
    await expect(timedAttempt(() => Promise.reject(refused), 60, unstopped, 'm')).rejects.toBe(refused)
  })

  test('that takes too long is told to stop, and may be repeated', async () => {
    let told: AbortSignal | undefined
    const attempt = timedAttempt(
      (signal) => {
        told = signal
        return never()
      },
      0.02,
      unstopped,
      'm',
    )
    const error = await attempt.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RetryableError)
    expect(error).toMatchObject({ message: 'no answer within 0.02 s', retryAfterMs: undefined })
    expect(told?.aborted).toBe(true)
  })

  test('of a stopped run ends, even when it does not listen', async () => {
    const controller = new AbortController()
    const attempt = timedAttempt(never, 60, controller.signal, 'demo:m')
    controller.abort()
    await expect(attempt).rejects.toThrow('Failed to call demo:m: the run was stopped. Finish it with HOLDFAST_RESUME.')
  })

  test('of a run that was stopped before ends at once', () =>
    expect(timedAttempt(never, 60, AbortSignal.abort(), 'demo:m')).rejects.toThrow('the run was stopped'))

  test('that fails after it was ended disturbs nobody', async () => {
    const late = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => setImmediate(() => reject(new Error('late')))))
    await expect(timedAttempt(late, 0.01, unstopped, 'm')).rejects.toThrow('no answer within 0.01 s')
    // An unhandled rejection would fail the run.
    await new Promise((resolve) => setTimeout(resolve, 20))
  })

  test('may be given more time than a timer takes, 24 days', async () => {
    const soon = () => new Promise((resolve) => setTimeout(() => resolve('well'), 20))
    expect(await timedAttempt(soon, 3_000_000, unstopped, 'm')).toBe('well')
  })
})
