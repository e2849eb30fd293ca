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
const { AttemptsError, RetryableError, retryAfterMs, withRetries } = await import('./retry.ts')
// And those that come after must not get ours.
afterAll(() => {
  vi.doUnmock('node:timers/promises')
  vi.resetModules()
})

beforeEach(() => {
  waits.length = 0
})

describe('how long an endpoint asks to wait', () => {
  const now = Date.parse('2026-01-01T12:00:00Z')
  test.each<[string, Record<string, string>, number | undefined]>([
    ['nothing said', {}, undefined],
    ['seconds', { 'retry-after': '7' }, 7000],
    ['fractions of a second', { 'retry-after': '0.25' }, 250],
    ['no time at all', { 'retry-after': '0' }, 0],
    ['a date to come', { 'retry-after': 'Thu, 01 Jan 2026 12:00:30 GMT' }, 30_000],
    ['a date gone by', { 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, 0],
    ['milliseconds', { 'retry-after-ms': '120' }, 120],
    ['milliseconds before seconds', { 'retry-after-ms': '120', 'retry-after': '7' }, 120],
    ['seconds where the milliseconds are unreadable', { 'retry-after-ms': 'soon', 'retry-after': '7' }, 7000],
    ['neither number nor date', { 'retry-after': 'soon' }, undefined],
  ])('%s', (_, headers, expected) => {
    expect(retryAfterMs(new Headers(headers), now)).toBe(expected)
  })

  test('no headers', () => {
    expect(retryAfterMs(undefined, now)).toBeUndefined()
  })
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
    expect(await withRetries(failing(), 3, signal)).toEqual({ value: 'attempt 1', attempts: 1 })
    expect(waits).toEqual([])
  })

  test('waits as long as the endpoint asks', async () => {
    const attempt = failing(new RetryableError('busy', 1500), new RetryableError('busy', 0))
    expect(await withRetries(attempt, 3, signal)).toEqual({ value: 'attempt 3', attempts: 3 })
    expect(waits).toEqual([1500, 0])
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
    const given = await withRetries(failing(new RetryableError('busy', 0), last), 2, signal).catch((error: unknown) => error)
    expect(given).toBeInstanceOf(AttemptsError)
    expect(given).toMatchObject({ attempts: 2, cause: last, message: 'still busy' })
    expect(waits).toEqual([0])
  })

  test('gives up at once on an error that another attempt cannot mend', async () => {
    const refused = new Error('refused')
    await expect(withRetries(failing(refused), 6, signal)).rejects.toMatchObject({ attempts: 1, cause: refused })
    expect(waits).toEqual([])
  })

  test('starts no further attempt once the run is stopped', async () => {
    const attempt = vi.fn(failing(new RetryableError('busy', 0)))
    await expect(withRetries(attempt, 6, AbortSignal.abort())).rejects.toMatchObject({ attempts: 1 })
    expect(attempt).toHaveBeenCalledTimes(1)
  })

  test('ends a wait when the run is stopped', async () => {
    const controller = new AbortController()
    const attempt = vi.fn(failing(new RetryableError('busy', FOREVER)))
    const given = withRetries(attempt, 6, controller.signal)
    setImmediate(() => controller.abort())
    await expect(given).rejects.toBeInstanceOf(AttemptsError)
    expect(waits).toEqual([FOREVER])
    expect(attempt).toHaveBeenCalledTimes(1)
  })
})
