import OpenAI from 'openai'
import type { Dispatcher } from 'undici'
import { HoldfastError, messageOf, messageWithCauses } from '../base/errors.ts'
import { redact, registerSecret } from '../base/secrets.ts'
import type { ModelEntry } from '../format/modelEntry.ts'
import { decoded, withoutCredentials } from '../format/modelUri.ts'
import { probe } from './probe.ts'
import { RetryableError, retryAfterMs } from './retry.ts'
import { PRIVATE_HEADER, type PrivateChannels } from './simulated/endpoint.ts'
import type { Answer, RequestOptions, Transport, TransportRequest } from './transport.ts'

/** What an OpenAI-compatible model needs. */
export interface OpenAITransportOptions {
  readonly model: string
  readonly baseURL: string | undefined
  readonly entry: ModelEntry
  /** For embedded endpoints only: answers in the process and gets the private channel. */
  readonly inProcess?: { readonly fetch: typeof fetch; readonly channels: PrivateChannels } | undefined
  readonly label: string
}

/** Longest delay a timer takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Status codes after which another attempt may succeed. */
const RETRYABLE = new Set([408, 409, 425, 429])

/**
 * A model behind an OpenAI-compatible endpoint, through the official SDK with its own retries switched off: it would wait
 * any `Retry-After` in full and count as one attempt here.
 *
 * @throws HoldfastError when a real endpoint has no key and no base URL of its own.
 */
export function openaiTransport({ model, baseURL, entry, inProcess, label }: OpenAITransportOptions): Transport {
  const client = inProcess
    ? new OpenAI({ apiKey: 'simulated', baseURL: 'http://simulated.invalid/v1', fetch: inProcess.fetch, maxRetries: 0 })
    : realClient(model, baseURL, entry)
  return {
    label,
    simulated: inProcess !== undefined,
    ...(!inProcess && {
      cacheBody: (request: TransportRequest) => cacheBody(client.baseURL, requestBody(model, entry, request), entry),
      probe: (signal: AbortSignal) => probe(client, model, entry, label, signal),
    }),
    async send(request, signal) {
      const token = inProcess?.channels.open(request.hints)
      try {
        const { data, response } = await client.chat.completions
          .create(requestBody(model, entry, request), {
            signal,
            // The attempt is timed by who sends it; the SDK's own timer would stop when the headers arrive.
            timeout: LONGEST_TIMER_MS,
            ...(token && { headers: { [PRIVATE_HEADER]: token } }),
          })
          .withResponse()
        const answer = readCompletion(data)
        const pauseMs = inProcess ? undefined : exhaustedFor(response.headers)
        return pauseMs === undefined ? answer : { ...answer, pauseMs }
      } catch (error) {
        if (isRefusal(error)) return { content: '', finish: 'content_filter', refused: true }
        throw describeFailure(error, label)
      } finally {
        if (token) inProcess?.channels.close(token)
      }
    },
  }
}

/** The request as it stands for its answer; greedy requests only, unless the entry says that any answer may be reused. */
function cacheBody(baseURL: string, body: OpenAI.ChatCompletionCreateParams, { cache }: ModelEntry): unknown {
  if (cache === 'off' || (cache === 'deterministic' && body.temperature !== 0)) return undefined
  return { baseURL: withoutCredentials(baseURL), body }
}

/** Milliseconds until a limit is reset of which the endpoint says nothing is left (`x-ratelimit-…` headers). */
function exhaustedFor(headers: Headers): number | undefined {
  const waits = ['requests', 'tokens'].flatMap((kind) => {
    if (headers.get(`x-ratelimit-remaining-${kind}`) !== '0') return []
    return durationMs(headers.get(`x-ratelimit-reset-${kind}`) ?? '') ?? []
  })
  return waits.length === 0 ? undefined : Math.max(...waits)
}

/** A duration as OpenAI writes it: `6m0s`, `1.5s`, `20ms`. */
function durationMs(text: string): number | undefined {
  const units = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const
  const parts = [...text.matchAll(/([\d.]+)(ms|h|m|s)/g)]
  return parts.length === 0
    ? undefined
    : parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * units[unit as keyof typeof units], 0)
}

function realClient(model: string, baseURL: string | undefined, entry: ModelEntry): OpenAI {
  const url = baseURL ?? entry.baseURL ?? process.env.OPENAI_BASE_URL
  const keyName = entry.apiKeyEnv ?? 'OPENAI_API_KEY'
  const key = process.env[keyName]
  if (!key && (entry.apiKeyEnv || !url)) {
    throw new HoldfastError(
      'CONFIG',
      `Failed to set up openai:${model}: ${keyName} is not set. Set it, or name an endpoint that needs no key (openai:${model}@http://host/v1).`,
    )
  }
  if (url !== undefined && !URL.canParse(url)) {
    throw new HoldfastError(
      'CONFIG',
      `Failed to set up openai:${model}: OPENAI_BASE_URL is ${JSON.stringify(withoutCredentials(url))}, which is no URL. Mend it.`,
    )
  }
  if (key) registerSecret(key)
  const basic = url === undefined ? undefined : readCredentials(url)
  // A local server takes any key; the SDK insists on one.
  return new OpenAI({
    apiKey: key || 'none',
    maxRetries: 0,
    ...(entry.timeoutSeconds > IMPATIENCE_SECONDS && { fetch: patientFetch }),
    ...(url && { baseURL: basic?.url ?? url }),
    ...(basic && { defaultHeaders: { Authorization: basic.header } }),
  })
}

/** Seconds after which Node's own fetch gives up waiting for headers, whatever the signal says. */
const IMPATIENCE_SECONDS = 300

/** A fetch that waits as long as its signal lets it; loaded only for models that are given more than five minutes. */
const patientFetch: typeof fetch = async (input, init) => {
  const { Agent, fetch: undiciFetch } = await import('undici')
  patient ??= new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  const options = { ...init, dispatcher: patient } as Parameters<typeof undiciFetch>[1]
  return (await undiciFetch(input as string, options)) as unknown as Response
}
let patient: Dispatcher | undefined

/** User and password of a URL as a header: fetch refuses them in the URL itself. */
function readCredentials(url: string): { url: string; header: string } | undefined {
  const parsed = new URL(url)
  if (!parsed.username && !parsed.password) return undefined
  const password = decoded(parsed.password)
  registerSecret(password)
  const header = `Basic ${Buffer.from(`${decoded(parsed.username)}:${password}`).toString('base64')}`
  registerSecret(header.slice('Basic '.length))
  parsed.username = ''
  parsed.password = ''
  return { url: parsed.href, header }
}

function requestBody(
  model: string,
  entry: ModelEntry,
  { messages, options }: TransportRequest,
): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const temperature = chosen(entry.temperature, options.temperature)
  const maxTokens = chosen(entry.maxTokens, options.maxTokens)
  return {
    model,
    messages: messages as OpenAI.ChatCompletionMessageParam[],
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { [entry.maxTokensParameter]: maxTokens }),
    ...(options.json && { response_format: responseFormat(options.json, entry) }),
    ...entry.parameters,
  }
}

function responseFormat(
  json: NonNullable<RequestOptions['json']>,
  { structuredOutput }: ModelEntry,
): NonNullable<OpenAI.ChatCompletionCreateParams['response_format']> {
  if (!structuredOutput || typeof json === 'boolean') return { type: 'json_object' }
  return { type: 'json_schema', json_schema: { name: json.name, schema: json.schema, strict: true } }
}

/** The entry's value, the suite's where it has none, and nothing where it is null. */
function chosen(ofEntry: number | null | undefined, ofSuite: RequestOptions['maxTokens']): number | undefined {
  return ofEntry === undefined ? ofSuite : (ofEntry ?? undefined)
}

function readCompletion(completion: OpenAI.ChatCompletion): Answer {
  const choice = completion?.choices?.[0]
  if (!choice?.message) throw new RetryableError(`the reply has no choices${errorText(completion)}`)
  const { usage } = completion
  const content: unknown = choice.message.content ?? ''
  if (typeof content !== 'string') throw new RetryableError('the content of the reply is no text')
  return {
    content,
    finish: choice.finish_reason ?? undefined,
    usage: usage ? { promptTokens: usage.prompt_tokens ?? 0, completionTokens: usage.completion_tokens ?? 0 } : undefined,
  }
}

/** Providers refuse a prompt for its content with a 400 and these words. */
const REFUSAL = /content[_ ](filter|management policy|exists risk)|repetitive patterns in your prompt/i

function isRefusal(error: unknown): boolean {
  return error instanceof OpenAI.APIError && error.status === 400 && (error.code === 'content_filter' || REFUSAL.test(error.message))
}

/** Some servers answer 200 with an error in the body. */
function errorText(completion: unknown): string {
  const { error } = (completion ?? {}) as { error?: { message?: unknown } | string }
  const message = typeof error === 'object' ? error?.message : error
  return typeof message === 'string' ? `: ${redact(withoutCredentials(message))}` : ''
}

/** What to throw for a failed attempt, without keys or URL credentials in its text. */
function describeFailure(error: unknown, label: string): Error {
  if (error instanceof RetryableError) return error
  // A simulated model refused inside our own fetch, and the SDK took it for a broken connection.
  if (error instanceof Error && error.cause instanceof HoldfastError) return error.cause
  const reason = redact(withoutCredentials(messageOf(error)))
  if (error instanceof OpenAI.APIError && error.status !== undefined) {
    if (RETRYABLE.has(error.status) || error.status >= 500) {
      return new RetryableError(reason, retryAfterMs(error.headers, Date.now()), { status: error.status })
    }
    return new HoldfastError('ENDPOINT', `Failed to call ${label}: ${reason}. ${adviceFor(error.status)}`)
  }
  // Connection refused or reset, a body cut short, text that is no JSON: all may be gone on the next attempt.
  return new RetryableError(redact(withoutCredentials(messageWithCauses(error))))
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return 'Check the key and its rights.'
  if (status === 404) return 'Check the model name and the base URL.'
  return 'Check the request against what the endpoint accepts; model entries can leave parameters out with null.'
}
