import OpenAI from 'openai'
import { HoldfastError, messageWithCauses } from '../base/errors.ts'
import { redact } from '../base/secrets.ts'
import type { ModelEntry } from '../format/modelEntry.ts'
import { withoutCredentials } from '../format/modelUri.ts'
import { timedAttempt } from './attempt.ts'
import { AttemptsError, RetryableError, withRetries } from './retry.ts'
import type { ProbeResult, Usage } from './transport.ts'

/** Tries, and seconds for each: a run must not start on an endpoint that is down, nor wait for one for minutes. */
const ATTEMPTS = 3
const SECONDS = 60

/**
 * Asks an endpoint for one token before the first paid call, so that a wrong key, model name or address is one error and not
 * one for each item; and for its models, some of which tell their window.
 *
 * @throws HoldfastError when it cannot be used.
 */
export async function probe(client: OpenAI, model: string, entry: ModelEntry, label: string, signal: AbortSignal): Promise<ProbeResult> {
  const ask = () => timedAttempt((attemptSignal) => askOnce(client, model, entry, attemptSignal), SECONDS, signal, label)
  let usage: Usage | undefined
  try {
    usage = (await withRetries(ask, ATTEMPTS, signal)).value
  } catch (error) {
    const cause = error instanceof AttemptsError ? error.cause : error
    if (cause instanceof HoldfastError) throw cause
    const reason = redact(withoutCredentials(messageWithCauses(cause)))
    throw new HoldfastError(
      'ENDPOINT',
      `Failed to reach ${label}: ${reason}. Check the address, the key and the model name before anything is paid for.`,
    )
  }
  return { usage, contextTokens: entry.contextTokens ?? (await readWindow(client, model, signal)) }
}

async function askOnce(client: OpenAI, model: string, entry: ModelEntry, signal: AbortSignal): Promise<Usage | undefined> {
  try {
    // Reasoning models need some room even to say nothing.
    const cap = entry.maxTokensParameter === 'max_completion_tokens' ? 16 : 1
    const { usage } = await client.chat.completions.create(
      { model, messages: [{ role: 'user', content: 'Hi' }], ...(entry.maxTokens !== null && { [entry.maxTokensParameter]: cap }) },
      { signal },
    )
    return usage && { promptTokens: usage.prompt_tokens ?? 0, completionTokens: usage.completion_tokens ?? 0 }
  } catch (error) {
    // Whatever it says about this request, it has taken key and model: 400 may be about the tiny cap.
    if (error instanceof OpenAI.APIError && error.status === 400) return undefined
    if (
      error instanceof OpenAI.APIError &&
      error.status !== undefined &&
      error.status < 500 &&
      ![408, 409, 425, 429].includes(error.status)
    )
      throw error
    throw new RetryableError(messageWithCauses(error))
  }
}

/** The window by the list of models, as vLLM and others give it; not every endpoint has such a list. */
async function readWindow(client: OpenAI, model: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const { data } = await client.models.list({ signal, timeout: 10_000 })
    const own = data.find(({ id }) => id === model) as { max_model_len?: unknown; context_length?: unknown } | undefined
    const window = own?.max_model_len ?? own?.context_length
    return typeof window === 'number' && window > 0 ? window : undefined
  } catch {
    return undefined
  }
}
