import { z } from 'zod'
import { HoldfastError, messageOf } from '../core/base/errors.ts'
import { counted } from '../core/base/text/counted.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { parseModelUri, withoutCredentials } from '../core/format/modelUri.ts'
import { timedAttempt } from './attempt.ts'
import { describeFailure } from './endpointFailure.ts'
import { addressOf, LONGEST_TIMER_MS, openaiClient } from './openaiClient.ts'
import { AttemptsError, RetryableError, withRetries } from './retry.ts'
import { simulatedVector } from './simulated/embed.ts'
import type { Answer, PlainMessage, Transport, TransportRequest } from './transport.ts'
import { base64Floats, vectorsText } from './vectorsText.ts'

/** A vector as numbers, or as an endpoint sends it in base64. */
const vector = z.union([
  z.array(z.number()).nonempty(),
  z
    .base64()
    .refine((text) => Buffer.byteLength(text, 'base64') % 4 === 0)
    .transform(base64Floats),
])
const reply = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: vector })),
  model: z.string().optional(),
  usage: z.object({ prompt_tokens: z.number().nonnegative() }).nullish().catch(undefined),
})

/** Tries of the first question, and seconds for each. */
const ATTEMPTS = 3
const SECONDS = 60

/**
 * Opens an embedding model: each message of a request is one text, and the answer holds their vectors (see `readVectors`). So its
 * calls are limited, retried, paid for and written down as those of any other model.
 *
 * @throws HoldfastError for a model that makes no vectors, and for a missing key.
 */
export function createEmbedder(entry: ModelEntry): Transport {
  const uri = parseModelUri(entry.uri)
  const label = withoutCredentials(entry.uri)
  if (uri.scheme === 'sim' && uri.policy === 'embedder') {
    return { label, simulated: true, send: async ({ messages }) => ({ content: vectorsText(textsOf(messages).map(simulatedVector)) }) }
  }
  if (uri.scheme !== 'openai') {
    throw new HoldfastError(
      'CONFIG',
      `Failed to open the embedder ${label}: it makes no vectors. Name an embedding model as openai:<model>[@<baseURL>], or sim:embedder.`,
    )
  }
  const { model } = uri
  const address = addressOf(model, uri.baseURL, entry)
  const client = openaiClient(model, address, entry, () => undefined)
  const bodyOf = (texts: readonly string[]) => ({ model, input: texts, ...entry.parameters })
  const embed = async (texts: readonly string[], signal: AbortSignal): Promise<Answer> => {
    try {
      // The SDK's own method would ask for base64 and take numbers, which many local servers send all the same, for text.
      return readReply(await client.post<unknown>('/embeddings', { body: bodyOf(texts), signal, timeout: LONGEST_TIMER_MS }), texts.length)
    } catch (error) {
      throw error instanceof RetryableError ? error : describeFailure(error, label)
    }
  }
  return {
    label,
    simulated: false,
    cacheBody: ({ messages }: TransportRequest) =>
      entry.cache === 'off' ? undefined : { baseURL: address?.url, body: bodyOf(textsOf(messages)) },
    async probe(signal) {
      try {
        const ask = () => timedAttempt((attemptSignal) => embed(['one'], attemptSignal), SECONDS, [signal], label)
        const { usage } = (await withRetries(ask, ATTEMPTS, signal)).value
        return { usage }
      } catch (error) {
        const cause = error instanceof AttemptsError ? error.cause : error
        if (cause instanceof HoldfastError) throw cause
        throw new HoldfastError(
          'ENDPOINT',
          `Failed to reach ${label}: ${messageOf(cause)}. Check that its endpoint has POST /embeddings, the key and the model name.`,
        )
      }
    },
    send: ({ messages }, signal) => embed(textsOf(messages), signal as AbortSignal),
  }
}

function textsOf(messages: readonly PlainMessage[]): string[] {
  return messages.map(({ content }) => content)
}

/** The vectors in a reply, in the order of their texts. Throws RetryableError for a reply of another shape. */
function readReply(value: unknown, count: number): Answer {
  const parsed = reply.safeParse(value)
  if (!parsed.success) throw new RetryableError('the reply has no vectors')
  const { data, model, usage } = parsed.data
  const sorted = data.map((entry, at) => ({ at: entry.index ?? at, embedding: entry.embedding })).sort((one, other) => one.at - other.at)
  if (sorted.length !== count || sorted.some(({ at }, index) => at !== index))
    throw new RetryableError(`the reply has ${counted(data.length, 'vector')} for ${counted(count, 'text')}`)
  const lengths = new Set(sorted.map(({ embedding }) => embedding.length))
  if (lengths.size !== 1 || sorted.some(({ embedding }) => !embedding.every(Number.isFinite)))
    throw new RetryableError('the vectors of the reply are not alike')
  return {
    content: vectorsText(sorted.map(({ embedding }) => embedding)),
    ...(usage && { usage: { promptTokens: usage.prompt_tokens, completionTokens: 0 } }),
    ...(model !== undefined && { served: { model } }),
  }
}
