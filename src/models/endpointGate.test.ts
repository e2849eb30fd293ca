import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HoldfastError } from '../core/base/errors.ts'
import { EndpointGate, type Pass } from './endpointGate.ts'
import { RetryableError } from './transport.ts'

/** Of a test of its own for each call, as in a run. */
const signal = () => new AbortController().signal
const rejection = (status: number, retryAfterMs?: number) => new RetryableError('not now', retryAfterMs, { status })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends everybody who is let through; gives who went out when, in milliseconds from now. */
function watch(gate: EndpointGate, count: number, answer: (pass: Pass) => void = () => undefined) {
  const began = performance.now()
  const out: { readonly name: number; readonly at: number }[] = []
  for (let name = 0; name < count; name += 1) {
    void gate.enter(signal()).then((pass) => {
      pass.go()
      out.push({ name, at: performance.now() - began })
      answer(pass)
    })
  }
  return out
}

/** Lets time pass. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('an endpoint without limits', () => {
  test('lets everybody through at once, in order', async () => {
    const out = watch(new EndpointGate({}), 500)
    await pass(0)
    expect(out.map(({ name }) => name)).toEqual(Array.from({ length: 500 }, (_, name) => name))
  })

  test('lets one at a time leave: the next follows when the request has gone out', async () => {
    const gate = new EndpointGate({})
    const passes: Pass[] = []
    for (let count = 0; count < 3; count += 1) void gate.enter(signal()).then((leave) => passes.push(leave))
    await pass(5000)
    expect(passes).toHaveLength(1)
    passes[0]?.go()
    await pass(0)
    expect(passes).toHaveLength(2)
    // One that failed before it went out has left too.
    passes[1]?.failed(new Error('no prompt'))
    await pass(0)
    expect(passes).toHaveLength(3)
  })
})

describe('requests a minute', () => {
  test.each([60, 300, 1200])('%i are kept to, and used to 95 % and more', async (requestsPerMinute) => {
    const out = watch(new EndpointGate({ requestsPerMinute }), 3 * requestsPerMinute)
    await pass(60_000)
    expect(out.length).toBeLessThanOrEqual(requestsPerMinute)
    expect(out.length).toBeGreaterThanOrEqual(0.95 * requestsPerMinute)
  })

  test('do not go out in a volley after an idle time', async () => {
    const gate = new EndpointGate({ requestsPerMinute: 1200 })
    await pass(600_000)
    const out = watch(gate, 100)
    await pass(0)
    // Half a second's worth.
    expect(out.length).toBeLessThanOrEqual(10)
  })
})

describe('a share of the limits', () => {
  test('is kept to, and changes as parts come and go', async () => {
    const gate = new EndpointGate({ requestsPerMinute: 600 }, 0.5)
    const out = watch(gate, 2000)
    await pass(60_000)
    expect(out.length).toBeLessThanOrEqual(300 + 5)
    expect(out.length).toBeGreaterThanOrEqual(0.95 * 300)
    gate.share = 1
    const before = out.length
    await pass(60_000)
    expect(out.length - before).toBeLessThanOrEqual(600)
    expect(out.length - before).toBeGreaterThanOrEqual(0.95 * 600)
  })

  test('of nothing lets one through and no more, until there is one', async () => {
    const gate = new EndpointGate({ requestsPerMinute: 600, tokensPerMinute: 1e6 }, 0)
    const out = watch(gate, 10, (leave) => leave.answered({ promptTokens: 10, completionTokens: 0 }))
    await pass(60_000)
    expect(out.length).toBeLessThanOrEqual(1)
    gate.share = 1
    await pass(5000)
    expect(out).toHaveLength(10)
  })
})

describe('tokens a minute', () => {
  test('let one call show what it takes before the others follow', async () => {
    const gate = new EndpointGate({ tokensPerMinute: 60_000 })
    const passes: Pass[] = []
    for (let count = 0; count < 20; count += 1)
      void gate.enter(signal()).then((leave) => {
        leave.go()
        passes.push(leave)
      })
    await pass(30_000)
    expect(passes).toHaveLength(1)
    passes[0]?.answered({ promptTokens: 4000, completionTokens: 1000 })
    await pass(1)
    expect(passes).toHaveLength(1)
  })

  test('are kept to, prompts and answers together', async () => {
    const out = watch(new EndpointGate({ tokensPerMinute: 60_000 }), 100, (leave) =>
      leave.answered({ promptTokens: 900, completionTokens: 100 }),
    )
    await pass(60_000)
    expect(out.length).toBeLessThanOrEqual(60)
    expect(out.length).toBeGreaterThanOrEqual(56)
  })

  test('count what a call took, not what it was thought to take', async () => {
    let calls = 0
    const out = watch(new EndpointGate({ tokensPerMinute: 60_000 }), 100, (leave) => {
      calls += 1
      leave.answered({ promptTokens: calls === 1 ? 10 : 2000, completionTokens: 0 })
    })
    await pass(120_000)
    // 116,400 tokens at 97 %: 58 calls, and what the first few went over before it showed.
    expect(out.length).toBeLessThanOrEqual(65)
    expect(out.length).toBeGreaterThanOrEqual(52)
  })

  test('do not make an endpoint that never tells them be asked one by one', async () => {
    const out = watch(new EndpointGate({ tokensPerMinute: 60_000 }), 100, (leave) => leave.answered(undefined))
    await pass(100)
    expect(out).toHaveLength(100)
  })
})

describe('an endpoint that asks for a pause', () => {
  test('has it from everybody, a minute at most', async () => {
    const gate = new EndpointGate({})
    const first = await gate.enter(signal())
    first.failed(rejection(429, 5000))
    const out = watch(gate, 3)
    await pass(4999)
    expect(out).toEqual([])
    await pass(1001)
    expect(out).toHaveLength(3)
    gate.pause(3_600_000)
    const later = watch(gate, 1)
    await pass(59_000)
    expect(later).toEqual([])
    await pass(2000)
    expect(later).toHaveLength(1)
  })

  test('lets the urgent go first', async () => {
    const gate = new EndpointGate({})
    gate.pause(1000)
    const order: string[] = []
    const queue = (name: string, urgent: boolean) =>
      void gate.enter(signal(), urgent).then((leave) => {
        leave.go()
        order.push(name)
      })
    queue('new 1', false)
    queue('urgent 1', true)
    queue('new 2', false)
    queue('urgent 2', true)
    await pass(1500)
    expect(order).toEqual(['urgent 1', 'urgent 2', 'new 1', 'new 2'])
  })
})

describe('an endpoint that is asked too much', () => {
  test.each([429, 503, 529])('is asked more slowly after a volley of %i', async (status) => {
    const gate = new EndpointGate({})
    watch(gate, 40, (leave) => setTimeout(() => leave.failed(rejection(status)), 10))
    await pass(20)
    const out = watch(gate, 1000)
    await pass(1000)
    expect(out.length).toBeGreaterThan(0)
    expect(out.length).toBeLessThan(60)
  })

  test.each([500, 408, undefined])('is not what %s says', async (status) => {
    const gate = new EndpointGate({})
    watch(gate, 40, (leave) =>
      setTimeout(() => leave.failed(new RetryableError('broken', undefined, status === undefined ? {} : { status })), 10),
    )
    await pass(20)
    const out = watch(gate, 1000)
    await pass(0)
    expect(out).toHaveLength(1000)
  })
})

describe('a dead endpoint', () => {
  const fail = (gate: EndpointGate, times: number) => {
    for (let time = 0; time < times; time += 1) gate.gaveUp('openai:m', new RetryableError('connection refused'))
  }

  test('is one after eight calls given up in a row, and everybody is told', async () => {
    const gate = new EndpointGate({ requestsPerMinute: 1 })
    const first = await gate.enter(signal())
    first.go()
    const waiting = gate.enter(signal())
    const refused = expect(waiting).rejects.toThrow(
      'Failed to call openai:m: 8 calls in a row failed, the last with: connection refused. Check the endpoint, then finish the run with HOLDFAST_RESUME.',
    )
    fail(gate, 8)
    await refused
    await expect(gate.enter(signal())).rejects.toThrow(HoldfastError)
  })

  test('is none while a call is answered in between', async () => {
    const gate = new EndpointGate({})
    fail(gate, 7)
    const leave = await gate.enter(signal())
    leave.answered(undefined)
    fail(gate, 7)
    await expect(gate.enter(signal())).resolves.toBeDefined()
  })
})

describe('a run that is stopped', () => {
  test('takes the waiting with it, and nobody else', async () => {
    const gate = new EndpointGate({})
    gate.pause(1000)
    const stopped = new AbortController()
    const leaving = gate.enter(stopped.signal)
    const out = watch(gate, 1)
    const refused = expect(leaving).rejects.toBe('stopped')
    stopped.abort('stopped')
    await refused
    await pass(1500)
    expect(out).toHaveLength(1)
  })

  test('lets nobody in', () => expect(new EndpointGate({}).enter(AbortSignal.abort('stopped'))).rejects.toBe('stopped'))
})
