import { join } from 'node:path'
import { type Answer, counted, HoldfastError, messageOf, note, type RunFolder, stopped, trialKey } from '../../kit.ts'
import type { BatchDesk, BatchedCall } from './askByBatch.ts'
import { BatchApi, driveBatch, type EndedBatch } from './batchApi.ts'
import { type BatchedRun, BatchLedger, type BatchLine } from './batchLedger.ts'
import { type RequestOutcome, readResults, resultLine } from './readResult.ts'
import { WaveFiles } from './waveFiles.ts'

/** Milliseconds without anything new after which a wave is sent, once every item waits. */
const QUIET_MS = 100

/** A call that waits for its result. */
interface Waiter {
  readonly file: string
  readonly call: BatchedCall
  given(answer: Answer | undefined): void
  failed(error: Error): void
}

/** How calls of a file go out. */
type Way = Pick<BatchedCall, 'access' | 'settings' | 'label'> & { readonly url: string }

/**
 * Gathers calls until no item can go on without an answer, then sends them as batches and gives the answers out. What an earlier
 * process of the run has sent is waited for and not sent again.
 */
export class LiveDesk implements BatchDesk {
  readonly #opening: Promise<BatchLedger>
  /** Items under way, and calls that wait, by item. */
  #active = 0
  readonly #waiting = new Map<string, number>()
  readonly #waiters = new Map<string, Waiter>()
  /** Number of waiters of each file. */
  readonly #awaited = new Map<string, number>()
  /** Requests that are being written into the wave. */
  #writing: Promise<unknown>[] = []
  /** Batches under way by their file, with what ends waiting for them. */
  readonly #running = new Map<string, AbortController>()
  /** Results that came before they were asked for, as an earlier process has asked. */
  readonly #early = new Map<string, RequestOutcome>()
  readonly #ways = new Map<string, Way>()
  #files: WaveFiles | undefined
  #wave = 0
  #timer: NodeJS.Timeout | undefined

  constructor(run: RunFolder, begun: BatchedRun) {
    this.#opening = BatchLedger.takeUp(run, begun).then((ledger) => {
      this.#wave = ledger.lastWave
      return ledger
    })
    // Whoever asks first is told.
    this.#opening.catch(() => undefined)
  }

  begin(): () => void {
    this.#active += 1
    return () => {
      this.#active -= 1
      this.#touch()
    }
  }

  async ask(call: BatchedCall): Promise<Answer> {
    const ledger = await this.#opening
    const owner = trialKey(call.key)
    this.#waiting.set(owner, (this.#waiting.get(owner) ?? 0) + 1)
    try {
      for (;;) {
        const answer = await this.#once(call, ledger)
        if (answer) return answer
      }
    } finally {
      const left = (this.#waiting.get(owner) ?? 1) - 1
      if (left > 0) this.#waiting.set(owner, left)
      else this.#waiting.delete(owner)
      this.#touch()
    }
  }

  /** One request of a call; undefined where it came back without an answer. */
  async #once(call: BatchedCall, ledger: BatchLedger): Promise<Answer | undefined> {
    const { label, stopping, budget } = call
    const { url, body, asking, purchase } = call.build()
    const { id, sent } = ledger.next(call, url, body)
    this.#touch()
    const reserved = await budget?.reserve(purchase)
    try {
      if (stopping.aborted) throw stopped(label)
      const asked = ledger.asked.get(id)
      const before = ledger.openBatches.find((line) => line.file === asked?.file && line.input !== undefined)
      const file = before?.file ?? (await this.#add(call, ledger, { id, url, body, sent, asking }))
      const waiting = this.#wait(id, file, call)
      if (before && !this.#running.has(file)) void this.#run(ledger, before, { ...call, url })
      const early = this.#early.get(id)
      if (early) void this.#give(ledger, id, early)
      this.#touch()
      const answer = await waiting
      if (answer) reserved?.spend(answer.usage)
      else reserved?.giveBack()
      return answer
    } catch (error) {
      reserved?.giveBack()
      throw error
    }
  }

  async #add(
    { label, settings, access, hold }: BatchedCall,
    ledger: BatchLedger,
    { id, url, body, sent, asking }: Pick<ReturnType<BatchedCall['build']>, 'url' | 'body' | 'asking'> & { id: string; sent: string },
  ): Promise<string> {
    if (!this.#files) {
      this.#wave += 1
      this.#files = new WaveFiles(ledger.folder.path, this.#wave)
    }
    const files = this.#files
    const { file, written } = files.add(id, url, body, label, settings)
    this.#ways.set(file, { access, settings, label, url })
    const noted = ledger.ask({ custom_id: id, wave: files.wave, file, body: sent }, asking, { model: label, ...(hold && { hold }) })
    const both = Promise.all([written, noted])
    this.#writing.push(both)
    this.#awaited.set(file, (this.#awaited.get(file) ?? 0) + 1)
    try {
      await both
    } finally {
      // Counted anew by who waits.
      this.#release(file)
    }
    return file
  }

  #release(file: string): void {
    this.#awaited.set(file, (this.#awaited.get(file) ?? 1) - 1)
  }

  async #wait(id: string, file: string, call: BatchedCall): Promise<Answer | undefined> {
    const { stopping, label } = call
    this.#awaited.set(file, (this.#awaited.get(file) ?? 0) + 1)
    let stop = () => {}
    try {
      return await new Promise<Answer | undefined>((given, failed) => {
        this.#waiters.set(id, { file, call, given, failed })
        stop = () => failed(stopped(label))
        stopping.addEventListener('abort', stop, { once: true })
        // While the request was written.
        if (stopping.aborted) stop()
      })
    } finally {
      stopping.removeEventListener('abort', stop)
      this.#waiters.delete(id)
      this.#release(file)
      // The batch goes on where it is; a later process finds it.
      if (stopping.aborted && !this.#awaited.get(file)) this.#running.get(file)?.abort()
    }
  }

  /** Sends the wave once everything waits and nothing new comes. */
  #touch(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#files && this.#active <= this.#waiting.size) void this.#send(this.#files)
    }, QUIET_MS)
  }

  async #send(files: WaveFiles): Promise<void> {
    this.#files = undefined
    await Promise.allSettled(this.#writing.splice(0))
    await files.close()
    const ledger = await this.#opening
    for (const name of files.names) {
      const way = this.#ways.get(name)
      // Of a run that was stopped nobody waits.
      if (way && this.#awaited.get(name)) void this.#run(ledger, { file: name, model: way.label }, way)
    }
  }

  async #run(ledger: BatchLedger, known: BatchLine, { access, settings, label, url }: Way): Promise<void> {
    const { file } = known
    const controller = new AbortController()
    this.#running.set(file, controller)
    const { signal } = controller
    const ids = [...ledger.asked.values()].flatMap((request) => (request.file === file ? [request.custom_id] : []))
    const ofFile = (json: unknown) => {
      const { data: line } = resultLine.safeParse(json)
      return line && ledger.asked.get(line.custom_id)?.file === file && line
    }
    let said = ''
    // A batch is looked at for hours: nothing is said twice.
    const say = (text: string) => {
      if (text !== said) note(` ${file}: ${text}`)
      said = text
    }
    try {
      const ended = await driveBatch({
        api: new BatchApi({
          ...access,
          label,
          longestWait: settings.pollSeconds,
          signal,
          troubled: (reason) => say(`trying again: ${reason}`),
        }),
        path: join(ledger.folder.path, file),
        url,
        settings,
        known,
        read: (files) => readResults(files, () => label, ofFile),
        note: (line) => ledger.batch({ file, model: label, ...line }),
        seen: ({ id, status, request_counts: counts }) => {
          const answered = status === 'completed' ? ids.length : Math.min(ids.length, counts?.completed ?? 0)
          say(`${answered.toLocaleString('en')} of ${ids.length.toLocaleString('en')} answered, batch ${id} ${status}`)
        },
      })
      await this.#giveOut(ledger, file, ids, ended, label)
    } catch (error) {
      const failure = error instanceof HoldfastError ? error : new HoldfastError('ENDPOINT', messageOf(error))
      for (const waiter of [...this.#waiters.values()]) if (waiter.file === file) waiter.failed(signal.aborted ? stopped(label) : failure)
    } finally {
      this.#running.delete(file)
    }
  }

  async #giveOut(
    ledger: BatchLedger,
    file: string,
    ids: readonly string[],
    { status, id, outcomes, unread, halves }: EndedBatch,
    label: string,
  ): Promise<void> {
    if (unread.length > 0)
      note(` ${counted(unread.length, 'line')} of results could not be read and stay where they are, for instance ${unread[0]}`)
    const isHalf = halves.length > 0
    // What is paid for nobody asks again while it may come whole.
    const unanswered = isHalf
      ? new HoldfastError(
          'ENDPOINT',
          `Failed to call ${label}: the file of its results ends within a line, of batch ${id}. Finish the run with HOLDFAST_RESUME: it is fetched again.`,
        )
      : new HoldfastError(
          'ABORTED',
          `Failed to call ${label}: its batch ${id} was cancelled. Ask again: finish the run with HOLDFAST_RESUME.`,
        )
    const giving: Promise<void>[] = []
    for (const own of ids) {
      if (ledger.isSettled(own)) continue
      const message = status === 'expired' ? 'the batch expired' : `batch ${id} came back without a result for it`
      const outcome = outcomes.get(own) ?? (status === 'cancelled' || isHalf ? undefined : { failure: { message, final: false } })
      if (outcome) giving.push(this.#give(ledger, own, outcome))
      else this.#waiters.get(own)?.failed(unanswered)
    }
    await Promise.all(giving)
    const isOver = (status === 'cancelled' && !isHalf) || ids.every((own) => ledger.isSettled(own))
    // Only now: what is not in the journal is fetched again by a later process.
    if (isOver) await ledger.batch({ file, model: label, ended: status })
  }

  /** Hands a result to whoever waits for it, once it is written down. */
  async #give(ledger: BatchLedger, id: string, outcome: RequestOutcome): Promise<void> {
    const waiter = this.#waiters.get(id)
    if (!waiter) {
      this.#early.set(id, outcome)
      return
    }
    this.#early.delete(id)
    try {
      if ('failure' in outcome) {
        const { usage, ...failure } = outcome.failure
        await ledger.failed({ custom_id: id, ...failure })
        await waiter.call.lost(usage)
        waiter.given(undefined)
        return
      }
      const answer = await waiter.call.keep(outcome.answer, id)
      ledger.answered(id)
      waiter.given(answer)
    } catch (error) {
      waiter.failed(error as Error)
    }
  }
}
