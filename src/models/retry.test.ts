import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AttemptsError, RetryableError, retryAfterMs, withRetries } from './retry.ts'

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
  const waits: number[] = []
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    waits.length = 0
  })
  afterEach(() => void vi.useRealTimers())

  test('takes one attempt when it succeeds', async () => {
    const attempt = vi.fn(async () => 'well')
    expect(await withRetries(attempt, 3, new AbortController().signal)).toEqual({ value: 'well', attempts: 1 })
    expect(attempt).toHaveBeenCalledTimes(1)
  })
})
