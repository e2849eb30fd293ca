import { APIError } from 'openai/core/error'
import { HoldfastError, messageOf, messageWithCauses } from '../core/base/errors.ts'
import { redact } from '../core/base/secrets.ts'
import { answerIn, describeFailure, EndpointClosedError, readErrorBody, wasCutOff } from './endpointFailure.ts'
import { RetryableError } from './retry.ts'
import type { Answer } from './transport.ts'

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
