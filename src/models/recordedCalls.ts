import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { readJsonl } from '../core/base/data/jsonl.ts'
import { configError, HoldfastError } from '../core/base/errors.ts'
import { LineAppender } from '../core/base/files/lineAppender.ts'
import { remembered } from '../core/base/remembered.ts'
import { redactSecrets } from '../core/base/secrets.ts'
import { RECORDING, replayAdvice, replayedPath } from '../core/config/recording.ts'
import { type CallRecord, callRecord, stoppedByBudget, trialKey } from '../core/format/records.ts'
import type { CallRole } from '../core/format/role.ts'
import { type RunFolder, readItemRecords } from '../core/format/runFolder.ts'
import { isScored } from '../core/stats/summary/combineTrials.ts'
import { DEAD_AFTER } from './endpointGate.ts'
import { withReasoningApart } from './reasoning.ts'
import { type Answer, type CallKey, noAnswer, type Transport, type Usage } from './transport.ts'

/** Code of the error for a call that a replay has no record of. */
export const NOT_RECORDED = 'REPLAY'

/**
 * Recorded calls, a `.jsonl(.gz)`, a folder of them or `recorded/<model>` of the package, as a model; the last without `error` wins.
 * Throws HoldfastError for none.
 */
export function replayTransport(path: string, root: string): Transport {
  const files = replayFiles(path, root)
  const folder = dirname(files[0] as string)
  // Of a recorded run each suite has a file: the others need not be unpacked.
  const isBySuite = existsSync(join(folder, RECORDING))
  const readOf = remembered((suite: string | undefined) =>
    readReplay(suite === undefined ? files : files.filter((file) => basename(file) === `${suite}.jsonl.gz`), path),
  )
  return {
    label: `replay:${path}`,
    simulated: false,
    async send({ key, asked }) {
      const known = (await readOf(isBySuite ? key.suite : undefined)).get(keyText(key))
      if (known) return { ...known.answer, cached: true, askedOtherwise: (known.asked ?? asked) !== asked || undefined }
      // Asked again and never answered: the reply stays as unusable as the one before (docs/formats.md, section 3).
      if (key.ask > 0) return { content: '', cached: true }
      const { suite, item, role, call, trial, ask, vote } = key
      throw new HoldfastError(
        NOT_RECORDED,
        `Failed to replay ${path}: no record of suite=${suite} item=${item} role=${role} call=${call} trial=${trial} ask=${ask} vote=${vote}. A recording answers what it was asked and nothing else: record it, or run with the model itself.`,
      )
    },
  }
}

function replayFiles(path: string, root: string): string[] {
  const failed = (reason: string) => configError(`Failed to read the model replay:${path}: ${reason}`)
  const full = replayedPath(path, root)
  if (!full) throw failed(`no such file or folder. ${replayAdvice(path)}`)
  if (!statSync(full).isDirectory()) return [full]
  const files = readdirSync(full).filter((name) => /\.jsonl(\.gz)?$/.test(name) && name !== 'items.jsonl')
  if (files.length === 0) throw failed('no .jsonl or .jsonl.gz file in it. Name a folder of recorded calls.')
  return files.sort().map((name) => join(full, name))
}

/** An answer of a recording, with the hash of what was asked where the recording tells. */
type KnownAnswer = { readonly asked: string | undefined; readonly answer: Answer }

/** @param path what the model's name says: a file that is named by itself has calls. */
async function readReplay(files: readonly string[], path: string): Promise<ReadonlyMap<string, KnownAnswer>> {
  const answers = new Map<string, KnownAnswer>()
  for (const file of files)
    for await (const record of answered(file, basename(file) !== basename(path)))
      answers.set(keyText(record), { asked: record.asked, answer: recordedAnswer(record) })
  return answers
}

/** The lines of a journal that hold an answer. */
async function* answered(file: string, mayBeEmpty: boolean): AsyncGenerator<CallRecord> {
  for await (const record of readJsonl(file, callRecord, { mayBeEmpty }))
    if (record.error === undefined && record.content !== undefined) yield record
}

function recordedAnswer({ content = '', refused, simulated, model, usage, ...told }: CallRecord): Answer {
  const { finish, reasoning, served, malformed, timedOut, session, usd, cachedAt } = told
  return {
    ...{ content, finish, reasoning, served, malformed, timedOut, session, usd, cachedAt },
    refused: refused || undefined,
    simulated: simulated || model?.startsWith('sim:') || undefined,
    usage: usage && { ...usage, promptTokens: usage.promptTokens ?? 0, completionTokens: usage.completionTokens ?? 0 },
  }
}

/** Answers a broken run has paid for, by call. */
export type RecordedCalls = Readonly<Awaited<ReturnType<typeof readRecordedCalls>>>

/** Roles whose refused and empty answers may be other ones the next time; a helper's are dealt with by who asked it. */
const ANSWERING: ReadonlySet<CallRole> = new Set(['candidate', 'author', 'solver'])

/** Times an unusable reply is asked again; three of them leave an item unscored. */
const LAST_ASK = 2

/**
 * Reads the journal of a run that is to be finished. Failed and refused calls are asked again, and answers that were cut before they began;
 * so is what left an item unscored: the judge's and refuter's replies that could not be used. A run that is started again by its own
 * command asks none of it again, but for calls that failed: else it would pay for the same at every start. Nor does one between the waves
 * of a batch, which only waits as a direct run waits for an answer.
 * @param askAgain whether what ended without a usable answer is asked again: a person has named the run to be finished.
 */
export async function readRecordedCalls(folder: RunFolder, askAgain = true) {
  const items = readItemRecords(folder.items)
  const finished = new Set(items.filter(isScored).map(trialKey))
  const unscored = new Set(
    (askAgain ? items : []).filter((record) => record.status === 'unscored' && !stoppedByBudget(record)).map(trialKey),
  )
  const answers = new Map<string, Map<string | undefined, Answer>>()
  const unusable: CallKey[] = []
  const judged = new Map<string, string[]>()
  const paid: (Pick<CallRecord, 'role' | 'vote' | 'usd'> & { readonly usage: Usage })[] = []
  if (existsSync(folder.calls)) {
    for await (const record of answered(folder.calls, true)) {
      const { role, ask, vote, refused, model, cached, usd } = record
      const answer = recordedAnswer(record)
      if (answer.usage && !cached) paid.push({ role, vote, usage: answer.usage, usd })
      if (askAgain && ANSWERING.has(role) && (refused || noAnswer('', withReasoningApart(answer)) !== undefined)) continue
      const text = keyText(record)
      const known = answers.get(text) ?? new Map()
      answers.set(text, known.set(record.asked, { ...answer, model, cached: cached || undefined }))
      const owner = trialKey(record)
      if (!unscored.has(owner) || role === 'candidate') continue
      if (ask === LAST_ASK) unusable.push(record)
      if (role === 'judge') judged.set(owner, [...(judged.get(owner) ?? []), text])
    }
  }
  forgetUnusable(answers, unusable, judged)
  return {
    /** The answers to a call, by the hash of what was asked; undefined for one that has none. */
    find: (key: CallKey): ReadonlyMap<string | undefined, Answer> | undefined => answers.get(keyText(key)),
    /** Whether the item of a call was finished, with a score. */
    isFinished: (key: Pick<CallKey, 'suite' | 'item' | 'trial'>) => finished.has(trialKey(key)),
    /** All that was paid for, also what has to be asked again. */
    paid,
  }
}

/** A question asked three times in vain is asked afresh; where no such question is known, all that the judge said is. */
function forgetUnusable(answers: Map<string, unknown>, unusable: readonly CallKey[], judged: ReadonlyMap<string, readonly string[]>): void {
  for (const key of unusable) for (let ask = 0; ask <= LAST_ASK; ask += 1) answers.delete(keyText({ ...key, ask }))
  for (const keys of judged.values()) if (keys.every((text) => answers.has(text))) for (const text of keys) answers.delete(text)
}

/** A call as one text. */
export function keyText({ suite, item, role, call, trial, ask, vote }: CallKey): string {
  return JSON.stringify([suite, item, role, call, trial, ask, vote])
}

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
  return { calls, givenBack }
}
