import { existsSync } from 'node:fs'
import { z } from 'zod'
import { readJsonl } from '../core/base/data/jsonl.ts'
import { LineAppender } from '../core/base/files/lineAppender.ts'
import { redactSecrets } from '../core/base/secrets.ts'
import { callRecord } from '../core/format/records.ts'
import type { RunFolder } from '../core/format/runFolder.ts'
import { DEAD_AFTER } from './endpointGate.ts'
import { keyText } from './recordedCalls.ts'
import type { CallKey } from './transport.ts'

const count = z.number().int().nonnegative()

const failedAttempt = callRecord
  .pick({ suite: true, item: true, role: true, call: true, trial: true, ask: true, vote: true, asked: true })
  .extend({
    /** The endpoint, as the journal names it. */
    model: z.string(),
    error: z.string(),
    /** Which attempt it was, from 1, over all starts of the run. */
    attempt: count,
    /** Attempts that the call had. */
    of: count,
    /** Whether this attempt, or one before it, was cut off by a timeout. */
    timedOut: z.boolean().optional(),
  })

/** An endpoint that had given up calls answered again. */
const answeredAgain = z.object({ model: z.string(), answered: z.literal(true) })

/** A failed attempt of a call. */
export type FailedAttempt = Pick<z.output<typeof failedAttempt>, 'model' | 'asked' | 'error' | 'attempt' | 'of' | 'timedOut'>

/**
 * `retries.jsonl`: each failed attempt, written before the next is waited for, so that a run started again goes on counting. Calls given up
 * {@link DEAD_AFTER} or more in a row without an answer since have all attempts again: there the endpoint failed.
 */
export class RetryLog {
  readonly #lines: LineAppender
  /** What earlier starts left: the last failed attempt of each call, and how many calls each endpoint gave up in a row. */
  readonly #before: ReturnType<typeof readBefore> | undefined
  readonly #counts: boolean

  /** @param counts whether attempts of earlier starts count. That answers were cut off is known either way. */
  constructor({ retries }: RunFolder, counts: boolean) {
    this.#lines = new LineAppender(retries)
    this.#counts = counts
    this.#before = existsSync(retries) ? readBefore(retries) : undefined
    this.#before?.catch(() => undefined)
  }

  /**
   * The last attempt of a call that counts, and whether any attempt before was cut off; empty where none failed, and where another question
   * did. @param asked the hash of what is asked now.
   */
  async before(key: CallKey, asked: () => Promise<string>): Promise<Partial<FailedAttempt>> {
    const { calls, givenBack } = (await this.#before) ?? {}
    const text = keyText(key)
    const last = calls?.get(text)
    if (!last || last.asked !== (await asked())) return {}
    return this.#counts && !givenBack?.has(text) ? last : { timedOut: last.timedOut }
  }

  /** Calls that an endpoint has given up in a row, up to the end of the last start. */
  async inARow(model: string): Promise<number> {
    return (this.#counts && (await this.#before)?.inARow.get(model)) || 0
  }

  /** Writes down a failed attempt. */
  failed(key: CallKey, attempt: FailedAttempt): Promise<void> {
    return this.#append({ ...key, ...attempt, error: redactSecrets(attempt.error) })
  }

  /** Writes down that an endpoint which had given up a call has answered. */
  answered(model: string): Promise<void> {
    return this.#append({ model, answered: true })
  }

  /** Where too many files are open, or the disk is full, an attempt is not counted after a restart: no reason to lose the call. */
  #append(line: object): Promise<void> {
    return this.#lines.append(JSON.stringify(line)).catch(() => undefined)
  }
}

async function readBefore(path: string) {
  const calls = new Map<string, FailedAttempt>()
  const givenUp = new Map<string, string[]>()
  for await (const line of readJsonl(path, z.union([failedAttempt, answeredAgain]), { mayBeEmpty: true })) {
    if ('answered' in line) {
      givenUp.delete(line.model)
      continue
    }
    const key = keyText(line)
    calls.set(key, line)
    if (line.attempt >= line.of) givenUp.set(line.model, [...(givenUp.get(line.model) ?? []), key])
  }
  const givenBack = new Set([...givenUp.values()].flatMap((keys) => (keys.length >= DEAD_AFTER ? keys : [])))
  return { calls, givenBack, inARow: new Map([...givenUp].map(([model, keys]) => [model, keys.length])) }
}
