import type { ModelEntry } from '../core/format/modelEntry.ts'
import { withoutCredentials } from '../core/format/modelUri.ts'
import { Adaptations } from './adaptation.ts'
import { answerIn, describeFailure, isOverflow } from './endpointFailure.ts'
import { type Address, addressOf, cachedRequest, openaiClient } from './openaiClient.ts'
import { probe, roomForThoughts } from './probe.ts'
import { readBody } from './readBody.ts'
import { readCompletion } from './readCompletion.ts'
import type { Fields } from './replyFields.ts'
import { readResponse, readStored, responsesBody } from './responsesApi.ts'
import { samplingOf, schemaOf } from './sampling.ts'
import { exhaustedFor } from './statedWaits.ts'
import { type Answer, LONGEST_TIMER_MS, type SentRequest, type Transport } from './transport.ts'

/** Tokens of room for thoughts below which there may as well be none. */
const LEAST_ROOM = 256

/**
 * An OpenAI-compatible endpoint by the official SDK without its retries, which wait any `Retry-After` and count once. Throws HoldfastError
 * when a real one has no key and no base URL of its own.
 * @param uri of the entry. @param offline whether nothing is sent: requests are written down, for which no key is needed.
 */
export function openaiTransport(
  { model, baseURL }: { readonly model: string; readonly baseURL?: string | undefined },
  entry: ModelEntry,
  offline = false,
): Transport {
  const label = withoutCredentials(entry.uri)
  /** Other hosts that requests were led to. */
  const ledTo = new Set<string>()
  const address = addressOf(model, baseURL, entry)
  const client = openaiClient(`openai:${model}`, address, entry, (host) => ledTo.add(host), offline)
  const adaptations = new Adaptations()
  const described = () => [...adaptations.described, ...[...ledTo].map((host) => `sent on to ${host}`)]
  let reasoningTokens = entry.reasoningTokens ?? 0
  const api = APIS[entry.api]
  // Until the first question shows it.
  let structuredOutput = entry.structuredOutput
  const bodyOf = (request: SentRequest, room = reasoningTokens) =>
    adaptations.apply(api.body(model, { ...entry, structuredOutput }, request, room))

  /** Sends a request, again where the endpoint refuses a parameter by name, or where the room for thoughts does not fit. */
  async function complete(request: SentRequest, signal: AbortSignal): Promise<Answer> {
    let room = reasoningTokens
    for (;;) {
      const body = bodyOf(request, room)
      try {
        // The attempt is timed by who sends it; the SDK's own timer would stop when the headers arrive.
        const response = await (await client()).post(api.path, { body, signal, timeout: LONGEST_TIMER_MS }).asResponse()
        const data = readBody(await response.text())
        const adapted = described()
        const pauseMs = exhaustedFor(response.headers)
        const answer = api.read(data, label)
        const stored = request.stored && { stored: readStored(data, request.stored.previous, label) }
        return { ...answer, ...stored, ...(adapted.length > 0 && { adapted }), ...(pauseMs !== undefined && { pauseMs }) }
      } catch (error) {
        const answer = answerIn(error)
        if (answer) return answer
        // A prompt that nearly fills the window leaves thoughts less room than others do.
        if (room > 0 && isOverflow(error)) room = room > LEAST_ROOM ? Math.floor(room / 4) : 0
        else if (!adaptations.learn(error, body)) throw describeFailure(error, label)
      }
    }
  }

  return {
    label,
    simulated: false,
    get reasoningTokens() {
      return reasoningTokens
    },
    batch: { request: (request) => ({ url: `/v1${api.path}`, body: bodyOf(request) }), client },
    cacheBody: (request) => cacheBody(address, bodyOf(request), entry),
    async probe(signal, options) {
      structuredOutput ??= true
      const found = await probe({ client, model, entry, label, signal: signal as AbortSignal, options, complete })
      structuredOutput = found.takesSchema
      reasoningTokens = found.thinks ? roomForThoughts(entry, found.contextTokens) : reasoningTokens
      return { ...found, reasoningTokens, adapted: described() }
    },
    send: (request, signal) => complete(request, signal as AbortSignal),
  }
}

/** The two APIs of OpenAI: where a request goes, what it says, and how its reply is read. */
const APIS = {
  chat: { path: '/chat/completions', body: requestBody, read: readCompletion },
  responses: { path: '/responses', body: responsesBody, read: readResponse },
} as const

/** The request as it stands for its answer; greedy requests only, unless the entry says that any answer may be reused. */
function cacheBody(address: Address | undefined, body: Fields, entry: ModelEntry): unknown {
  return entry.cache === 'deterministic' && body.temperature !== 0 ? undefined : cachedRequest(address, body, entry)
}

function requestBody(model: string, entry: ModelEntry, request: SentRequest, reasoningTokens: number): Fields {
  const { json } = request.options
  const { maxTokens, ...sampling } = samplingOf(entry, request)
  const schema = schemaOf(json, entry)
  return {
    model,
    messages: request.messages,
    ...(maxTokens !== undefined && { [entry.maxTokensParameter]: maxTokens + reasoningTokens }),
    ...sampling,
    ...(json && { response_format: schema ? { type: 'json_schema', json_schema: { ...schema, strict: true } } : { type: 'json_object' } }),
    ...entry.parameters,
  }
}
