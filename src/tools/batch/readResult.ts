import { z } from 'zod'
import {
  type Answer,
  answerOf,
  dataError,
  errorIn,
  failureOf,
  HoldfastError,
  heldToCap,
  messageOf,
  parseJson,
  RetryableError,
  readCompletion,
  readLines,
  readResponse,
  redact,
  shortened,
  singleLine,
  withReasoningApart,
} from '../../kit.ts'
import type { AskedCall } from './batchLedger.ts'

/** A line of results, of the Batch API or of `vllm run-batch`. Only the id has to be there. */
export const resultLine = z.object({
  custom_id: z.string().min(1).max(512),
  response: z.object({ status_code: z.number().nullish(), body: z.unknown().optional() }).nullish(),
  error: z.unknown().optional(),
})

/** A line of results. */
type ResultLine = z.output<typeof resultLine>

/** What a request came to. */
export type RequestOutcome =
  | { readonly answer: Answer }
  /** `final`: another request would fail alike. `usage`: what a reply took that cannot be used. */
  | { readonly failure: { readonly message: string; readonly final: boolean; readonly usage?: Answer['usage'] } }

/** Longest message that is kept of a failure. */
const LONGEST_MESSAGE = 500

/**
 * Reads a line of results by the same rules as the reply of a direct call.
 *
 * @param label model, for messages.
 */
export function readResult({ response, error }: ResultLine, label: string): RequestOutcome {
  const status = response?.status_code ?? undefined
  const body = response?.body
  const isAnswer = body != null && (status === undefined || status < 400)
  const read = (body as { object?: unknown } | undefined)?.object === 'response' ? readResponse : readCompletion
  try {
    if (isAnswer) return { answer: read(body, label) }
  } catch (thrown) {
    return failed(thrown)
  }
  // Of an error: a text (vLLM), an envelope, or the object that stands in one.
  const told = errorIn(body) ?? (error == null ? undefined : (errorIn({ error }) ?? { message: 'no reason given' }))
  const said = told ?? { message: 'no answer and no reason given' }
  const code = told?.status ?? status
  const answer = answerOf(code, said)
  if (answer) return { answer }
  // What ran out of time, or was left without a status, may be answered another time.
  return code === undefined ? failed(new RetryableError(said.message)) : failed(failureOf(code, said, label))
}

function failed(thrown: unknown): RequestOutcome {
  const message = shortened(singleLine(redact(messageOf(thrown))), LONGEST_MESSAGE)
  const usage = thrown instanceof RetryableError ? thrown.usage : undefined
  return { failure: { message, final: thrown instanceof HoldfastError, usage } }
}

/** An answer as a direct call gives it: its thoughts apart, and held to its cap. */
export function heldAnswer(told: Answer, hold: AskedCall['hold']): Answer {
  const apart = withReasoningApart(told)
  return hold ? heldToCap(apart, hold.cap, hold.tokenizer) : apart
}

/**
 * The lines of a file of results as JSON. The last may be cut off where a download or a copy was.
 *
 * @param half is called for a last line that is not whole.
 * @throws HoldfastError for any other line that is no JSON.
 */
async function* resultLines(file: string, half: () => void): AsyncGenerator<{ readonly json: unknown; readonly where: string }> {
  let number = 0
  let broken: string | undefined
  for await (const line of readLines(file)) {
    number += 1
    if (line.trim() === '') continue
    if (broken !== undefined) throw dataError(`Failed to import ${broken}: it is no JSON. Mend or remove the line.`)
    const where = `${file}, line ${number}`
    let json: unknown
    try {
      json = parseJson(line)
    } catch {
      broken = where
      continue
    }
    yield { json, where }
  }
  if (broken !== undefined) half()
}

/**
 * Results of files by the id of their request. An answer counts before a failure, whichever comes first: what expired may stand in two
 * files. Unread are the places of lines that were passed over, which may be paid for; halves are files that end within a line.
 *
 * @param labelOf where a file came from, for messages.
 * @param take the line in a JSON; undefined for what is passed over.
 */
export async function readResults(
  files: readonly string[],
  labelOf: (file: string) => string,
  take: (json: unknown, where: string) => ResultLine | undefined | false,
) {
  const outcomes = new Map<string, RequestOutcome>()
  const halves: string[] = []
  const unread: string[] = []
  for (const file of files) {
    for await (const { json, where } of resultLines(file, () => halves.push(file))) {
      const line = take(json, where)
      if (!line) unread.push(where)
      const before = line && outcomes.get(line.custom_id)
      if (!line || (before && 'answer' in before)) continue
      const outcome = readResult(line, labelOf(file))
      if (!before || 'answer' in outcome) outcomes.set(line.custom_id, outcome)
    }
  }
  return { outcomes, halves, unread }
}
