import OpenAI from 'openai'
import { HoldfastError, messageOf, messageWithCauses } from '../base/errors.ts'
import { redact } from '../base/secrets.ts'
import { withoutCredentials } from '../format/modelUri.ts'
import { RetryableError, retryAfterMs } from './retry.ts'

/** What an endpoint said of a request it did not answer, whatever form it said it in. */
export interface EndpointError {
  readonly message: string
  readonly code?: string | undefined
  readonly type?: string | undefined
  /** Parameter that it is about. */
  readonly param?: string | undefined
}

/** The endpoint answers nobody any more until a person has done something: no further call is made. */
export class EndpointClosedError extends HoldfastError {
  constructor(message: string, options?: ErrorOptions) {
    super('ENDPOINT', message, options)
  }
}

/** Longest text of an error that is no JSON: a proxy may answer with a whole page. */
const LONGEST_TEXT = 300

/**
 * Reads the body of an error: OpenAI's envelope, Gemini's array of it, a bare text under `error` (LM Studio), `detail` (Mistral,
 * FastAPI), `message` (Mistral), what a gateway wraps (OpenRouter's `metadata.raw`), or text.
 */
export function readErrorBody(text: string): EndpointError {
  const trimmed = text.trim()
  if (trimmed === '') return { message: 'no reason given' }
  try {
    const known = errorIn(JSON.parse(trimmed))
    if (known) return known
  } catch {
    // Not every endpoint, and no proxy, answers with JSON.
  }
  const plain = trimmed
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { message: plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT)}…` : plain || 'no reason given' }
}

/** The error that a parsed body holds; undefined for one that holds none. */
export function errorIn(body: unknown): EndpointError | undefined {
  if (Array.isArray(body)) return errorIn(body[0])
  if (typeof body !== 'object' || body === null) return undefined
  const { error, detail, message, code, type, param, metadata } = body as Record<string, unknown>
  if (typeof error === 'string' && error !== '') return { message: error }
  if (typeof error === 'object' && error !== null) return errorIn(error) ?? { message: JSON.stringify(error) }
  if (detail !== undefined) return fromDetail(detail)
  if (typeof message === 'object' && message !== null) return errorIn(message)
  if (typeof message !== 'string') return undefined
  const raw = (metadata as { raw?: unknown } | undefined)?.raw
  const inner = typeof raw === 'string' && raw !== '' ? readErrorBody(raw) : undefined
  return {
    message: inner ? `${message}: ${inner.message}` : message,
    code: inner?.code ?? textOf(code),
    type: inner?.type ?? textOf(type),
    param: inner?.param ?? textOf(param),
  }
}

/** `detail` of FastAPI: a text, or what is wrong with each field. */
function fromDetail(detail: unknown): EndpointError | undefined {
  if (typeof detail === 'string') return { message: detail }
  const [first] = Array.isArray(detail) ? detail : []
  if (typeof first !== 'object' || first === null) return undefined
  const { msg, loc, type } = first as { msg?: unknown; loc?: unknown; type?: unknown }
  const path = Array.isArray(loc) ? loc.map(String) : []
  return { message: [path.join('.'), textOf(msg)].filter(Boolean).join(': '), code: textOf(type), param: path.at(-1) }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/**
 * A `fetch` whose error replies have OpenAI's envelope, whatever the endpoint's own form: the SDK keeps the key `error` of a
 * body and nothing else.
 */
export function withReadableErrors(inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init)
    if (response.ok) return response
    const error = readErrorBody(await response.text().catch(() => ''))
    const headers = new Headers(response.headers)
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name)
    headers.set('content-type', 'application/json')
    return new Response(JSON.stringify({ error }), { status: response.status, headers })
  }
}

/** Status codes after which another attempt may succeed. */
const RETRYABLE = new Set([408, 409, 425, 429])
/** Providers refuse a prompt for its content with these words. */
const REFUSAL =
  /content[_ ](?:filter|management policy|exists risk)|ResponsibleAIPolicyViolation|repetitive patterns in your prompt|prompt was flagged|flagged as potentially violating|^PROHIBITED_CONTENT/i
/** What no later attempt changes, though the status says so. */
const NO_CREDIT =
  /insufficient[_ ](?:quota|balance)|exceeded your current quota|credit[_ ]limit|requires more credits|billing hard limit|credit balance is too low/i
const TOO_LARGE = /request too large/i
const TOO_LONG =
  /context[_ ](?:length|window|size)|maximum context|prompt is too long|input token count|input tokens exceed|longer than the model's context|initial prompt is greater than the context/i

/** Whether the provider refused the prompt for what it says. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof OpenAI.APIError) || (error.status !== 400 && error.status !== 403)) return false
  return error.code === 'content_filter' || error.code === 'invalid_prompt' || REFUSAL.test(error.message)
}

/** What to throw for a failed attempt, without keys or URL credentials in its text. */
export function describeFailure(error: unknown, label: string): Error {
  if (error instanceof RetryableError || error instanceof HoldfastError) return error
  // A simulated model refused inside our own fetch, and the SDK took it for a broken connection.
  if (error instanceof Error && error.cause instanceof HoldfastError) return error.cause
  if (error instanceof OpenAI.APIError && error.status !== undefined)
    return failureOf(error.status, { message: messageOf(error), code: textOf(error.code) }, label, retryAfterMs(error.headers, Date.now()))
  // Connection refused or reset, a body cut short, text that is no JSON: all may be gone on the next attempt.
  return new RetryableError(redact(withoutCredentials(messageWithCauses(error))))
}

/** What to throw for what an endpoint said; gateways say it under status 200 too. */
export function failureOf(status: number, { message, code }: EndpointError, label: string, waitMs?: number): Error {
  const reason = redact(withoutCredentials(message))
  if (status === 402 || code === 'insufficient_quota' || NO_CREDIT.test(message))
    return new EndpointClosedError(
      `Failed to call ${label}: ${reason}. Its account has no credit left: pay it, then finish the run with HOLDFAST_RESUME.`,
    )
  if (TOO_LARGE.test(message))
    return new HoldfastError(
      'ENDPOINT',
      `Failed to call ${label}: ${reason}. One request is above the account's limit for a minute: ask for a higher limit, or leave long items out.`,
    )
  if (TOO_LONG.test(message))
    return new HoldfastError(
      'ENDPOINT',
      `Failed to call ${label}: ${reason}. Give its entry in models the window as contextTokens, so that what does not fit is left out.`,
    )
  if (RETRYABLE.has(status) || status >= 500) return new RetryableError(reason, waitMs, { status })
  return new HoldfastError('ENDPOINT', `Failed to call ${label}: ${reason}. ${adviceFor(status, message)}`)
}

function adviceFor(status: number, message: string): string {
  if (/v1\/responses|not a chat model/i.test(message)) return "Give its entry in models api: 'responses'."
  if (status === 401 || status === 403 || /api key/i.test(message)) return 'Check the key and its rights.'
  if (status === 404) return 'Check the model name and the base URL.'
  return 'Check the request against what the endpoint accepts; model entries can leave parameters out with null.'
}
