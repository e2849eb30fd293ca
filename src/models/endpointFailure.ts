import { APIError } from 'openai/core/error'
import { HoldfastError, messageOf, messageWithCauses, orUndefined, withCauses } from '../core/base/errors.ts'
import { redact } from '../core/base/secrets.ts'
import { shortened } from '../core/base/text/singleLine.ts'
import { withoutCredentials } from '../core/format/modelUri.ts'
import { fieldsOf } from './replyFields.ts'
import { statedWait } from './statedWaits.ts'
import { type Answer, RetryableError } from './transport.ts'

/** The endpoint answers nobody any more until a person has done something: no further call is made. */
export class EndpointClosedError extends HoldfastError {}

/** What an endpoint said of a request it did not answer, whatever form it said it in. */
export interface EndpointError {
  readonly message: string
  readonly code?: string | undefined
  readonly type?: string | undefined
  /** Parameter that it is about. */
  readonly param?: string | undefined
  /** HTTP status that it stands for, where its code is one: gateways report it under another. */
  readonly status?: number | undefined
}

/** Longest text of an error that is no JSON: a proxy may answer with a whole page. */
const LONGEST_TEXT = 300

/**
 * Reads an error's body: OpenAI's, an array of it (Gemini), a bare `error` (LM Studio), `detail` or `message` (Mistral, FastAPI),
 * `metadata.raw` (OpenRouter), or text.
 */
export function readErrorBody(text: string): EndpointError {
  // Not every endpoint, and no proxy, answers with JSON.
  return orUndefined(() => errorIn(JSON.parse(text))) ?? { message: pageText(text) || 'no reason given' }
}

/** What a reader sees of a page at its beginning, or of any other text that is no JSON. */
export function pageText(text: string): string {
  const plain = text
    .slice(0, 100 * LONGEST_TEXT)
    .replace(/<(script|style)\b[^<]*<\/\1>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return shortened(plain, LONGEST_TEXT)
}

/** How deep an error is looked for: no endpoint wraps one in so many others. */
const DEEPEST = 20

/** The error that a parsed body holds; undefined for one that holds none. */
export function errorIn(body: unknown, depth = 0): EndpointError | undefined {
  if (depth > DEEPEST) return undefined
  if (Array.isArray(body)) return errorIn(body[0], depth + 1)
  const { error, detail, message, code, type, param, metadata } = fieldsOf(body)
  if (typeof error === 'string' && error !== '') return { message: error }
  // One that is nested too deep cannot be written.
  if (typeof error === 'object' && error !== null)
    return errorIn(error, depth + 1) ?? { message: orUndefined(() => JSON.stringify(error)) ?? 'no reason given' }
  if (detail !== undefined) return fromDetail(detail)
  if (typeof message === 'object' && message !== null) return errorIn(message, depth + 1)
  if (typeof message !== 'string') return undefined
  const { raw, flagged_input: flagged } = fieldsOf(metadata)
  const inner = typeof raw === 'string' && raw !== '' ? readErrorBody(raw) : undefined
  return {
    message: inner ? `${message}: ${inner.message}` : message,
    // OpenRouter says with the text that it stopped, and with no code, that a prompt was refused for its content.
    code: flagged === undefined ? (inner?.code ?? textOf(code)) : 'content_filter',
    type: inner?.type ?? textOf(type),
    param: inner?.param ?? textOf(param),
    status: statusIn(code) ?? inner?.status,
  }
}

/** A code that is an HTTP status of an error: gateways write a number, Azure a text. */
function statusIn(code: unknown): number | undefined {
  const status = Number(code)
  return status >= 400 && status < 600 ? status : undefined
}

/** `detail` of FastAPI: a text, or what is wrong with each field. */
function fromDetail(detail: unknown): EndpointError | undefined {
  if (typeof detail === 'string') return { message: detail }
  if (!Array.isArray(detail)) return undefined
  const { msg, loc, type } = fieldsOf(detail[0])
  const path = Array.isArray(loc) ? loc.map(String) : []
  return { message: [path.join('.'), textOf(msg)].filter(Boolean).join(': '), code: textOf(type), param: path.at(-1) }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** A `fetch` whose error replies have OpenAI's envelope: the SDK keeps the key `error` of a body and nothing else. */
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

/** Status codes after which another attempt may succeed; 498 is Groq's for no room at the moment. */
const RETRYABLE = new Set([408, 409, 425, 429, 498])
/** Providers refuse a prompt for its content with these codes, or in these words. */
const REFUSED = new Set(['content_filter', 'invalid_prompt', 'bio_policy'])
const REFUSAL =
  /content[_ ](?:filter|management policy|exists risk)|ResponsibleAIPolicyViolation|repetitive patterns in your prompt|prompt was flagged|flagged as potentially violating|\bPROHIBITED_CONTENT\b/i
/** What no later attempt changes, though the status says so. */
const NO_CREDIT =
  /insufficient[_ ](?:quota|balance)|exceeded your current quota|credit[_ ]limit|requires more credits|billing hard limit|credit balance is too low/i
/** Gemini says of a limit by the minute too that the quota is exceeded; of one that is nought, that it may be tried again. */
const SOON = /\b(?:try again|retry)(?: \w+)? (?:in|after)\b/i
const NOUGHT = /limit: 0\b/
const TOO_LARGE = /request too large/i
const TOO_LONG =
  /context[_ ](?:length|window|size)|maximum context|prompt is too long|input token count|input tokens exceed|longer than the model's context|initial prompt is greater than the context/i

/** Whether prompt and cap together are more than the window holds. */
export function isOverflow(error: unknown): boolean {
  return error instanceof APIError && TOO_LONG.test(error.message)
}

/** The answer of an error: none to a refused prompt, an empty one where the cap had no room (OpenAI's first thinkers), else undefined. */
export function answerOf(status: number | undefined, { code, message }: EndpointError): Answer | undefined {
  const isContent = REFUSED.has(code ?? '') || REFUSAL.test(message)
  if (isContent && (status === 400 || status === 403)) return { content: '', finish: 'content_filter', refused: true }
  return status === 400 && /output limit was reached/i.test(message) ? { content: '', finish: 'length' } : undefined
}

/** The same of an error that the SDK threw. */
export function answerIn(error: unknown): Answer | undefined {
  return error instanceof APIError ? answerOf(error.status, { message: error.message, code: textOf(error.code) }) : undefined
}

/** Errors of clients, of `fetch` and of signals for a request that took too long, or that a timer of the caller's ended. */
const CUT_OFF = /^(?:AbortError|TimeoutError|APIConnectionTimeoutError|APIUserAbortError|HeadersTimeoutError|BodyTimeoutError)$/

/** Whether an attempt was cut off since it took too long, by whoever held the clock: by the name or the class of an error or of a cause. */
export function wasCutOff(error: unknown): boolean {
  return withCauses(error).some((one) => CUT_OFF.test(one.name) || CUT_OFF.test(one.constructor.name))
}

/** What to throw for a failed attempt, without keys or URL credentials in its text. */
export function describeFailure(error: unknown, label: string): Error {
  if (error instanceof RetryableError || error instanceof HoldfastError) return error
  // Refused inside our own fetch, as what leads elsewhere or never ends, and the SDK took it for a broken connection.
  if (error instanceof Error && error.cause instanceof HoldfastError) return error.cause
  if (error instanceof APIError && error.status !== undefined)
    return failureOf(error.status, { message: messageOf(error), code: textOf(error.code) }, label, error.headers)
  // Connection refused or reset, a body cut short, text that is no JSON: all may be gone on the next attempt.
  return new RetryableError(redact(withoutCredentials(messageWithCauses(error))), undefined, { timedOut: wasCutOff(error) })
}

/** What to throw for what an endpoint said; gateways say it under status 200 too. */
export function failureOf(status: number, { message, code }: EndpointError, label: string, headers?: Headers): Error {
  const reason = redact(withoutCredentials(message)).replace(/(?<![.\s])[.\s]+$/, '')
  const final = (advice: string) => new HoldfastError('ENDPOINT', `Failed to call ${label}: ${reason}. ${advice}`)
  if (hasNoCredit(status, message, code))
    return new EndpointClosedError(
      'ENDPOINT',
      `Failed to call ${label}: ${reason}. Its account has no credit left: pay it, then finish the run with HOLDFAST_RESUME.`,
    )
  // Of a limit by the minute some say that tokens or a window are exceeded.
  const again = RETRYABLE.has(status) || status >= 500
  const isForNow = again && (SOON.test(message) || (status === 429 && !TOO_LARGE.test(message)))
  if (isForNow) return new RetryableError(reason, statedWait(headers, message), { status })
  if (TOO_LARGE.test(message))
    return final("One request is above the account's limit for a minute: ask for a higher limit, or leave long items out.")
  if (TOO_LONG.test(message)) return final('Give its entry in models the window as contextTokens, so that what does not fit is left out.')
  if (again) return new RetryableError(reason, statedWait(headers, message), { status })
  return final(adviceFor(status, message))
}

function hasNoCredit(status: number, message: string, code: string | undefined): boolean {
  if (status === 402 || code === 'insufficient_quota') return true
  return NO_CREDIT.test(message) && (!SOON.test(message) || NOUGHT.test(message))
}

/** A key goes nowhere by chance: who gets none must be named. */
const KEY_ADVICE = 'Check the key and its rights. Name its variable by #key=NAME in the URI or apiKeyEnv in the entry.'

function adviceFor(status: number, message: string): string {
  if (/v1\/responses|not a chat model/i.test(message)) return "Give its entry in models api: 'responses'."
  if (status === 401 || status === 403 || /api key/i.test(message)) return KEY_ADVICE
  if (status === 404 || /\bmodel\b.{0,200}\b(?:id|not exist|not found)\b|invalid model/i.test(message))
    return 'Check the model name and the base URL.'
  return 'Check the request against what the endpoint accepts; model entries can leave parameters out with null.'
}

/** How errors of API calls are told from others in any version and copy of the AI SDK. */
const MARKER = Symbol.for('vercel.ai.error.AI_APICallError')

/** What errors of clients (`openai`, `@anthropic-ai/sdk` and their like, of any version) and of the AI SDK's providers hold. Without an answer there is no status. */
type ClientError = Error &
  Readonly<Partial<Record<'status' | 'headers' | 'error' | 'statusCode' | 'responseHeaders', unknown>>> & {
    readonly responseBody?: string
    readonly isRetryable?: boolean
  }

/** What a module's client threw as our own SDK would have, for the same retries and waits; undefined for other exceptions. */
function clientFailure(error: unknown): APIError | RetryableError | undefined {
  if (!(error instanceof Error)) return undefined
  const told: ClientError = error
  const { responseBody, isRetryable, message, status = told.statusCode, headers = told.responseHeaders } = told
  const isOfAiSdk = MARKER in error
  if (typeof status === 'number' && (isOfAiSdk ? status >= 400 : typeof headers === 'object' && headers !== null)) {
    // The body says more than the message where a provider of the AI SDK does not know the form of its errors.
    const said = responseBody ? readErrorBody(responseBody) : (told.error ?? { message })
    const sent = new Headers(headers as Record<string, string>)
    // Some providers ask for another attempt with a status that says otherwise.
    const isFinal = status < 500 && ![408, 409, 425, 429].includes(status)
    return APIError.generate(isRetryable && isFinal ? 503 : status, { error: said }, undefined, sent)
  }
  // No answer, or one that broke off, so that it was no JSON.
  const timedOut = wasCutOff(error)
  const isBrokenOff = isOfAiSdk || timedOut || error.constructor.name === 'APIConnectionError'
  return isBrokenOff ? new RetryableError(messageWithCauses(error), undefined, { timedOut }) : undefined
}

/** The answer where a provider refused the prompt; else throws what a failed call of an application amounts to, with what to do about it. */
export function answerToFailure(error: unknown, label: string, advice: string): Answer {
  const failure = clientFailure(error) ?? error
  const answer = answerIn(failure)
  if (answer) return answer
  const isKnown = error instanceof HoldfastError || error instanceof RetryableError || (error instanceof Error && MARKER in error)
  if (isKnown) throw describeFailure(failure, label)
  const described = failure === error ? undefined : describeFailure(failure, label)
  // What no wait mends is the application's own to mend: it has the key and the address.
  if (described instanceof RetryableError || described instanceof EndpointClosedError) throw described
  throw new HoldfastError('ENDPOINT', `Failed to call ${label}: ${redact(messageOf(error))}. ${advice}`)
}
