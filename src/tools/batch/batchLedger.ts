import { hash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import {
  type CallKey,
  callRecord,
  counted,
  dataError,
  groupBy,
  HoldfastError,
  holdfastCommand,
  Journal,
  type JournalCall,
  type JournalEntry,
  keyText,
  LineAppender,
  plainName,
  type RunFolder,
  readJsonl,
  readRunSettings,
  redacted,
  repairFile,
  runName,
  TOKENIZERS,
} from '../../kit.ts'

/** Times that a request may come back without an answer. */
const MOST_FAILURES = 3

/** What the ids of a run's requests are made of: no other run has it. */
export type BatchedRun = { readonly runId: string; readonly startedAt: string }

/** What is known of a request without its messages. */
export interface AskedRequest extends Pick<AskedCall, 'custom_id' | 'wave' | 'file' | 'body'> {
  /** The call as one text. */
  readonly key: string
}

/** Only what says which request a call was answered by. */
const answeredBy = z.object({ batch: z.string().optional() })

/** What was asked by batch in a run, what came of it, and under which id a call is asked next. */
export class BatchLedger {
  readonly folder: ReturnType<typeof batchFolder>
  readonly #run: RunFolder
  readonly #name: string
  readonly #asked = new Map<string, AskedRequest>()
  /** What came of requests. */
  readonly #settled = new Map<string, 'answered' | 'failed'>()
  /** Answers and failures of each call so far: a call that is asked again gets another id. */
  readonly #outcomes = new Map<string, number>()
  readonly #failures = new Map<string, { readonly count: number; readonly last: FailedRequest }>()
  readonly #batches = new Map<string, BatchLine>()
  readonly #askedFile: Journal
  readonly #failuresFile: LineAppender
  readonly #batchesFile: LineAppender

  private constructor(run: RunFolder, name: string) {
    this.#run = run
    this.#name = name
    this.folder = batchFolder(run)
    this.#askedFile = new Journal({ ...run, calls: this.folder.asked })
    this.#failuresFile = new LineAppender(this.folder.failures)
    this.#batchesFile = new LineAppender(this.folder.batches)
  }

  /**
   * Reads what is known so far.
   *
   * @param begun the run that is under way; that of the folder's run.json by default.
   * @throws HoldfastError for a folder without run.json.
   */
  static async open(run: RunFolder, begun?: BatchedRun): Promise<BatchLedger> {
    const { id, startedAt } = begun ? { ...begun, id: begun.runId } : readRunSettings(run)
    const ledger = new BatchLedger(run, `${id} ${startedAt}`)
    await ledger.#read()
    return ledger
  }

  /** The same in the process that writes the run, without last lines that a killed one left unfinished. */
  static async takeUp(run: RunFolder, begun?: BatchedRun): Promise<BatchLedger> {
    const { asked, failures, batches } = batchFolder(run)
    for (const path of [asked, failures, batches]) repairFile(path)
    return BatchLedger.open(run, begun)
  }

  async #read(): Promise<void> {
    const { asked, failures, batches } = this.folder
    const has = { mayBeEmpty: true }
    if (existsSync(asked)) for await (const call of readJsonl(asked, askedCall, has)) this.#take(call, keyText(call))
    if (existsSync(this.#run.calls)) {
      for await (const { batch } of readJsonl(this.#run.calls, answeredBy, has)) if (batch !== undefined) this.answered(batch)
    }
    if (existsSync(failures)) for await (const failed of readJsonl(failures, failedRequest, has)) this.#fail(failed)
    if (existsSync(batches)) for await (const line of readJsonl(batches, batchLine, has)) this.#batch(line)
  }

  #take({ custom_id, wave, file, body }: Omit<AskedRequest, 'key'>, key: string): void {
    this.#asked.set(custom_id, { custom_id, wave, file, body, key })
  }

  /** Takes note of what came of a request; undefined where that is known, or the request is not. */
  #settle(id: string, as: 'answered' | 'failed'): AskedRequest | undefined {
    const asked = this.#asked.get(id)
    if (!asked || this.isSettled(id)) return undefined
    this.#settled.set(id, as)
    this.#outcomes.set(asked.key, (this.#outcomes.get(asked.key) ?? 0) + 1)
    return asked
  }

  #fail(last: FailedRequest): void {
    const asked = this.#settle(last.custom_id, 'failed')
    if (!asked) return
    const sent = `${asked.key} ${asked.body}`
    this.#failures.set(sent, { count: (this.#failures.get(sent)?.count ?? 0) + 1, last })
  }

  #batch(line: BatchLine): void {
    this.#batches.set(line.file, { ...this.#batches.get(line.file), ...line })
  }

  /**
   * The id of a call's next request, and the SHA-256 of what that says. The id stays until something came of it; then, and with another
   * body, it is another.
   *
   * @param label model, for messages.
   * @throws HoldfastError where requests with this body have failed for good.
   */
  next({ key, label }: { readonly key: CallKey; readonly label: string }, url: string, body: unknown): { id: string; sent: string } {
    const text = keyText(key)
    const sent = hash('sha256', JSON.stringify([url, body]))
    const { count = 0, last } = this.#failures.get(`${text} ${sent}`) ?? {}
    if (last?.final) throw new HoldfastError('ENDPOINT', last.message)
    if (last && count >= MOST_FAILURES)
      throw new HoldfastError(
        'ENDPOINT',
        `Failed to call ${label}: its request failed in ${count} batches, the last time with: ${last.message.replace(/[.\s]+$/, '')}. Ask for it directly: finish the run with HOLDFAST_RESUME and without batches.`,
      )
    const parts = [this.#name, text, this.#outcomes.get(text) ?? 0, sent]
    return { id: `hf-${hash('sha256', JSON.stringify(parts)).slice(0, 40)}`, sent }
  }

  /** Whether an answer or a failure has come of a request, or of a later one for the same call. */
  isSettled(id: string): boolean {
    return this.#settled.has(id)
  }

  /** Whether an answer has come of a request. */
  isAnswered(id: string): boolean {
    return this.#settled.get(id) === 'answered'
  }

  /** All that was asked by its id, in the order in which it was. */
  get asked(): ReadonlyMap<string, AskedRequest> {
    return this.#asked
  }

  /** Batches of a live run of which the last line is not written yet. */
  get openBatches(): BatchLine[] {
    return [...this.#batches.values()].filter(({ ended }) => ended === undefined)
  }

  /** The last wave that was written; 0 where none was. */
  get lastWave(): number {
    return [...this.#asked.values()].reduce((last, { wave }) => Math.max(last, wave), 0)
  }

  /** The wave that is written next: the last one again, while nothing has come of it. */
  get nextWave(): number {
    const last = this.lastWave
    const isOver = [...this.#asked.values()].some(({ custom_id, wave }) => wave === last && this.isSettled(custom_id))
    return isOver ? last + 1 : Math.max(1, last)
  }

  /** Writes down that a call is asked. */
  async ask(
    request: Omit<AskedRequest, 'key'>,
    asking: JournalCall,
    entry: { readonly model: string } & Pick<AskedCall, 'hold'>,
  ): Promise<void> {
    const { custom_id, wave, file, body } = request
    const known = this.#asked.get(custom_id)
    if (known?.wave === wave && known.file === file) return
    const line: JournalEntry & Partial<AskedCall> = { ...entry, custom_id, wave, file, body, ms: 0, attempts: 0 }
    await this.#askedFile.write(asking, line)
    this.#take(request, keyText(asking.key))
  }

  /** Takes note of an answer, which stands in the journal by then. */
  answered(id: string): void {
    this.#settle(id, 'answered')
  }

  /** Writes down that a request came back without an answer. */
  async failed(failure: FailedRequest): Promise<void> {
    if (this.isSettled(failure.custom_id)) return
    this.#fail(failure)
    await this.#failuresFile.append(JSON.stringify(redacted(failure)))
  }

  /** Writes down what is known of a batch. */
  async batch(line: BatchLine): Promise<void> {
    this.#batch(line)
    await this.#batchesFile.append(JSON.stringify(redacted(line)))
  }
}

/**
 * What is to be sent of a run, and what comes after; nothing where no result is awaited.
 *
 * @throws HoldfastError for a folder that is no run's.
 */
export async function waveLines(run: RunFolder, root: string): Promise<string[]> {
  const ledger = await BatchLedger.open(run)
  const wave = ledger.lastWave
  const asked = [...ledger.asked.values()].filter((request) => request.wave === wave)
  if (asked.every(({ custom_id }) => ledger.isSettled(custom_id))) return []
  const files = groupBy(asked, ({ file }) => file)
  return [
    ` wave ${wave}: ${counted(asked.length, 'request')} in ${counted(files.size, 'file')}`,
    ...[...files].map(([file, { length }]) => `   ${relative(root, `${ledger.folder.path}/${file}`)}  ${counted(length, 'request')}`),
    ` Send each file as a batch, then: ${holdfastCommand('batch', 'next')} ${runName(run.path, root)} <results...>`,
  ]
}

/**
 * The files of a run's batches: what was `asked`, with the id of each request, `failures`, which came back without an answer, and the
 * `batches` of a live run, as they went.
 *
 * @throws HoldfastError where a file in their folder is a link: the run may be another's.
 */
export function batchFolder({ batch: path }: Pick<RunFolder, 'batch'>) {
  const folder = { path, asked: join(path, 'asked.jsonl'), failures: join(path, 'failures.jsonl'), batches: join(path, 'batches.jsonl') }
  for (const entry of existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []) {
    if (entry.isFile()) continue
    throw dataError(`Failed to read ${join(path, entry.name)}: it is no plain file. Remove it, or copy there what it leads to.`)
  }
  return folder
}

/** Name of a file of requests. Those of its results are named after it. */
const batchFile = plainName.regex(/\.jsonl$/, 'no name of a file of requests')

/** One line of asked.jsonl: a call as it stands in calls.jsonl, without its answer. */
export const askedCall = callRecord.extend({
  custom_id: z.string(),
  /** Which wave of requests it is of, from 1. */
  wave: z.number().int().positive(),
  /** Name of the file with its request. */
  file: batchFile,
  /** SHA-256 of the body of its request. */
  body: z.string(),
  /** What an answer is held to that had room for thoughts on top of its cap, in tokens. */
  hold: z.object({ cap: z.number().int().positive(), tokenizer: z.enum(TOKENIZERS).optional() }).optional(),
})

/** A call that was asked by batch. */
export type AskedCall = z.output<typeof askedCall>

/** One line of failures.jsonl. */
export const failedRequest = z.object({
  custom_id: z.string(),
  message: z.string(),
  /** Whether another request would fail alike. */
  final: z.boolean(),
})

/** A request that came back without an answer. */
export type FailedRequest = z.output<typeof failedRequest>

/** One line of batches.jsonl: what is known of the batch of a file by then. Later lines add to earlier ones. */
export const batchLine = z.object({
  file: batchFile,
  /** Model, as reports name it. */
  model: z.string(),
  input: z.string().optional(),
  id: z.string().optional(),
  /** How it ended, once all of its answers are written down. */
  ended: z.string().optional(),
})

/** What is known of a batch. */
export type BatchLine = z.output<typeof batchLine>
