import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { entryOf } from '../../test/entryOf.ts'
import { type RunFolder, runFolder } from '../core/format/runFolder.ts'
import { Budget } from './budget.ts'
import { DEAD_AFTER, EndpointGate } from './endpointGate.ts'
import { Journal } from './journal.ts'
import { Limiter } from './limiter.ts'
import { bindModel } from './model.ts'
import { RetryLog, readRecordedCalls } from './recordedCalls.ts'
import { SpendingLog } from './spendingLog.ts'
import { RetryableError, type Transport } from './transport.ts'

/** Attempts of a call. */
const MOST = 3
const PRICE = { in: 1, out: 1 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function newFolder(): RunFolder {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return runFolder(path)
}

/** One start of a run in a folder: its model, and what it was sent. */
async function startRun(folder: RunFolder, send: Transport['send'], { named = false, maxUsd }: { named?: boolean; maxUsd?: number } = {}) {
  let sent = 0
  let killed = false
  const log = new SpendingLog(folder)
  const budget = new Budget({ maxUsd }, { log })
  budget.charge(await log.open())
  const retries = new RetryLog(folder, !named)
  const gate = new EndpointGate({})
  const recorded = readRecordedCalls(folder, named)
  for (const { usage } of (await recorded).paid) budget.spend(usage, PRICE)
  const model = (item: string, role: 'candidate' | 'judge' = 'candidate') =>
    bindModel({
      transport: {
        label: 'demo:model',
        simulated: false,
        send: (...request) => {
          if (killed) return never()
          sent += 1
          return send(...request)
        },
      },
      entry: { ...entryOf('sim:null'), maxAttempts: MOST, price: PRICE },
      gate,
      budget,
      limiter: new Limiter(100),
      journal: new Journal(folder),
      recorded,
      retries,
      key: { suite: 'demo', item, role, trial: 0 },
      hints: { item, seed: 0, reference: () => '' },
      counts: { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 },
      stopping: new AbortController().signal,
    })
  return {
    ask: (item: string, options = {}) => {
      const answer = model(item).ask('really?', options)
      answer.catch(() => undefined)
      return answer
    },
    judge: (ask: number) => model('one', 'judge').ask('is it?', { ask }),
    sent: () => sent,
    /** From now on nothing comes of it. */
    kill: () => {
      killed = true
    },
  }
}

const failing = async () => {
  throw new RetryableError('HTTP 500')
}
const never = () => new Promise<never>(() => undefined)
/** Waits for what the file system does, while the time that calls wait flies. */
const until = (condition: () => boolean) =>
  vi.waitUntil(
    () => {
      if (condition()) return true
      vi.advanceTimersByTime(1000)
      return false
    },
    { interval: 5, timeout: 60_000 },
  )
const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0)

/** Has a call fail as often as it may. */
async function failAll(folder: RunFolder) {
  const error = (await startRun(folder, failing)).ask('one')
  for (let attempt = 1; attempt <= MOST; attempt += 1) {
    await until(() => linesOf(folder.retries) === attempt)
    await vi.advanceTimersByTimeAsync(60_000)
  }
  await expect(error).rejects.toThrow('tried 3 times')
}

describe('the attempts of a call', () => {
  test('go on over restarts: as many in all as without', async () => {
    const folder = newFolder()
    const first = await startRun(folder, failing)
    first.ask('one')
    // Killed while it waits for the next attempt.
    await until(() => linesOf(folder.retries) === 1)
    first.kill()
    const second = await startRun(folder, failing)
    const error = second.ask('one')
    await until(() => linesOf(folder.retries) === 2)
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(error).rejects.toThrow('HTTP 500, tried 3 times. Check that the endpoint is up.')
    expect([first.sent(), second.sent()]).toEqual([1, 2])
    const third = await startRun(folder, failing)
    await expect(third.ask('one')).rejects.toThrow(
      'Failed to call demo:model: HTTP 500, tried 3 times before the run was started again. Check that the endpoint is up, then name the run in HOLDFAST_RESUME in place of auto.',
    )
    expect(third.sent()).toBe(0)
    // Another call has its own.
    third.ask('two')
    await until(() => third.sent() === 1)
  })

  test('begin anew where a person names the run', async () => {
    const folder = newFolder()
    await failAll(folder)
    const again = await startRun(folder, async () => ({ content: 'yes' }), { named: true })
    expect(await again.ask('one')).toEqual({ content: 'yes' })
    const auto = await startRun(folder, async () => ({ content: 'yes' }))
    // It has an answer now.
    expect(await auto.ask('one')).toMatchObject({ content: 'yes' })
    expect(auto.sent()).toBe(0)
  })

  test('begin anew where it asks otherwise', async () => {
    const folder = newFolder()
    await failAll(folder)
    const again = await startRun(folder, async () => ({ content: 'yes' }))
    await expect(again.ask('one')).rejects.toThrow('before the run was started again')
    expect(await again.ask('one', { maxTokens: 7 })).toMatchObject({ content: 'yes' })
  })

  test.each([
    ['goes on by itself', false],
    ['is named by a person', true],
  ])('that were cut off are told in a run that %s', async (_, named) => {
    const folder = newFolder()
    const first = await startRun(folder, async () => {
      throw new RetryableError('x', undefined, { timedOut: true })
    })
    first.ask('one')
    await until(() => linesOf(folder.retries) === 1)
    first.kill()
    const again = await startRun(folder, async () => ({ content: 'yes' }), { named })
    // Of what was asked otherwise nothing is known.
    expect(await again.ask('one', { maxTokens: 7 })).toEqual({ content: 'yes' })
    expect(await again.ask('one')).toEqual({ content: 'yes', timedOut: true })
    expect(await again.ask('two')).toEqual({ content: 'yes' })
  })

  test('that an endpoint lost because it was dead are given back', async () => {
    const folder = newFolder()
    const first = await startRun(folder, failing)
    const errors = Array.from({ length: DEAD_AFTER }, (_, index) => first.ask(`item-${index}`))
    for (let attempt = 1; attempt <= MOST; attempt += 1) {
      await until(() => linesOf(folder.retries) === attempt * DEAD_AFTER)
      await vi.advanceTimersByTimeAsync(60_000)
    }
    await Promise.allSettled(errors)
    const second = await startRun(folder, failing)
    const error = second.ask('item-0')
    for (let attempt = 1; attempt <= MOST; attempt += 1) {
      await until(() => second.sent() === attempt && linesOf(folder.retries) === MOST * DEAD_AFTER + attempt)
      await vi.advanceTimersByTimeAsync(60_000)
    }
    await expect(error).rejects.toThrow('HTTP 500, tried 3 times.')
    expect(second.sent()).toBe(MOST)
    // It is up again.
    const third = await startRun(folder, async () => ({ content: 'yes' }))
    expect(await third.ask('item-0')).toMatchObject({ content: 'yes' })
    expect(await third.ask('item-1')).toMatchObject({ content: 'yes' })
  })

  test('of a run that goes on after its endpoint has recovered are not given back', async () => {
    const folder = newFolder()
    let down = true
    const first = await startRun(folder, async () => (down ? failing() : { content: 'yes' }))
    const error = first.ask('one')
    for (let attempt = 1; attempt <= MOST; attempt += 1) {
      await until(() => linesOf(folder.retries) === attempt)
      await vi.advanceTimersByTimeAsync(60_000)
    }
    await expect(error).rejects.toThrow('tried 3 times')
    down = false
    await first.ask('two')
    await expect((await startRun(folder, failing)).ask('one')).rejects.toThrow('before the run was started again')
  })
})

test('what a question has been asked in vain is not asked again by a restart, and is by a person', async () => {
  const folder = newFolder()
  appendFileSync(
    folder.items,
    `${JSON.stringify({ suite: 'demo', item: 'one', task: 't', trial: 0, status: 'unscored', tags: {}, scores: {}, reason: 'no usable verdict' })}\n`,
  )
  const first = await startRun(folder, async () => ({ content: 'maybe' }))
  for (const ask of [0, 1, 2]) await first.judge(ask)
  const second = await startRun(folder, async () => ({ content: 'maybe' }))
  for (const ask of [0, 1, 2]) expect(await second.judge(ask)).toMatchObject({ content: 'maybe' })
  expect(second.sent()).toBe(0)
  const named = await startRun(folder, async () => ({ content: 'yes' }), { named: true })
  expect(await named.judge(0)).toMatchObject({ content: 'yes' })
})

describe('the budget', () => {
  /** A call sets aside some dozens of bytes for its prompt and a cap of 1,000 tokens. */
  const CAP = { maxTokens: 1000 }

  test('counts a call that was under way when the process was killed, at its most', async () => {
    const folder = newFolder()
    const first = await startRun(folder, never, { maxUsd: 0.0025 })
    first.ask('one', CAP)
    first.ask('two', CAP)
    await until(() => linesOf(folder.spending) === 2 && first.sent() === 2)
    const second = await startRun(folder, never, { maxUsd: 0.0025 })
    await expect(second.ask('three', CAP)).rejects.toThrow('the budget of $0.0025 does not cover another call')
    expect(second.sent()).toBe(0)
    // And once only, however often it is started.
    const third = await startRun(folder, never, { maxUsd: 0.0035 })
    third.ask('three', CAP)
    await until(() => third.sent() === 1)
  })

  test('counts an answer that is in the journal once, by what it took', async () => {
    const folder = newFolder()
    const answered = async () => ({ content: 'yes', usage: { promptTokens: 10, completionTokens: 90 } })
    const first = await startRun(folder, answered, { maxUsd: 0.0025 })
    await first.ask('one', CAP)
    await first.ask('two', CAP)
    await until(() => linesOf(folder.spending) === 4)
    expect(await new SpendingLog(folder).open()).toEqual({ usd: 0, tokens: 0 })
    // $0.0002 are spent: there is room for two calls at their most, and for no third.
    const second = await startRun(folder, never, { maxUsd: 0.0025 })
    second.ask('three', CAP)
    second.ask('four', CAP)
    await until(() => second.sent() === 2)
  })

  test('counts an answer without a usage at its most, as it did before', async () => {
    const folder = newFolder()
    const first = await startRun(folder, async () => ({ content: 'yes' }), { maxUsd: 0.0025 })
    await first.ask('one', CAP)
    await first.ask('two', CAP)
    await expect(first.ask('three', CAP)).rejects.toThrow('the budget of')
    const second = await startRun(folder, never, { maxUsd: 0.0025 })
    await expect(second.ask('three', CAP)).rejects.toThrow('the budget of')
  })

  test('counts an attempt that was not waited for at its most: the endpoint may send its bill', async () => {
    const folder = newFolder()
    let tries = 0
    const late: Transport['send'] = async () => {
      tries += 1
      return tries > 1 ? never() : Promise.reject(new RetryableError('no answer within 1 s', undefined, { timedOut: true }))
    }
    const first = await startRun(folder, late, { maxUsd: 0.0025 })
    first.ask('one', CAP)
    await until(() => first.sent() === 2)
    const second = await startRun(folder, never, { maxUsd: 0.0025 })
    await expect(second.ask('two', CAP)).rejects.toThrow('the budget of')
  })

  test('does not count a call that failed', async () => {
    const folder = newFolder()
    const first = await startRun(folder, failing, { maxUsd: 0.0025 })
    first.ask('one', CAP)
    await until(() => linesOf(folder.spending) === 2)
    expect(await new SpendingLog(folder).open()).toEqual({ usd: 0, tokens: 0 })
  })
})
