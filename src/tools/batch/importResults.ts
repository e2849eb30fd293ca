import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { counted, excerpt, HoldfastError, LineAppender, parse, type RunFolder, readJsonl, redacted, singleLine } from '../../kit.ts'
import { type AskedCall, askedCall } from './batchFolder.ts'
import { BatchLedger } from './batchLedger.ts'
import { heldAnswer, type RequestOutcome, readResult, resultLine, resultLines } from './readResult.ts'

/** What an import did. */
export interface ImportedResults {
  /** Answers and failures that were written down. */
  readonly answers: number
  readonly failures: number
  /** Results that were imported before, or stand in the files twice. */
  readonly known: number
  /** Files whose last line is not whole. */
  readonly halves: readonly string[]
  /** Reasons of the failures with how often each was given, the commonest first. */
  readonly reasons: readonly (readonly [reason: string, times: number])[]
  /** Requests of the run that have neither answer nor failure by now. */
  readonly left: number
}

/** Foreign ids that a message names. */
const NAMED = 3

/**
 * Writes the results of batches into the journal of a run, each under the call that it answers, in whatever order they come.
 *
 * @throws HoldfastError for files that hold anything else, before anything is written.
 */
export async function importResults(run: RunFolder, files: readonly string[]): Promise<ImportedResults> {
  const ledger = await BatchLedger.open(run)
  const read = await readAll(files, ledger)
  const failed = [...read.outcomes].flatMap(([id, outcome]) => ('failure' in outcome ? [[id, outcome.failure] as const] : []))
  const reasons = new Map<string, number>()
  for (const [id, { message, final }] of failed) {
    await ledger.failed({ custom_id: id, message, final })
    reasons.set(message, (reasons.get(message) ?? 0) + 1)
  }
  const answers = await writeAnswers(run, ledger, read.outcomes)
  return {
    answers,
    failures: failed.length,
    known: read.known,
    halves: read.halves,
    reasons: [...reasons].sort(([, one], [, other]) => other - one),
    left: new Set([...ledger.asked].filter(({ custom_id }) => !ledger.isSettled(custom_id)).map(({ key }) => key)).size,
  }
}

/** Results of files, by id of their request. An answer counts before a failure, whichever comes first: what expired may stand in two files. */
async function readAll(files: readonly string[], ledger: BatchLedger) {
  const read = { outcomes: new Map<string, RequestOutcome>(), halves: [] as string[], known: 0 }
  const foreign: string[] = []
  let lines = 0
  for (const file of files) {
    for await (const value of resultLines(file, () => read.halves.push(file))) {
      lines += 1
      if (isRequest(value.json))
        throw new HoldfastError(
          'DATA',
          `Failed to import ${value.where}: it is a request and no result. Give the files that the batch came back with.`,
        )
      const line = parse(resultLine, value.json, value.where)
      const { custom_id: id } = line
      const before = read.outcomes.get(id)
      if (!ledger.find(id)) {
        foreign.push(id)
        continue
      }
      const isSettled = ledger.isSettled(id)
      if (before || isSettled) read.known += 1
      if (isSettled || (before && 'answer' in before)) continue
      const outcome = readResult(line, basename(file))
      if (!before || 'answer' in outcome) read.outcomes.set(id, outcome)
    }
  }
  if (foreign.length > 0) {
    const named = foreign.slice(0, NAMED).map((id) => JSON.stringify(singleLine(excerpt(id, 0, 80))))
    throw new HoldfastError(
      'DATA',
      `Failed to import: ${foreign.length.toLocaleString('en')} of ${counted(lines, 'result')} are of no request of this run, for instance ${named.join(', ')}. Import the results of the files in ${ledger.folder.path}. Nothing was written.`,
    )
  }
  return read
}

/** Whether a line is of a file that was to be sent. */
function isRequest(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'method' in json && !('response' in json)
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
    writing.push(journal.append(answerLine(call, outcome)))
  }
  await Promise.all(writing)
  journal.close()
  return writing.length
}

function answerLine(call: AskedCall, { answer }: Extract<RequestOutcome, { answer: unknown }>): string {
  const { suite, item, role, call: name, trial, ask, vote, asked, custom_id, model, messages, messagesRef, hold } = call
  const key = { suite, item, role, call: name, trial, ...(ask > 0 && { ask }), ...(vote > 0 && { vote }) }
  const entry = { ...heldAnswer(answer, hold), model, ms: 0, attempts: 1, batch: custom_id }
  return JSON.stringify({ ...key, asked, ...redacted({ ...entry, ...(messages && { messages }), ...(messagesRef && { messagesRef }) }) })
}
