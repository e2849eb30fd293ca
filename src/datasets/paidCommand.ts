import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { HoldfastError } from '../base/errors.ts'
import { makeOwnFolder } from '../base/files/makeFolder.ts'
import { note } from '../base/text/note.ts'
import type { ResolvedConfig } from '../config/resolve.ts'
import type { CallCounts } from '../format/callCounts.ts'
import type { ModelEntry } from '../format/modelEntry.ts'
import { modelLabel } from '../format/modelUri.ts'
import { repairFile } from '../format/repairFile.ts'
import type { CallRole } from '../format/role.ts'
import { runFolder } from '../format/runFolder.ts'
import { RunLock } from '../format/runLock.ts'
import { cost } from '../models/budget.ts'
import { createRuntime, type RuntimeConfig } from '../models/createRuntime.ts'
import { Journal } from '../models/journal.ts'
import type { AskOptions } from '../models/model.ts'
import type { Answer, Message, RequestOptions } from '../models/transport.ts'
import { readVectors } from '../models/vectorsText.ts'

/** Exit code of a command that was interrupted and can go on. */
const INTERRUPTED = 75
/** Texts of one request to an embedder. */
const TEXTS_A_REQUEST = 32

/** A command that asks models for data. */
export interface PaidCommandOptions {
  /** As it is typed after `holdfast`, for instance `data expand`. */
  readonly name: string
  readonly config: ResolvedConfig
  /** Folder of the command's calls, absolute. What is answered there is not asked again. */
  readonly folder: string
  /** The roles that will be asked, each with the parameters of its calls: their models are tried before the first call. */
  readonly roles: Readonly<Partial<Record<CallRole, RequestOptions>>>
  /** Called after every answer with how many there are. */
  readonly answered?: ((count: number) => void) | undefined
}

/** One question to a model. */
export interface PaidQuestion extends Omit<AskOptions, 'ask'> {
  readonly role: CallRole
  /** What the question is about: calls of one item can be told apart in the journal, and simulated models draw by it. */
  readonly item: string
  readonly prompt: string | readonly Message[]
}

/** What the calls of a role took, those of an earlier, interrupted command too. */
export interface PaidRole extends CallCounts {
  readonly role: CallRole
  readonly model: string
  readonly simulated: boolean
  /** US dollars; undefined where there is no price. */
  readonly usd: number | undefined
}

/** The models of a command, and what they took. */
export interface PaidCommand {
  /** Asks a model. The same question to the same model is paid for once, however often the command is run. */
  ask(question: PaidQuestion): Promise<Answer>
  /** Vectors of texts, in their order. */
  embed(item: string, texts: readonly string[]): Promise<number[][]>
  /** The model of a role, as reports name it. */
  modelOf(role: CallRole): string
  /** Whether any answer came from a simulated model. */
  readonly simulated: boolean
  paid(): PaidRole[]
}

/**
 * Runs a command that asks models for data. Every answer is written to `calls.jsonl` in its folder before it is used, in the format
 * of a run. A command that was interrupted, or stopped by its budget, takes these answers when it is run again: the question, the
 * model and its parameters tell which answer is which, so other options never get a wrong one. What stands in the folder counts
 * towards the budget.
 *
 * @returns what the work returns; undefined after an interruption, with the exit code 75 set.
 * @throws HoldfastError, also where the budget does not cover the next call.
 */
export async function runPaidCommand<T>(options: PaidCommandOptions, work: (command: PaidCommand) => Promise<T>): Promise<T | undefined> {
  const { name, config, folder } = options
  makeOwnFolder(folder)
  const { calls } = runFolder(folder)
  const lock = await RunLock.take(folder)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const signals = ['SIGINT', 'SIGTERM'] as const
  // A second signal ends the process as usual.
  for (const signal of signals) process.once(signal, stop)
  try {
    repairFile(calls)
    return await work(
      await openCommand({ ...config, roles: config.dataRoles, out: folder, resume: existsSync(calls) }, options, stopping.signal),
    )
  } catch (error) {
    if (stopping.signal.aborted) {
      note(` interrupted: the same command goes on from here`)
      process.exitCode = INTERRUPTED
      return undefined
    }
    throw error instanceof HoldfastError ? asOfCommand(error, name) : error
  } finally {
    for (const signal of signals) process.off(signal, stop)
    lock.release()
  }
}

async function openCommand(
  config: RuntimeConfig,
  { name, folder, roles, answered }: PaidCommandOptions,
  stopping: AbortSignal,
): Promise<PaidCommand> {
  const runtime = createRuntime(config, new Journal(runFolder(folder)))
  for (const [role, options] of Object.entries(roles)) await runtime.prepare(role as CallRole, options)
  const counts = new Map<CallRole, CallCounts>()
  let simulated = false
  let count = 0
  const ask = async ({ role, item, prompt, ...options }: PaidQuestion): Promise<Answer> => {
    const own = counts.get(role) ?? { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 }
    counts.set(role, own)
    const entry = config.roles[role]
    const reference = () => {
      if (options.reference !== undefined) return options.reference
      throw new HoldfastError('USAGE', `Failed to simulate ${item}: there is nothing to answer. Name a real model.`)
    }
    const hints = { item, seed: 0, reference }
    const model = runtime.model(role, { suite: name, item, trial: 0, hints, counts: own, signal: stopping, stopping })
    const call = `${options.call ?? 'answer'}:${entry ? questionHash(entry, prompt, options) : ''}`
    const answer = await model.ask(prompt, { ...options, call })
    simulated ||= model.simulated || answer.simulated === true
    count += 1
    answered?.(count)
    return answer
  }
  return {
    ask,
    async embed(item, texts) {
      const batches = Array.from({ length: Math.ceil(texts.length / TEXTS_A_REQUEST) }, (_, index) =>
        texts.slice(index * TEXTS_A_REQUEST, (index + 1) * TEXTS_A_REQUEST),
      )
      const answers = await Promise.all(
        batches.map((batch) => {
          const prompt = batch.map((content) => ({ role: 'user' as const, content }))
          return ask({ role: 'embedder', item, call: 'embed', prompt, maxTokens: 0 })
        }),
      )
      return answers.flatMap(({ content }) => readVectors(content))
    },
    modelOf: (role) => labelOf(config.roles[role]),
    get simulated() {
      return simulated
    },
    paid: () =>
      [...counts].map(([role, own]) => {
        const entry = config.roles[role]
        const usd = own.simulated || isSimulated(entry) ? 0 : entry?.price && cost(own, entry.price)
        return { role, model: labelOf(entry), ...own, simulated: own.simulated === true || isSimulated(entry), usd }
      }),
  }
}

/** Tells questions apart by all that bears on their answers. */
function questionHash(
  entry: ModelEntry,
  prompt: PaidQuestion['prompt'],
  { vote = 0, maxTokens, temperature, json }: Partial<PaidQuestion>,
): string {
  const { members = [] } = entry
  const { uri, api, temperature: own, seed, maxTokens: cap, parameters } = members[vote % members.length] ?? entry
  const asked = [modelLabel(uri), api, own, seed, cap, parameters, prompt, maxTokens, temperature, json]
  return hash('sha256', JSON.stringify(asked)).slice(0, 16)
}

function labelOf(entry: ModelEntry | undefined): string {
  return entry ? modelLabel(entry.uri) : 'none'
}

function isSimulated(entry: ModelEntry | undefined): boolean {
  const uris = entry?.members?.map(({ uri }) => uri) ?? (entry ? [entry.uri] : [])
  return uris.some((uri) => uri.startsWith('sim:'))
}

/** Messages about a run that can be resumed, as they are for a command that is run again. */
function asOfCommand(error: HoldfastError, name: string): HoldfastError {
  const again = `run holdfast ${name} again`
  const message = error.message
    .replace(/^Failed to go on: /, `Failed to finish holdfast ${name}: `)
    .replace(/\b(F|f)inish (?:the run|it) with HOLDFAST_RESUME/g, (_, first) => (first === 'F' ? 'R' : 'r') + again.slice(1))
    .replace(/ and a larger budget\.$/, ' with a larger budget: what is paid for is kept.')
  return new HoldfastError(error.code === 'UNSCORED' ? 'RUN' : error.code, message, { cause: error })
}
