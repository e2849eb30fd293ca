import { z } from 'zod'
import { configError, dataError } from '../core/base/errors.ts'
import { counted } from '../core/base/text/counted.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { parseModelUri, withoutCredentials } from '../core/format/modelUri.ts'
import { describeFailure } from './endpointFailure.ts'
import { addressOf, cachedRequest, openaiClient } from './openaiClient.ts'
import { firstAnswer } from './probe.ts'
import { simulatedVector } from './simulated/policies.ts'
import { type Answer, LONGEST_TIMER_MS, type PlainMessage, RetryableError, type SentRequest, type Transport } from './transport.ts'

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

/**
 * Opens an embedding model: each message is one text, and the answer holds the vectors (`readVectors`), called as any other model. Throws
 * HoldfastError for one that makes no vectors, and a missing key.
 */
export function createEmbedder(entry: ModelEntry): Transport {
  const uri = parseModelUri(entry.uri)
  const label = withoutCredentials(entry.uri)
  if (uri.scheme === 'sim' && uri.policy === 'embedder') {
    return { label, simulated: true, send: async ({ messages }) => ({ content: vectorsText(textsOf(messages).map(simulatedVector)) }) }
  }
  if (uri.scheme !== 'openai') {
    throw configError(
      `Failed to open the embedder ${label}: it makes no vectors. Name an embedding model as openai:<model>[@<baseURL>], or sim:embedder.`,
    )
  }
  const { model } = uri
  const address = addressOf(model, uri.baseURL, entry)
  const client = openaiClient(`openai:${model}`, address, entry, () => undefined)
  const bodyOf = (texts: readonly string[]) => ({ model, input: texts, ...entry.parameters })
  const embed = async (texts: readonly string[], signal: AbortSignal): Promise<Answer> => {
    try {
      // The SDK's own method would ask for base64 and take numbers, which many local servers send all the same, for text.
      const options = { body: bodyOf(texts), signal, timeout: LONGEST_TIMER_MS }
      return readReply(await (await client()).post<unknown>('/embeddings', options), texts.length)
    } catch (error) {
      throw describeFailure(error, label)
    }
  }
  return {
    label,
    simulated: false,
    cacheBody: ({ messages }: SentRequest) => cachedRequest(address, bodyOf(textsOf(messages)), entry),
    async probe(signal) {
      const advice = 'Check that its endpoint has POST /embeddings, the key and the model name.'
      const { usage } = await firstAnswer((attempt) => embed(['one'], attempt), signal as AbortSignal, label, advice)
      return { usage }
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

/** Vectors as the text of an answer: a JSON array with one base64 text of 32-bit floats a vector. */
export function vectorsText(vectors: readonly (readonly number[])[]): string {
  return JSON.stringify(vectors.map((vector) => Buffer.from(Float32Array.from(vector).buffer).toString('base64')))
}

/** The vectors in an answer of an embedder. Throws HoldfastError for a text that {@link vectorsText} has not made. */
export function readVectors(text: string): number[][] {
  const parsed = z.array(z.base64()).safeParse(JSON.parse(text))
  if (!parsed.success) throw dataError('Failed to read vectors: the recorded answer holds none. Remove the folder of calls.')
  return parsed.data.map(base64Floats)
}

/** The 32-bit floats in a base64 text. */
function base64Floats(text: string): number[] {
  return [...new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer)]
}
