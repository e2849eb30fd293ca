import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import {
  type CallKey,
  Journal,
  type JournalEntry,
  keyText,
  LineAppender,
  type Message,
  type RunFolder,
  readJsonl,
  redacted,
} from '../../kit.ts'
import {
  type AskedCall,
  askedCall,
  type BatchFolder,
  type BatchLine,
  batchFolder,
  batchLine,
  type FailedRequest,
  failedRequest,
} from './batchFolder.ts'

/** Times that a request may come back without an answer. */
export const MOST_FAILURES = 3

/** What is known of a request without its messages. */
export interface AskedRequest extends Pick<AskedCall, 'custom_id' | 'wave' | 'file' | 'body'> {
  /** The call as one text. */
  readonly key: string
}

/** Why a call is not asked again by batch. */
export interface Failures {
  readonly count: number
  readonly last: FailedRequest
}

/** Only what says which request a call was answered by. */
const answeredBy = z.object({ batch: z.string().optional() })

/** What was asked by batch in a run, what came of it, and under which id a call is asked next. */
export class BatchLedger {
  readonly folder: BatchFolder
  readonly #run: RunFolder
  readonly #name: string
  readonly #asked = new Map<string, AskedRequest>()
  readonly #answered = new Set<string>()
  readonly #failed = new Map<string, FailedRequest>()
  /** Answers and failures of each call so far: a call that is asked again gets another id. */
  readonly #outcomes = new Map<string, number>()
  readonly #failures = new Map<string, Failures>()
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
   * @param name what no other run has: ids of requests are made of it.
   */
  static async open(run: RunFolder, name: string): Promise<BatchLedger> {
    const ledger = new BatchLedger(run, name)
    await ledger.#read()
    return ledger
  }

  async #read(): Promise<void> {
    const { asked, failures, batches } = this.folder
    const has = { mayBeEmpty: true }
    if (existsSync(asked)) for await (const call of readJsonl(asked, askedCall, has)) this.#take(call, keyText(call))
    if (existsSync(this.#run.calls)) {
      for await (const { batch } of readJsonl(this.#run.calls, answeredBy, has)) if (batch !== undefined) this.#answer(batch)
    }
    if (existsSync(failures)) for await (const failed of readJsonl(failures, failedRequest, has)) this.#fail(failed)
    if (existsSync(batches)) for await (const line of readJsonl(batches, batchLine, has)) this.#batch(line)
  }

  #take({ custom_id, wave, file, body }: Omit<AskedRequest, 'key'>, key: string): void {
    this.#asked.set(custom_id, { custom_id, wave, file, body, key })
  }

  #answer(id: string): void {
    const asked = this.#asked.get(id)
    if (!asked || this.isSettled(id)) return
    this.#answered.add(id)
    this.#outcomes.set(asked.key, (this.#outcomes.get(asked.key) ?? 0) + 1)
  }

  #fail(last: FailedRequest): void {
    const asked = this.#asked.get(last.custom_id)
    if (!asked || this.isSettled(last.custom_id)) return
    this.#failed.set(last.custom_id, last)
    this.#outcomes.set(asked.key, (this.#outcomes.get(asked.key) ?? 0) + 1)
    const sent = `${asked.key} ${asked.body}`
    this.#failures.set(sent, { count: (this.#failures.get(sent)?.count ?? 0) + 1, last })
  }

  #batch(line: BatchLine): void {
    this.#batches.set(line.file, { ...this.#batches.get(line.file), ...line })
  }

  /** The id of a call's next request. It stays until something came of it; then, and with another body, it is another. */
  idOf(key: CallKey, body: string): string {
    const text = keyText(key)
    const parts = [this.#name, text, this.#outcomes.get(text) ?? 0, body]
    return `hf-${hash('sha256', JSON.stringify(parts)).slice(0, 40)}`
  }

  /** What was asked under an id; undefined for one that is not of this run. */
  find(id: string): AskedRequest | undefined {
    return this.#asked.get(id)
  }

  /** Whether an answer or a failure has come of a request, or of a later one for the same call. */
  isSettled(id: string): boolean {
    return this.#answered.has(id) || this.#failed.has(id)
  }

  /** Whether an answer has come of a request. */
  isAnswered(id: string): boolean {
    return this.#answered.has(id)
  }

  /** Requests of a call with this body that came back without an answer. */
  failuresOf(key: CallKey, body: string): Failures | undefined {
    return this.#failures.get(`${keyText(key)} ${body}`)
  }

  /** All that was asked, in the order in which it was. */
  get asked(): Iterable<AskedRequest> {
    return this.#asked.values()
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
    let [last, answered] = [0, 0]
    for (const { custom_id, wave } of this.#asked.values()) {
      last = Math.max(last, wave)
      if (this.isSettled(custom_id)) answered = Math.max(answered, wave)
    }
    return last === 0 ? 1 : answered === last ? last + 1 : last
  }

  /** Writes down that a call is asked. */
  async ask(request: Omit<AskedRequest, 'key'>, key: CallKey, messages: readonly Message[], entry: AskedEntry): Promise<void> {
    const { custom_id, wave, file, body } = request
    const known = this.#asked.get(custom_id)
    if (known?.wave === wave && known.file === file) return
    const line: JournalEntry & Partial<AskedCall> = { ...entry, custom_id, wave, file, body, ms: 0, attempts: 0 }
    await this.#askedFile.write(key, messages, line)
    this.#take(request, keyText(key))
  }

  /** Takes note of an answer, which stands in the journal by then. */
  answered(id: string): void {
    this.#answer(id)
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

/** What of a call is kept beside its messages. */
export interface AskedEntry extends Pick<AskedCall, 'hold'> {
  readonly model: string
}
