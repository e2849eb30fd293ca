import type { z } from 'zod'
import { parseJson } from '../core/base/data/parseJson.ts'
import { parsePythonJson } from '../core/base/python/json.ts'
import { counted } from '../core/base/text/counted.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import { UnscoredError } from '../core/base/unscored.ts'
import { type AskOptions, type Model, taken } from '../models/model.ts'
import { cutReason, isCut, isCutEmpty } from '../models/reasoning.ts'
import type { Answer, Message } from '../models/transport.ts'

/** Times a question is put before the judge is taken to be unusable. */
const MAX_ASKS = 3

/** A cap is this many times as large after a reply that it cut off. */
const MORE_ROOM = 4

/** A reply as parsed: its value, or why it is unusable in words a judge can act on. */
export type Parsed<T> = { readonly value: T } | { readonly unusable: string }

/** What is asked of a judge. */
export interface JudgeRequest<T> {
  readonly prompt: string | readonly Message[]
  readonly call: string
  /** What is being done, for the error: `judge` by default. */
  readonly verb?: string
  /** Which of several votes this is, from 0. */
  readonly vote?: number
  readonly options?: Pick<AskOptions, 'maxTokens' | 'temperature' | 'json' | 'simulation'>
  /** A reply that was cut off is read too, as long as it has text: by rules that read it as it is. */
  readonly cutTextCounts?: boolean
  /** Reads a reply. What the judge quotes stands in it too, and must not be taken for its verdict (docs/contracts.md, section 1). */
  parse(answer: Answer): Parsed<T>
}

/** Asks a judge up to three times, with the reason after an unusable reply, a larger cap after a cut one; then throws UnscoredError. */
export async function askJudge<T>(
  judge: Model,
  { prompt, call, verb = 'judge', vote = 0, options, cutTextCounts = false, parse }: JudgeRequest<T>,
): Promise<T> {
  const question: readonly Message[] = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt
  let objection: readonly Message[] = []
  let reason = ''
  let maxTokens = options?.maxTokens
  let replies = 0
  for (let ask = 0; ask < MAX_ASKS; ask += 1) {
    const answer = await judge.ask([...question, ...objection], {
      call,
      ask,
      vote,
      unread: true,
      ...options,
      ...(maxTokens !== undefined && { maxTokens }),
    })
    // A recording answers with nothing what it was never asked.
    if (ask > 0 && answer.content === '' && answer.finish === undefined && !answer.refused) continue
    replies += 1
    if (isCut(answer) && (isCutEmpty(answer) || !cutTextCounts)) {
      const at = maxTokens ?? 'its own'
      reason = isCutEmpty(answer)
        ? cutReason(judge.name, answer)
        : `it was cut off, the last time at ${at} tokens: give its entry in models a larger maxTokens`
      // The same question with more room: what was cut off is no reply to go on from.
      if (maxTokens !== undefined) maxTokens *= MORE_ROOM
      objection = []
      continue
    }
    const parsed = parse(answer)
    if ('value' in parsed) {
      await taken(answer)
      return parsed.value
    }
    reason = parsed.unusable
    objection = [
      // Some endpoints refuse a message without text.
      ...(answer.content === '' ? [] : [{ role: 'assistant' as const, content: answer.content }]),
      { role: 'user', content: `That reply cannot be used: ${reason}. Reply again, in the form asked for and with nothing else.` },
    ]
  }
  throw new UnscoredError(
    `Failed to ${verb}: ${judge.name} gave no usable reply to ${call} in ${counted(replies, 'attempt')} (${reason}). Look at it with ${holdfastCommand('show', 'latest', ...(judge.item === undefined ? [] : [judge.item, '--calls']))}.`,
  )
}

/** Takes the text of a reply as it is, for {@link JudgeRequest.parse}. */
export function asItIs({ content }: Answer): Parsed<string> {
  return { value: content }
}

/** The JSON of a form and nothing beside it. A key twice makes it unusable: an answer quoted unescaped can write keys. */
export function replyJson<Form extends z.ZodType>(content: string, form: Form): Parsed<z.output<Form>> {
  let value: unknown
  try {
    value = parseJson(content)
  } catch {
    return { unusable: 'it is not one JSON object' }
  }
  if (parsePythonJson(content)?.repeatsKey !== false) return { unusable: 'an object in it has a key twice' }
  const { success, data, error } = form.safeParse(value)
  if (success) return { value: data }
  const [issue] = error.issues
  return { unusable: `it does not have the form asked for (${issue?.path.join('.')}: ${issue?.message})` }
}
