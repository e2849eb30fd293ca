import { parseJson } from '../core/base/data/parseJson.ts'
import { HoldfastError, messageOf, orUndefined } from '../core/base/errors.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { withReasoningApart } from './reasoning.ts'
import { fieldsOf } from './replyFields.ts'
import {
  type Answer,
  hasThoughts,
  isCutEmpty,
  type OpenClient,
  type RequestOptions,
  type SentRequest,
  timedAttempt,
  withRetries,
} from './transport.ts'

/** Tries, and seconds for each: a run must not start on an endpoint that is down, nor wait for one for minutes. */
const ATTEMPTS = 3
const SECONDS = 120

/** Cap on the answer to the first question. A model that thinks shows it within these tokens, if only by having no answer. */
const CAP = 512
/** The first question. It needs a thought, and no more than a few. */
export const PROBE_QUESTION = 'Which number is larger, 9.11 or 9.9? Reply with the number alone.'

/** The form of its answer where the later calls want JSON. */
const LARGER = { type: 'object', properties: { larger: { type: 'number' } }, required: ['larger'], additionalProperties: false }

/** Room for thoughts of a model that has been seen to think. */
const THOUGHTS = 16_384

/** What it takes to ask an endpoint a first question. */
export interface ProbeInput {
  readonly client: OpenClient
  readonly model: string
  readonly entry: ModelEntry
  readonly label: string
  readonly signal: AbortSignal
  readonly options: RequestOptions
  complete(request: SentRequest, signal: AbortSignal): Promise<Answer>
}

/**
 * Asks one small question with the parameters of later calls, so that a mistake is one error before the first item. Tells too whether the
 * model thinks, whether the endpoint takes a JSON schema, and its window if listed. Throws HoldfastError when the endpoint cannot be used.
 */
export async function probe({ client, model, entry, label, signal, options, complete }: ProbeInput) {
  const json = options.json ? { name: 'larger', schema: LARGER } : undefined
  const request = {
    key: { suite: '', item: '', role: 'candidate', call: 'probe', trial: 0, ask: 0, vote: 0 } as const,
    // Endpoints refuse to write JSON unless the prompt speaks of it.
    messages: [{ role: 'user' as const, content: json ? `${PROBE_QUESTION} As a JSON object: {"larger": number}.` : PROBE_QUESTION }],
    options: { ...options, ...(json && { json }), maxTokens: CAP },
  }
  const advice = 'Check the address, the key and the model name before anything is paid for.'
  // Where it does not like this prompt, it has taken key, model and parameters all the same.
  const ask = async () => withReasoningApart(await firstAnswer((attempt) => complete(request, attempt), signal, label, advice))
  const answer = await ask()
  // A model slips now and then: that nothing is made of a schema is shown by two replies that are no JSON, or by one.
  const again = json && entry.structuredOutput === undefined && !isJson(answer) ? await ask().catch(() => undefined) : undefined
  const contextTokens = entry.contextTokens ?? (await readWindow(client, model, signal))
  const takesSchema = entry.structuredOutput ?? (json && isJson(again ?? answer))
  return { usage: bothUsages(answer, again), contextTokens, thinks: thinks(answer), takesSchema }
}

/** Tokens of one answer, or of two: without those from a cache, which only makes them dearer. */
function bothUsages({ usage: one }: Answer, again: Answer | undefined): Answer['usage'] {
  const other = again?.usage
  if (!one || !other) return one ?? other
  return { promptTokens: one.promptTokens + other.promptTokens, completionTokens: one.completionTokens + other.completionTokens }
}

/** Whether a reply is JSON. One that is cut shows nothing. */
function isJson(answer: Answer): boolean {
  return isCutEmpty(answer) || orUndefined(() => [parseJson(answer.content)]) !== undefined
}

/** What an endpoint says to a first question, which is put to it a few times. Throws HoldfastError where it says nothing. */
export async function firstAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, label: string, advice: string) {
  try {
    return await withRetries(() => timedAttempt(ask, SECONDS, signal, label), ATTEMPTS, signal)
  } catch (error) {
    // Its own timer ends it as the end of the run does.
    const isLate = signal.aborted && signal.reason?.name === 'TimeoutError'
    if (error instanceof HoldfastError && !isLate) throw error
    const reason = isLate ? 'there was no answer in the time for a first question' : messageOf(error)
    throw new HoldfastError('ENDPOINT', `Failed to reach ${label}: ${reason}. ${advice}`)
  }
}

/** Room that a thinking model gets: what its entry says, else a fixed amount that leaves half of a small window to the prompt. */
export function roomForThoughts({ reasoningTokens }: ModelEntry, contextTokens: number | undefined): number {
  return reasoningTokens ?? Math.min(THOUGHTS, Math.floor((contextTokens ?? Number.POSITIVE_INFINITY) / 2))
}

/** The most that thoughts may take beyond the cap of an answer, as long as nobody has asked the model whether it thinks. */
export function mostThoughts(entry: ModelEntry | undefined): number {
  const models = entry?.members ?? (entry ? [entry] : [])
  return Math.max(0, ...models.map((one) => (mayThink(one) ? roomForThoughts(one, one.contextTokens) : (one.reasoningTokens ?? 0))))
}

/** Whether only the first question will tell if a model thinks. */
export function mayThink({ uri, reasoningTokens }: ModelEntry): boolean {
  return uri.startsWith('openai:') && reasoningTokens === undefined
}

/** Tokens of an answer that an endpoint may count beside its text. */
const SLACK = 32

/** Whether a model thinks: it says so, sends its thoughts, or is paid for more tokens than what it says has characters. */
function thinks(answer: Answer): boolean {
  const { content, usage } = answer
  if (hasThoughts(answer) || isCutEmpty(answer)) return true
  // Counted in characters: the tables of a tokenizer take longer to load than the endpoint to answer.
  return usage !== undefined && usage.completionTokens > content.length + SLACK
}

/** The window by the list of models, as vLLM and others give it; not every endpoint has such a list. */
async function readWindow(client: OpenClient, model: string, signal: AbortSignal): Promise<number | undefined> {
  const own = async () => (await (await client()).models.list({ signal, timeout: 10_000 })).data.find(({ id }) => id === model)
  const { max_model_len: length, context_length: other } = fieldsOf(await own().catch(() => undefined))
  const window = length ?? other
  return typeof window === 'number' && window > 0 ? window : undefined
}
