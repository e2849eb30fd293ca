import { UnscoredError } from '../base/unscored.ts'
import type { AskOptions, Model } from '../models/model.ts'
import type { Answer, Message } from '../models/transport.ts'

/** Times a question is put before the judge is taken to be unusable. */
const MAX_ASKS = 3

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
  /** Reads a reply. Sees nothing but the judge's own text, so nothing the candidate wrote can be taken for a verdict. */
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
  for (let ask = 0; ask < MAX_ASKS; ask += 1) {
    const answer = await judge.ask([...messages], { call, ask, vote, ...options })
    const parsed = parse(answer)
    if ('value' in parsed) return parsed.value
    reason = parsed.unusable
    messages.splice(asked)
    messages.push(
      { role: 'assistant', content: answer.content },
      { role: 'user', content: `That reply cannot be used: ${reason}. Reply again, in the form asked for and with nothing else.` },
    )
  }
  throw new UnscoredError(
    `Failed to ${verb}: ${judge.name} gave no usable reply to ${call} in ${MAX_ASKS} attempts (${reason}). Look at it with npx holdfast show.`,
  )
}
