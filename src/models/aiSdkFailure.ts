import OpenAI from 'openai'
import { messageWithCauses } from '../core/base/errors.ts'
import { readErrorBody } from './endpointFailure.ts'
import { RetryableError } from './retry.ts'

/** How errors of API calls are told from others in any version and copy of the AI SDK. */
const MARKER = Symbol.for('vercel.ai.error.AI_APICallError')

/** The part of `APICallError` that is read here. */
interface ApiCallError extends Error {
  /** Undefined where there was no answer at all. */
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly responseBody?: string
  readonly isRetryable: boolean
}

/**
 * What a provider of the AI SDK threw, as the OpenAI SDK would have thrown it, so that both mean the same: which one is tried
 * again, and after what wait. Undefined for any other exception.
 */
export function aiSdkFailure(error: unknown): InstanceType<typeof OpenAI.APIError> | RetryableError | undefined {
  if (!isApiCallError(error)) return undefined
  const { statusCode: status, responseBody, responseHeaders, isRetryable, message } = error
  // No answer, or one that broke off, so that it was no JSON.
  if (status === undefined || status < 400) return new RetryableError(messageWithCauses(error))
  // The body says more than the message where a provider of the AI SDK does not know the form of its errors.
  const said = responseBody ? readErrorBody(responseBody) : { message }
  return OpenAI.APIError.generate(isRetryable ? retried(status) : status, { error: said }, undefined, new Headers(responseHeaders))
}

function isApiCallError(error: unknown): error is ApiCallError {
  return error instanceof Error && MARKER in error
}

/** Some providers ask for another attempt with a status that says otherwise. */
function retried(status: number): number {
  return status >= 500 || [408, 409, 425, 429].includes(status) ? status : 503
}
