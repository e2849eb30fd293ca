import { existsSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import {
  type Answer,
  againSettings,
  callerSettings,
  commandConfig,
  configError,
  counted,
  createTransport,
  dataError,
  excerpt,
  findBrokenRun,
  isBundledSuite,
  isObject,
  LineAppender,
  type ModelEntry,
  parse,
  printResult,
  type RunFolder,
  readJsonl,
  readRunSettings,
  redacted,
  runFiles,
  runSuite,
  settingsOfRun,
  singleLine,
  takeRunFolder,
  usageError,
} from '../../kit.ts'
import { BatchApi } from './batchApi.ts'
import { type AskedCall, askedCall, BatchLedger, waveLines } from './batchLedger.ts'
import { heldAnswer, type RequestOutcome, readResults, resultLine } from './readResult.ts'

/** Most seconds between two tries. */
const LONGEST_WAIT = 10

/**
 * Ends the batches of a run that are under way. What they have answered by then is kept, and fetched when the run goes on.
 *
 * @param entries models of the configuration, one of which each batch is of.
 * @returns ids of the batches with how each stands now.
 * @throws HoldfastError for a batch of another model.
 */
export async function cancelBatches(run: RunFolder, entries: readonly ModelEntry[], root: string) {
  const ledger = await BatchLedger.open(run)
  const transports = entries.map((entry) => createTransport(entry, root))
  const cancelled: { id: string; status: string }[] = []
  for (const { id: known, input, model } of ledger.openBatches) {
    const client = transports.find(({ label }) => label === model)?.batch?.client
    if (!client) {
      throw configError(
        `Failed to cancel ${known ?? 'a batch'}: the configuration has no model ${model}, which it is of. Give the models that the run was begun with.`,
      )
    }
    const api = new BatchApi({ client, label: model, longestWait: LONGEST_WAIT, signal: new AbortController().signal })
    // The run may have been stopped between beginning it and hearing of it.
    const id = known ?? (input === undefined ? undefined : await api.find(input))?.id
    if (id !== undefined) cancelled.push({ id, status: (await api.cancel(id)).status })
  }
  return cancelled
}

const RUN = ['<run>', 'run folder, its name under reports/runs, or latest'] as const

/** `holdfast batch next <run> [results…]`: takes results of a wave into a run, and writes the next one. */
export function batchNextCommand(): Command {
  return new Command('next')
    .description(
      'Take the results of a wave into a run begun with HOLDFAST_BATCH=export, and write the requests of the next wave. Exits 75 while results are to come; with the last ones in it scores the run.',
    )
    .argument(...RUN)
    .argument('[results...]', 'files of results and of errors, in any order; what was taken in before is passed over')
    .action(async (name: string, files: string[]) => {
      const root = process.cwd()
      const run = findBrokenRun(name, root)
      if (!existsSync(run.batch)) {
        throw usageError(
          `Failed to go on with ${name} by batch: it has no requests, so it was not begun with HOLDFAST_BATCH=export. Name a run that was.`,
        )
      }
      if (files.length > 0) {
        const taken = await takeRunFolder({ out: run.path, resume: true })
        try {
          await printResult(undefined, importLines(await importResults(run, files)))
        } finally {
          taken.release()
        }
      }
      process.exitCode = await exportAgain(run, root)
      const lines = await waveLines(run, realpathSync(root))
      await printResult(undefined, lines.length > 0 ? lines : [' no request is left: the run is complete'])
    })
}

/** `holdfast batch cancel <run>`: ends batches that are under way. */
export function batchCancelCommand(): Command {
  return new Command('cancel')
    .description('End the batches of a stopped run with batch: true. What is answered by then is paid for, and kept for HOLDFAST_RESUME.')
    .argument(...RUN)
    .action(async (name: string) => {
      const root = process.cwd()
      const run = findBrokenRun(name, root)
      const { roles } = await commandConfig(process.env, root)
      const entries = Object.values(roles).flatMap((entry) => entry.members ?? [entry])
      const cancelled = await cancelBatches(run, entries, root)
      const lines = cancelled.map(({ id, status }) => ` ${singleLine(id)} ${singleLine(status)}`)
      await printResult(undefined, lines.length > 0 ? lines : [' no batch is under way'])
    })
}

/** Goes on with a run as it was begun. Returns its exit code. */
async function exportAgain(run: RunFolder, root: string): Promise<number> {
  const begun = readRunSettings(run)
  const caller = await callerSettings(root)
  const settings = {
    ...againSettings(caller),
    ...(await settingsOfRun(begun, caller, root, { models: {} })),
    out: run.path,
    resume: run.path,
    shard: begun.shard,
    batch: 'export',
  }
  const [only, ...others] = begun.ran
  // One suite of ours needs no test file of the project.
  const isAlone = only !== undefined && others.length === 0 && isBundledSuite(only)
  const { exitCode } = isAlone ? await runSuite(only, settings, root) : await runFiles(begun, settings, root)
  return exitCode
}

/** Reasons of failures that are listed. */
const REASONS_SHOWN = 5

function importLines({ answers, failures, known, halves, reasons, left }: ImportedResults): string[] {
  return [
    ` ${counted(answers, 'answer')}${failures > 0 ? `, ${counted(failures, 'request')} without one` : ''}${known > 0 ? `, ${counted(known, 'result')} known before` : ''}`,
    ...reasons.slice(0, REASONS_SHOWN).map(([reason, times]) => `   ${times.toLocaleString('en')} x  ${reason}`),
    ...(reasons.length > REASONS_SHOWN ? [`   and ${counted(reasons.length - REASONS_SHOWN, 'other reason')}`] : []),
    ...halves.map((file) => ` The last line of ${file} is not whole, and was passed over.`),
    ...(left > 0 ? [` ${counted(left, 'request')} of the last wave ${left === 1 ? 'has' : 'have'} no result yet.`] : []),
  ]
}

/** What an import did. */
export type ImportedResults = Awaited<ReturnType<typeof importResults>>

/** Foreign ids that a message names. */
const NAMED = 3

/**
 * Writes the results of batches into the journal of a run, each under the call that it answers, in whatever order they come.
 *
 * @throws HoldfastError for files that hold anything else, before anything is written.
 */
export async function importResults(run: RunFolder, files: readonly string[]) {
  const ledger = await BatchLedger.takeUp(run)
  const read = await readAll(files, ledger)
  const failed = [...read.outcomes].flatMap(([id, outcome]) => ('failure' in outcome ? [[id, outcome.failure] as const] : []))
  const reasons = new Map<string, number>()
  for (const [id, { message, final }] of failed) {
    await ledger.failed({ custom_id: id, message, final })
    reasons.set(message, (reasons.get(message) ?? 0) + 1)
  }
  const answers = await writeAnswers(run, ledger, read.outcomes)
  return {
    /** Answers and failures that were written down. */
    answers,
    failures: failed.length,
    /** Results that were imported before, or stand in the files twice. */
    known: read.known,
    /** Files whose last line is not whole. */
    halves: read.halves,
    /** Reasons of the failures with how often each was given, the commonest first. */
    reasons: [...reasons].sort(([, one], [, other]) => other - one),
    /** Requests of the run that have neither answer nor failure by now. */
    left: new Set([...ledger.asked.values()].filter(({ custom_id }) => !ledger.isSettled(custom_id)).map(({ key }) => key)).size,
  }
}

/** Results of files that are of this run and were not taken in before. */
async function readAll(files: readonly string[], ledger: BatchLedger) {
  const foreign: string[] = []
  const seen = new Set<string>()
  let [lines, known] = [0, 0]
  const labelOf = (file: string) => `the endpoint that ${basename(file)} came from`
  const read = await readResults(files, labelOf, (json, where) => {
    lines += 1
    // Of a file that was to be sent.
    if (isObject(json) && 'method' in json && !('response' in json))
      throw dataError(`Failed to import ${where}: it is a request and no result. Give the files that the batch came back with.`)
    const line = parse(resultLine, json, where)
    const { custom_id: id } = line
    if (!ledger.asked.has(id)) foreign.push(id)
    else if (ledger.isSettled(id) || seen.has(id)) known += 1
    seen.add(id)
    return ledger.asked.has(id) && !ledger.isSettled(id) && line
  })
  if (foreign.length > 0) {
    const named = foreign.slice(0, NAMED).map((id) => JSON.stringify(singleLine(excerpt(id, 0, 80))))
    throw dataError(
      `Failed to import: ${foreign.length.toLocaleString('en')} of ${counted(lines, 'result')} are of no request of this run, for instance ${named.join(', ')}. Import the results of the files in ${ledger.folder.path}. Nothing was written.`,
    )
  }
  return { ...read, known }
}

/** Writes answers to the journal, with the messages that they answer. */
async function writeAnswers(run: RunFolder, ledger: BatchLedger, outcomes: ReadonlyMap<string, RequestOutcome>): Promise<number> {
  const journal = new LineAppender(run.calls)
  const writing: Promise<void>[] = []
  if (!existsSync(ledger.folder.asked)) return 0
  for await (const call of readJsonl(ledger.folder.asked, askedCall, { mayBeEmpty: true })) {
    const outcome = outcomes.get(call.custom_id)
    // Asked twice with one id: what a second file of the wave held.
    if (!outcome || !('answer' in outcome) || ledger.isAnswered(call.custom_id)) continue
    ledger.answered(call.custom_id)
    writing.push(journal.append(answerLine(call, outcome.answer)))
  }
  await Promise.all(writing)
  journal.close()
  return writing.length
}

function answerLine(call: AskedCall, answer: Answer): string {
  const { suite, item, role, call: name, trial, ask, vote, asked, custom_id, model, messages, messagesRef, hold } = call
  const key = { suite, item, role, call: name, trial, ...(ask > 0 && { ask }), ...(vote > 0 && { vote }) }
  const entry = { ...heldAnswer(answer, hold), model, ms: 0, attempts: 1, batch: custom_id }
  return JSON.stringify({ ...key, asked, ...redacted({ ...entry, ...(messages && { messages }), ...(messagesRef && { messagesRef }) }) })
}
