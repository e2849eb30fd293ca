import { UnscoredError } from '../core/base/unscored.ts'
import type { AskOptions, Model } from '../models/model.ts'
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
  /** Name of the call in the journal. */
  readonly call: string
  /** What is being done, for the error: `judge` by default. */
  readonly verb?: string
  /** Which of several votes this is, from 0. */
  readonly vote?: number
  readonly options?: Pick<AskOptions, 'maxTokens' | 'temperature' | 'json' | 'simulation'>
  /** Reads a reply. What the judge quotes stands in it too, and must not be taken for its verdict (docs/contracts.md, section 1). */
  parse(answer: Answer): Parsed<T>
}

/**
 * Asks a judge, and asks again with the reason when its reply is unusable.
 *
 * @throws UnscoredError after three unusable replies.
 */
export async function askJudge<T>(judge: Model, { prompt, call, verb = 'judge', vote = 0, options, parse }: JudgeRequest<T>): Promise<T> {
  const messages: Message[] = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : [...prompt]
  const asked = messages.length
  let reason = ''
  let maxTokens = options?.maxTokens
  for (let ask = 0; ask < MAX_ASKS; ask += 1) {
    const answer = await judge.ask([...messages], { call, ask, vote, ...options, ...(maxTokens !== undefined && { maxTokens }) })
    if (isCut(answer)) {
      reason = isCutEmpty(answer) ? cutReason(judge.name, answer) : `it was cut off, the last time at ${maxTokens ?? 'its own'} tokens`
      // The same question with more room: what was cut off is no reply to go on from.
      if (maxTokens !== undefined) maxTokens *= MORE_ROOM
      messages.splice(asked)
      continue
    }
    const parsed = parse(answer)
    if ('value' in parsed) return parsed.value
    reason = parsed.unusable
    messages.splice(asked)
    messages.push(
      // Some endpoints refuse a message without text.
      ...(answer.content === '' ? [] : [{ role: 'assistant' as const, content: answer.content }]),
      { role: 'user', content: `That reply cannot be used: ${reason}. Reply again, in the form asked for and with nothing else.` },
    )
  }
  throw new UnscoredError(
    `Failed to ${verb}: ${judge.name} gave no usable reply to ${call} in ${MAX_ASKS} attempts (${reason}). Look at it with npx holdfast show latest.`,
  )
}

/** What is asked where a reply is taken as it is. */
export interface WholeRequest extends Pick<AskOptions, 'maxTokens' | 'temperature' | 'json' | 'simulation'> {
  readonly prompt: readonly Message[]
  readonly call: string
  readonly vote?: number
  /** A reply that was cut off is taken too, as long as it has text: by rules that read it as it is. */
  readonly cutTextCounts?: boolean
}

/**
 * Asks for a reply that is taken as it is, and again with a larger cap where the cap cut it off. After the first reply an empty
 * one is no reply: a recording has no answer to a question that it was never put.
 *
 * @throws UnscoredError where three replies were cut off.
 */
export async function askWhole(model: Model, { prompt, call, vote = 0, cutTextCounts = false, ...options }: WholeRequest): Promise<Answer> {
  let { maxTokens } = options
  let last: Answer | undefined
  for (let ask = 0; ask < MAX_ASKS; ask += 1) {
    const answer = await model.ask(prompt, { ...options, call, vote, ask, maxTokens })
    const whole = ask === 0 ? !isCut(answer) : !isCut(answer) && answer.content !== ''
    if (whole || (cutTextCounts && isCut(answer) && !isCutEmpty(answer))) return answer
    if (isCut(answer)) last = answer
    maxTokens = maxTokens === undefined ? undefined : maxTokens * MORE_ROOM
  }
  const why =
    last && isCutEmpty(last)
      ? cutReason(model.name, last)
      : `${model.name} was cut off each time. Give its entry in models a larger maxTokens.`
  throw new UnscoredError(`Failed to get a whole reply to ${call} in ${MAX_ASKS} attempts: ${why}`)
}
