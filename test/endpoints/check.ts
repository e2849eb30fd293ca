import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { HoldfastError, UnscoredError } from '../../src/core/base/errors.ts'
import type { CallCounts } from '../../src/core/format/itemResult.ts'
import { modelEntry } from '../../src/core/format/modelEntry.ts'
import type { Role } from '../../src/core/format/role.ts'
import { runFolder } from '../../src/core/format/runFolder.ts'
import { createTransport } from '../../src/models/createTransport.ts'
import { EndpointGate } from '../../src/models/endpointGate.ts'
import { Journal } from '../../src/models/journal.ts'
import { Limiter } from '../../src/models/limiter.ts'
import { bindModel } from '../../src/models/model.ts'
import { RetryableError, type Transport } from '../../src/models/transport.ts'
import { type Behaviour, type Try, WRONG_KEY } from './provider.ts'
import { ROWS, startZoo } from './zoo.ts'

/** Takes what is to be done when a test is over. */
type Finished = (cleanup: () => void) => void

/** A zoo of its own and everything that a call goes through. */
async function visit(provider: string, { model, entry, prompt = 'hello', options = {}, key }: Try, finished: Finished) {
  const zoo = await startZoo()
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  finished(() => {
    zoo.close()
    rmSync(folder, { recursive: true })
  })
  const uri = zoo.uri(provider, model)
  const validated = modelEntry.parse({ uri, apiKeyEnv: key === WRONG_KEY ? 'ZOO_WRONG_KEY' : 'ZOO_KEY', ...entry })
  const transport = createTransport(validated, folder)
  const failures: unknown[] = []
  const watched: Transport = {
    ...transport,
    send: (request, signal) =>
      transport.send(request, signal).catch((error: unknown) => {
        failures.push(error)
        throw error
      }),
  }
  const gate = new EndpointGate(validated)
  const journal = new Journal(runFolder(folder))
  const counts: CallCounts = { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 }
  const bind = (role: Role) =>
    bindModel({
      transport: watched,
      entry: validated,
      gate,
      limiter: new Limiter(1),
      journal,
      key: { suite: 'demo', item: 'one', role, trial: 0 },
      hints: { item: 'one', seed: 0, reference: () => 'none' },
      counts,
      stopping: new AbortController().signal,
    })
  return {
    ask: (role: Role = 'candidate') => bind(role).ask(prompt, options),
    /** What went wrong with attempts. */
    failures,
    transport,
    counts,
    zoo,
    failed: `Failed to call ${uri}: `,
  }
}

/** The error of a call that must have one. */
function errorOf(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => expect.unreachable('the call had an answer'),
    (error) => error,
  )
}

const CHECKS = {
  answer: async (provider: string, one: Try & { answer: object }, finished: Finished) => {
    const { ask, zoo } = await visit(provider, one, finished)
    expect(await ask()).toMatchObject(one.answer)
    expect(zoo.received).toHaveLength(1)
  },
  cut: async (provider: string, one: Try & { cut: string }, finished: Finished) => {
    const { ask, zoo, counts } = await visit(provider, one, finished)
    const error = await errorOf(ask())
    expect(error).toBeInstanceOf(UnscoredError)
    expect(error.message).toBe(
      `Failed to get an answer: ${zoo.uri(provider, one.model)} was cut off${one.cut}. Give its entry in models a larger reasoningTokens.`,
    )
    expect(counts).toMatchObject({ calls: 1, retries: 0, cut: 1 })
    // A judge's caller decides what is done about it.
    expect(await ask('judge')).toMatchObject({ content: '', finish: 'length' })
  },
  none: async (provider: string, one: Try & { none: string }, finished: Finished) => {
    const { ask, counts } = await visit(provider, one, finished)
    const error = await errorOf(ask())
    expect(error).toBeInstanceOf(UnscoredError)
    expect(error.message).toMatch(/^Failed to get an answer: the filter of its provider kept the answer of .* back\. Leave the item out/)
    expect(counts).toMatchObject({ calls: 1, retries: 0 })
    expect(await ask('judge')).toMatchObject({ content: '', finish: one.none })
  },
  adapted: async (provider: string, one: Try & { adapted: readonly string[]; sent: object }, finished: Finished) => {
    const { ask, zoo, counts } = await visit(provider, one, finished)
    expect(await ask()).toMatchObject({ content: 'well', adapted: one.adapted })
    const learning = zoo.received.length
    expect(learning).toBe(1 + one.adapted.length)
    await ask()
    expect(zoo.received).toHaveLength(learning + 1)
    const body = zoo.received.at(-1)?.body
    expect(Object.fromEntries(Object.keys(one.sent).map((name) => [name, body?.[name]]))).toEqual(one.sent)
    expect(counts).toMatchObject({ calls: 2, retries: 0, adapted: one.adapted })
  },
  error: async (provider: string, one: Try & { error: string }, finished: Finished) => {
    const { ask, zoo, failed } = await visit(provider, one, finished)
    const error = await errorOf(ask())
    expect(error).toBeInstanceOf(HoldfastError)
    expect(error.message).toBe(failed + one.error)
    expect(zoo.received).toHaveLength(1)
  },
  closed: async (provider: string, one: Try & { closed: string }, finished: Finished) => {
    const { ask, zoo, failed } = await visit(provider, one, finished)
    const error = await errorOf(ask())
    expect(error.message).toContain(failed + one.closed)
    expect(error.message).toContain('. Its account has no credit left: pay it, then finish the run with HOLDFAST_RESUME.')
    expect(await errorOf(ask('judge'))).toBe(error)
    expect(zoo.received).toHaveLength(1)
  },
  refused: async (provider: string, one: Try, finished: Finished) => {
    const { ask, zoo, failed } = await visit(provider, one, finished)
    expect(await ask('judge')).toMatchObject({ content: '', refused: true, finish: 'content_filter' })
    expect((await errorOf(ask())).message).toBe(
      `${failed}its provider refused the prompt for its content. Leave the item out or ask another provider.`,
    )
    expect(zoo.received).toHaveLength(2)
  },
  retried: async (provider: string, one: Try & { retried: string; waitMs?: number }, finished: Finished) => {
    const { ask, zoo, counts, failures } = await visit(provider, one, finished)
    expect(await ask()).toMatchObject({ content: 'well' })
    expect(failures).toEqual([expect.any(RetryableError)])
    const [{ message, retryAfterMs }] = failures as [RetryableError]
    expect(message.slice(0, one.retried.length)).toBe(one.retried)
    expect(retryAfterMs).toBe(one.waitMs)
    expect(zoo.received).toHaveLength(2)
    expect(counts).toMatchObject({ calls: 1, retries: 1 })
  },
  window: async (provider: string, one: Try & { window: number }, finished: Finished) => {
    const { transport } = await visit(provider, one, finished)
    expect(await transport.probe?.(new AbortController().signal, {})).toMatchObject({ contextTokens: one.window, reasoningTokens: 0 })
  },
} as const

/** Makes a call to a zoo of its own, and checks that it ends as it must. */
function check(provider: string, one: Try, finished: Finished): Promise<void> {
  if ('answer' in one) return CHECKS.answer(provider, one, finished)
  if ('cut' in one) return CHECKS.cut(provider, one, finished)
  if ('none' in one) return CHECKS.none(provider, one, finished)
  if ('adapted' in one) return CHECKS.adapted(provider, one, finished)
  if ('error' in one) return CHECKS.error(provider, one, finished)
  if ('closed' in one) return CHECKS.closed(provider, one, finished)
  if ('retried' in one) return CHECKS.retried(provider, one, finished)
  if ('window' in one) return CHECKS.window(provider, one, finished)
  return CHECKS.refused(provider, one, finished)
}

/** Declares a test for every call in these columns of the tables. */
export function testColumns(columns: readonly Behaviour[]): void {
  beforeAll(() => {
    vi.stubEnv('ZOO_KEY', 'sk-right-key-0000')
    vi.stubEnv('ZOO_WRONG_KEY', WRONG_KEY)
  })
  afterAll(() => void vi.unstubAllEnvs())

  // Most of their time is the wait before a second attempt.
  describe.concurrent.each(ROWS)('$title', ({ provider: { name }, cells }) => {
    for (const { behaviour, does, tries } of cells.filter((cell) => columns.includes(cell.behaviour))) {
      test.for(tries.map((one) => [one.model, one] as const))(`${behaviour}: ${does} (%s)`, ([, one], { onTestFinished }) =>
        check(name, one, onTestFinished),
      )
    }
  })
}
