import type { IncomingHttpHeaders } from 'node:http'
import type { ModelEntry } from '../../src/core/format/modelEntry.ts'
import type { Answer, RequestOptions } from '../../src/models/transport.ts'

/** A chat request's body as it came. */
export interface ChatBody {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly [parameter: string]: unknown
}

/** What a provider knows of a request. */
export interface Asked {
  readonly body: ChatBody
  readonly headers: IncomingHttpHeaders
  /** Words of the prompt: a word counts as a token here. */
  readonly promptTokens: number
  /** How often this model was asked before. */
  readonly before: number
  /** What its models say. */
  readonly text: string
  /** Tokens that its thinking models think. */
  readonly thinks: number
}

/** A reply; a body that is a text goes out as it is. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A provider's endpoint: how it takes requests and what it answers. */
export interface Provider {
  readonly name: string
  /** Path of its base URL below its name. */
  readonly path: string
  chat(asked: Asked): Reply
  /** Its list of models; most have one that says nothing of interest here. */
  readonly models?: unknown
}

/** Columns of the first table in docs/endpoints.md: kinds of answers. */
export const ANSWERS = ['answer', 'window', 'thoughts', 'cut in thought', 'withheld answer', 'refused parameter'] as const

/** Columns of the second one: kinds of failures. */
export const FAILURES = [
  'unknown model',
  'wrong key',
  'too long',
  'rate limit',
  'no credit',
  'too large',
  'refused prompt',
  'error in a 200',
  'server error',
] as const

/** A column of either table. */
export type Behaviour = (typeof ANSWERS)[number] | (typeof FAILURES)[number]

/** How a call ends. */
export type Outcome =
  /** With this answer. */
  | { readonly answer: Partial<Answer> }
  /** With an item that has no score: the error names `reasoningTokens`. */
  | { readonly cut: string }
  | { readonly none: string }
  /** With an answer after requests that were changed: what is said of it, and fields of the last request. */
  | { readonly adapted: readonly string[]; readonly sent: Readonly<Record<string, unknown>> }
  /** With one error after one request; its text after "Failed to call …: ". */
  | { readonly error: string }
  /** The same, and no later call goes out. */
  | { readonly closed: string }
  /** With a refusal: an answer for a judge, an error for a candidate. */
  | { readonly refused: true }
  /** With an answer at the second attempt; `waitMs` is what the endpoint asked to wait, `because` the first failure. */
  | { readonly retried: string; readonly waitMs?: number }
  /** With this window found by the first question. */
  | { readonly window: number }

/** A call and its outcome. */
export type Try = Outcome & {
  readonly model: string
  readonly entry?: Partial<ModelEntry>
  readonly options?: RequestOptions
  readonly prompt?: string
  readonly key?: string
}

/** A cell of the tables. */
export interface Cell {
  readonly behaviour: Behaviour
  /** What Holdfast does, in the words of the table. */
  readonly does: string
  readonly tries: readonly Try[]
}

/** A cell: what Holdfast does with a behaviour, and the calls that show it. */
export function cell(behaviour: Behaviour, does: string, ...tries: readonly Try[]): Cell {
  return { behaviour, does, tries }
}

/** A row of the tables. */
export interface Row {
  /** Name as the table has it. */
  readonly title: string
  readonly provider: Provider
  readonly cells: readonly Cell[]
}

/** A key that every provider turns away. */
export const WRONG_KEY = 'sk-wrong-key-0000'

/** A key that nobody knows, and the error in short. */
export function wrongKey(model: string, error: string): Cell {
  const advice = 'Check the key and its rights. Name its variable by #key=NAME in the URI or apiKeyEnv in the entry.'
  return cell('wrong key', 'one error', { model, key: WRONG_KEY, error: `${error} ${advice}` })
}

/** A model that nobody knows, and the error in short. */
export function unknownModel(model: string, error: string): Cell {
  return cell('unknown model', 'one error', { model, error: `${error} Check the model name and the base URL.` })
}

/** A model whose eight tokens are spent on thoughts that its answer tells of. */
export function cutInThought(model: string): Cell {
  return cell('cut in thought', 'unscored', { model, options: { maxTokens: 8 }, cut: ' after 8 tokens with no text, all of it thoughts' })
}

/** What its thinking models think. */
export const THOUGHTS: string = `Hmm${' and'.repeat(39)}`

/** Whether a request came with a key that its provider does not know. */
export function hasWrongKey({ headers }: Asked): boolean {
  return headers.authorization === `Bearer ${WRONG_KEY}`
}

/** A prompt of so many tokens. */
export function promptOf(tokens: number): string {
  return Array.from({ length: tokens }, () => 'word').join(' ')
}

/** What a model made of a request within its cap. */
export interface Generated {
  readonly text: string
  readonly thoughts: string
  readonly thoughtTokens: number
  readonly textTokens: number
  readonly finish: 'stop' | 'length'
}

/** Thinks first and speaks then, until the cap. */
export function generate({ text, thinks }: Pick<Asked, 'text' | 'thinks'>, cap: unknown): Generated {
  const most = typeof cap === 'number' ? cap : Number.POSITIVE_INFINITY
  const words = text.split(/(?<=\s)(?=\S)/)
  const thoughtTokens = Math.min(thinks, most)
  const said = words.slice(0, Math.max(0, most - thinks))
  return {
    text: said.join(''),
    thoughts: Array.from({ length: thoughtTokens }, (_, index) => (index === 0 ? 'Hmm' : 'and')).join(' '),
    thoughtTokens,
    textTokens: said.length,
    finish: said.length < words.length ? 'length' : 'stop',
  }
}

/** The frame that all answers share, with OpenAI's usage. */
export function completion(asked: Asked, generated: Generated, message: unknown, more: Readonly<Record<string, unknown>> = {}): Reply {
  const { promptTokens, body } = asked
  const completionTokens = generated.textTokens + generated.thoughtTokens
  return {
    body: {
      id: 'chatcmpl-77',
      object: 'chat.completion',
      created: 1_756_781_646,
      model: body.model,
      choices: [{ index: 0, message, logprobs: null, finish_reason: generated.finish }],
      usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens },
      ...more,
    },
  }
}

/** A reply under status 200 with these choices. */
export function choices(asked: Asked, list: readonly unknown[]): Reply {
  return completion(asked, generate({ text: '', thinks: 0 }, 0), null, { choices: list })
}
