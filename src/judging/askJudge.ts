import type { z } from 'zod'
import { closingBracket, parseJson } from '../core/base/data/parseJson.ts'
import { orUndefined, UnscoredError } from '../core/base/errors.ts'
import { parsePythonJson } from '../core/base/python/json.ts'
import { counted } from '../core/base/text/counted.ts'
import { CALLS_OF_ITEM } from '../core/base/text/shellWord.ts'
import { type AskOptions, type Model, taken } from '../models/model.ts'
import { type Answer, cutReason, isCut, isCutEmpty, type Message, noAnswer } from '../models/transport.ts'
import { noteLost, noteReply, type Traces } from './traces.ts'

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
  /** What is to be read off the reply of whether the judge reads. */
  readonly traces?: Traces<NoInfer<T>>
  /** Reads a reply. What the judge quotes stands in it too, and must not be taken for its verdict (docs/formats.md, section 1). */
  parse(answer: Answer): Parsed<T>
}

/** Asks a judge up to three times, with the reason after an unusable reply, a larger cap after a cut one; then throws UnscoredError. */
export async function askJudge<T>(
  judge: Model,
  { prompt, call, verb = 'judge', vote = 0, options, cutTextCounts = false, traces = {}, parse }: JudgeRequest<T>,
): Promise<T> {
  const question: readonly Message[] = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt
  const note = (trace: string) => judge.note?.(trace, vote)
  let objection: readonly Message[] = []
  let reason = ''
  let said = ''
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
    if (ask > 0 && answer.cached && answer.content === '' && answer.finish === undefined && !answer.refused) continue
    replies += 1
    said = answer.content
    if (isCut(answer) && (isCutEmpty(answer) || !cutTextCounts)) {
      const at = answer.usage?.completionTokens ?? maxTokens ?? 'its own'
      reason = isCutEmpty(answer)
        ? cutReason(judge.name, answer)
        : `it was cut off, the last time at ${at} tokens: give its entry in models a larger maxTokens`
      // The same question with more room: what was cut off is no reply to go on from.
      if (maxTokens !== undefined) maxTokens *= MORE_ROOM
      objection = []
      continue
    }
    const none = noAnswer(judge.name, answer)
    if (none !== undefined) {
      reason = none
      objection = objectionTo('', 'it holds no answer')
      continue
    }
    const parsed = parse(answer)
    if ('value' in parsed) {
      await taken(answer)
      noteReply(note, traces, parsed.value, answer.content)
      return parsed.value
    }
    reason = parsed.unusable
    objection = objectionTo(answer.content, reason)
  }
  noteLost(note, traces, said)
  throw new UnscoredError(
    // The message is kept in the record, and `latest` is another run when it is read again.
    `Failed to ${verb}: ${judge.name} gave no usable reply to ${call} in ${counted(replies, 'attempt')} (${reason}). Read it with ${CALLS_OF_ITEM}.`,
  )
}

/** What a judge is told of a reply that cannot be used. Some endpoints refuse a message without text. */
function objectionTo(content: string, reason: string): readonly Message[] {
  const said = content === '' ? [] : [{ role: 'assistant' as const, content }]
  return [
    ...said,
    { role: 'user', content: `That reply cannot be used: ${reason}. Reply again, in the form asked for and with nothing else.` },
  ]
}

/** Takes the text of a reply as it is, for {@link JudgeRequest.parse}. */
export function asItIs({ content }: Answer): Parsed<string> {
  return { value: content }
}

/**
 * The JSON object of a form in a reply: the whole reply, in a code fence, or the only object beside other words, with unambiguous words
 * for yes and no. A key twice makes it unusable: an answer quoted unescaped can write keys.
 * @param isExact the reply must be the object as asked for and nothing else, since a text that was shown imitates one.
 */
export function replyJson<Form extends z.ZodType>(content: string, form: Form, isExact = false): Parsed<z.output<Form>> {
  const text = isExact ? content : onlyObject(content.trim())
  const value = orUndefined(() => parseJson(text ?? ''))
  if (text === undefined || value === undefined) return { unusable: 'it is not one JSON object' }
  if (parsePythonJson(text)?.repeatsKey !== false) return { unusable: 'an object in it has a key twice' }
  let { success, data, error } = form.safeParse(value)
  if (error && !isExact && error.issues.every((issue) => readWord(value, issue))) ({ success, data, error } = form.safeParse(value))
  if (success) return { value: data as z.output<Form> }
  const [issue] = error?.issues ?? []
  return { unusable: `it does not have the form asked for (${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')})` }
}

/** The text of the only JSON object in a reply, or all of a reply that is JSON; undefined where there are more, or something like one. */
function onlyObject(text: string): string | undefined {
  if (orUndefined(() => [parseJson(text)])) return text
  let found: string | undefined
  for (let at = text.indexOf('{'); at !== -1; ) {
    const end = closingBracket(text, at, ['{', '}'])
    const part = text.slice(at, end + 1)
    const isObject = orUndefined(() => [parseJson(part)]) !== undefined
    // Braces with neither keys nor texts are no object of anybody's.
    if (end === -1 || (isObject ? found !== undefined : /[":]/.test(part))) return undefined
    if (isObject) found = part
    at = text.indexOf('{', end + 1)
  }
  return found
}

const WORDS: Readonly<Record<string, boolean>> = { yes: true, true: true, 是: true, no: false, false: false, 否: false }

type Fields = Record<PropertyKey, unknown>

/** Puts what a word or digits say in their place, where a form wants a yes or a number; whether they say it. */
function readWord(value: unknown, { code, path, ...issue }: z.core.$ZodIssue): boolean {
  const [key, ...above] = path.toReversed()
  const holder = above.reduceRight((one, name) => one[name] as Fields, value as Fields)
  const word = key === undefined ? undefined : holder[key]
  if (key === undefined || code !== 'invalid_type' || typeof word !== 'string') return false
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[.。]$/, '')
  const said = (issue as { expected?: string }).expected === 'boolean' ? WORDS[plain] : /^\d+$/.test(plain) ? Number(plain) : undefined
  if (said === undefined) return false
  holder[key] = said
  return true
}
