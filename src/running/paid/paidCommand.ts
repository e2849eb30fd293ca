import { hash } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { existsSync } from 'node:fs'
import { HoldfastError, UnscoredError, usageError } from '../../core/base/errors.ts'
import { makeOwnFolder } from '../../core/base/files/makeFolder.ts'
import { counted } from '../../core/base/text/counted.ts'
import { note } from '../../core/base/text/note.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { EXIT_INCOMPLETE } from '../../core/format/exitIncomplete.ts'
import type { CallCounts } from '../../core/format/itemResult.ts'
import { hasSimulated, type ModelEntry } from '../../core/format/modelEntry.ts'
import { modelLabel, namesSimulated } from '../../core/format/modelUri.ts'
import type { CallVolume } from '../../core/format/plannedUse.ts'
import { BUDGET_STOP } from '../../core/format/records.ts'
import { repairFile } from '../../core/format/repairFile.ts'
import type { CallRole } from '../../core/format/role.ts'
import { runFolder } from '../../core/format/runFolder.ts'
import { RunLock } from '../../core/format/runLock.ts'
import { estimateRun, type PlanEstimate } from '../../deciding/estimate.ts'
import { cost } from '../../models/budget.ts'
import { readVectors } from '../../models/createEmbedder.ts'
import { createRuntime, type RuntimeConfig } from '../../models/createRuntime.ts'
import { Journal } from '../../models/journal.ts'
import type { AskOptions, Model } from '../../models/model.ts'
import type { Answer, Message, RequestOptions } from '../../models/transport.ts'
import { fittedTable, grouped, screenWidth } from '../../reports/layout.ts'
import { volumeTable } from '../../reports/planLines.ts'
import { type CommandProgress, commandProgress } from '../commands/output.ts'

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
}

/** One question to a model. */
export interface PaidQuestion extends Omit<AskOptions, 'ask'> {
  readonly role: CallRole
  /** What the question is about: calls of one item can be told apart in the journal, and simulated models draw by it. */
  readonly item: string
  readonly prompt: string | readonly Message[]
}

/** What the calls of a role took, those of an earlier, interrupted command too. */
export type PaidRole = ReturnType<PaidCommand['paid']>[number]

/** The models of a command, and what they took. */
export type PaidCommand = Awaited<ReturnType<typeof openCommand>>

/**
 * Runs a command that asks models for data. Each answer is in `calls.jsonl` of its folder before it is used, and is taken from there when
 * the same question is asked of the same model by a later command; it counts towards the budget. The work ends the line that counts the
 * answers where it prints. @returns what the work returns; undefined after an interruption, with exit code 75 set.
 * @throws HoldfastError, also where the budget does not cover the next call.
 */
export async function runPaidCommand<T>(
  options: PaidCommandOptions,
  work: (command: PaidCommand, progress: CommandProgress) => Promise<T>,
): Promise<T | undefined> {
  const { name, config, folder } = options
  makeOwnFolder(folder)
  const lock = await RunLock.take(folder)
  const stopping = new AbortController()
  // All calls that wait listen to it.
  setMaxListeners(0, stopping.signal)
  // What is asked is paid for: its answer is waited for, as in a run.
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  const stop = () => {
    stopping.abort()
    setTimeout(() => ending.abort(), config.graceSeconds * 1000).unref()
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  // A second signal ends the process as usual.
  for (const signal of signals) process.once(signal, stop)
  const calls: CallsUnderWay = { stopping: stopping.signal, ending: ending.signal, running: new Set(), closed: false }
  const progress = commandProgress()
  try {
    const own = { ...takeUpCalls(config, folder), roles: config.dataRoles }
    const command = await openCommand(own, options, calls, progress)
    return await work(command, progress).finally(() => {
      calls.closed = true
      progress.end()
    })
  } catch (error) {
    if (stopping.signal.aborted) {
      return interrupted()
    }
    throw error instanceof HoldfastError ? asOfCommand(error, name) : error
  } finally {
    // Where one call failed, others are still under way: they are paid for, and must be written down while the folder is ours.
    await Promise.allSettled(calls.running)
    for (const signal of signals) process.off(signal, stop)
    lock.release()
  }
}

/** A configuration for calls that are written in a folder of their own, and taken from there where a command before was answered. */
export function takeUpCalls<Config extends ResolvedConfig>(config: Config, folder: string) {
  const { calls, retries, spending } = runFolder(folder)
  for (const path of [calls, retries, spending]) repairFile(path)
  const alone = { restarted: false, shard: undefined, shared: undefined, exportsBatch: false } as const
  return { ...config, out: folder, resume: existsSync(calls), ...alone }
}

/** Says that a command was interrupted, and sets its exit code. */
export function interrupted(): undefined {
  note(' interrupted: the same command goes on from here')
  process.exitCode = EXIT_INCOMPLETE
}

/** The calls of a command that are under way, and what ends them. */
interface CallsUnderWay extends Readonly<Record<'stopping' | 'ending', AbortSignal>> {
  readonly running: Set<Promise<unknown>>
  /** The command has ended, so that none may begin. */
  closed: boolean
}

async function openCommand(config: RuntimeConfig, options: PaidCommandOptions, calls: CallsUnderWay, progress: CommandProgress) {
  const { name, folder, roles } = options
  const runtime = createRuntime(config, new Journal(runFolder(folder)))
  for (const [role, options] of Object.entries(roles)) await runtime.prepare(role as CallRole, options)
  const counts = new Map<CallRole, CallCounts>()
  let simulated = false
  let count = 0
  const ask = async ({ role, item, prompt, ...options }: PaidQuestion): Promise<Answer> => {
    if (calls.closed) throw new HoldfastError('ABORTED', `Failed to ask about ${item}: the command has ended. Run it again.`)
    const own = counts.get(role) ?? { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 }
    counts.set(role, own)
    const entry = config.roles[role]
    const reference = () => {
      if (options.reference !== undefined) return options.reference
      throw usageError(`Failed to simulate ${item}: there is nothing to answer. Name a real model.`)
    }
    const hints = { item, seed: 0, reference }
    const { stopping, ending } = calls
    const model = runtime.model(role, { suite: name, item, trial: 0, hints, counts: own, stopping, ending })
    const call = `${options.call ?? 'answer'}:${entry ? questionHash(entry, prompt, options) : ''}`
    const asking = model.ask(prompt, { ...options, call })
    calls.running.add(asking)
    const answer = await asking.finally(() => calls.running.delete(asking))
    simulated ||= model.simulated || answer.simulated === true
    count += 1
    if (!calls.closed) progress.step(counted(count, 'answer'))
    return answer
  }
  return {
    /** Asks a model. The same question to the same model is paid for once, however often the command is run. */
    ask,
    /** Vectors of texts, in their order. */
    async embed(item: string, texts: readonly string[]): Promise<number[][]> {
      const batches = Array.from({ length: requestsFor(texts.length) }, (_, index) =>
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
    /** The model of a role, as reports name it; of a panel the one that a vote is asked of. */
    modelOf: (role: CallRole, vote?: number) => labelOf(memberOf(config.roles[role], vote)),
    /** Whether any answer came from a simulated model. */
    get simulated() {
      return simulated
    },
    paid: () =>
      [...counts].map(([role, own]) => {
        const entry = config.roles[role]
        // Undefined where there is no price.
        const usd = own.simulated || hasSimulated(entry) ? 0 : entry?.price && cost(own, entry.price)
        return { role, model: labelOf(entry), ...own, simulated: own.simulated === true || hasSimulated(entry), usd }
      }),
  }
}

/** Requests that the vectors of so many texts take. */
export function requestsFor(texts: number): number {
  return Math.ceil(texts / TEXTS_A_REQUEST)
}

/** Tells questions apart by all that bears on their answers. */
function questionHash(
  entry: ModelEntry,
  prompt: PaidQuestion['prompt'],
  { vote = 0, maxTokens, temperature, json }: Partial<PaidQuestion>,
): string {
  const { uri, api, temperature: own, seed, maxTokens: cap, parameters } = memberOf(entry, vote) ?? entry
  const asked = [modelLabel(uri), api, own, seed, cap, parameters, prompt, maxTokens, temperature, json]
  return hash('sha256', JSON.stringify(asked)).slice(0, 16)
}

/** Whom of a panel a vote is asked of; a model by itself, and a panel without a vote, as they are. */
function memberOf(entry: ModelEntry | undefined, vote: number | undefined): ModelEntry | undefined {
  const { members = [] } = entry ?? {}
  return vote === undefined ? entry : (members[vote % members.length] ?? entry)
}

function labelOf(entry: ModelEntry | undefined): string {
  return entry ? modelLabel(entry.uri) : 'none'
}

/** Messages about a run that can be resumed, as they are for a command that is run again. */
function asOfCommand(error: HoldfastError, name: string): HoldfastError {
  const again = `run holdfast ${name} again`
  const message = error.message
    .replace(/^Failed to go on: /, `Failed to finish holdfast ${name}: `)
    .replace(/\b(F|f)inish (?:the run|it) with HOLDFAST_RESUME(?:=latest)?/g, (_, first) => (first === 'F' ? 'R' : 'r') + again.slice(1))
    .replace(/ and a larger budget\.$/, ' with a larger budget: what is paid for is kept.')
  return new HoldfastError(error.code === 'UNSCORED' ? 'RUN' : error.code, message, { cause: error })
}

/** A role of a command as a model whose calls are filed under one item. */
export function paidModel(command: PaidCommand, role: CallRole, item: string): Model {
  const name = command.modelOf(role)
  return {
    name,
    simulated: namesSimulated(name),
    ask: (prompt, { ask: _again, ...options } = {}) =>
      command.ask({ ...options, role, item, prompt: typeof prompt === 'function' ? prompt() : prompt }),
  }
}

/** What the roles of a command would take: as a rule, and at most. */
export type PlannedRoles = Readonly<Partial<Record<CallRole, CallVolume & { readonly most: CallVolume }>>>

/** Estimates a command that asks models for data, without a call. */
export function estimateCommand(byRole: PlannedRoles, { dataRoles }: Pick<ResolvedConfig, 'dataRoles'>): PlanEstimate {
  return estimateRun({ byRole }, { roles: dataRoles })
}

/** The lines of `--plan`: models, calls, tokens and price by role, and whether there is a budget. */
export function commandPlanLines(byRole: PlannedRoles, { dataRoles, budget }: Pick<ResolvedConfig, 'dataRoles' | 'budget'>): string[] {
  const estimate = estimateCommand(byRole, { dataRoles })
  const missing = Object.keys(estimate.roles).filter((role) => !dataRoles[role as CallRole])
  const { maxUsd, maxTokens } = budget
  return [
    ...volumeTable('role', estimate.roles),
    ...missing.map((role) => ` no model is the ${role}: set HOLDFAST_${role.toUpperCase()}`),
    ...(maxUsd === undefined ? [] : [` budget: $${maxUsd}`]),
    ...(maxTokens === undefined ? [] : [` budget: ${maxTokens.toLocaleString('en')} tokens`]),
    ' less what the cache or an earlier run of this command answers',
  ]
}

/** What the calls of a command took, a row a role. */
export function paidTable(paid: readonly PaidRole[]): string[] {
  const rows = paid.map(({ role, model, calls, promptTokens, completionTokens, usd, simulated }) => [
    role,
    model,
    grouped(calls),
    grouped(promptTokens),
    grouped(completionTokens),
    simulated ? 'none: simulated' : usd === undefined ? 'no price' : `$${usd.toFixed(4)}`,
  ])
  const heads = ['role', 'model', 'calls', 'tokens in', 'tokens out', 'cost']
  return fittedTable([heads, ...rows], screenWidth(), new Set([0, 1]), [{ column: 1, least: 12 }])
}

/** Whether an error says that a model gave no usable reply. A spent budget and a failing endpoint are no broken replies. */
export function isUnusableReply(error: unknown): error is UnscoredError {
  return error instanceof UnscoredError && !error.message.includes(BUDGET_STOP)
}
