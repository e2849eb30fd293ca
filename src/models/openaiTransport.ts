import OpenAI from 'openai'
import { HoldfastError } from '../base/errors.ts'
import { registerSecret } from '../base/secrets.ts'
import type { ModelEntry } from '../format/modelEntry.ts'
import { decoded, withoutCredentials } from '../format/modelUri.ts'
import { type RequestExtras, registerExtras, requestExtras, withoutSecretExtras } from '../format/requestExtras.ts'
import { Adaptations } from './adaptation.ts'
import { describeFailure, isCutError, isOverflow, isRefusal, withReadableErrors } from './endpointFailure.ts'
import { endpointFetch } from './endpointFetch.ts'
import { probe, roomForThoughts } from './probe.ts'
import { readCompletion } from './readCompletion.ts'
import { readResponse, responsesBody } from './responsesApi.ts'
import { samplingOf, schemaOf } from './sampling.ts'
import { PRIVATE_HEADER, type PrivateChannels } from './simulated/endpoint.ts'
import { exhaustedFor } from './statedWaits.ts'
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

/** Tokens of room for thoughts below which there may as well be none. */
const LEAST_ROOM = 256

/** Longest delay a timer takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * A model behind an OpenAI-compatible endpoint, through the official SDK with its own retries switched off: it would wait
 * any `Retry-After` in full and count as one attempt here.
 *
 * @throws HoldfastError when a real endpoint has no key and no base URL of its own.
 */
export function openaiTransport({ model, baseURL, entry, inProcess, label }: OpenAITransportOptions): Transport {
  /** Other hosts that requests were led to. */
  const ledTo = new Set<string>()
  const address = inProcess ? undefined : addressOf(model, baseURL, entry)
  const client = inProcess
    ? new OpenAI({ ...ANYWHERE, apiKey: 'simulated', baseURL: 'http://simulated.invalid/v1', fetch: inProcess.fetch })
    : realClient(model, address, entry, (host) => ledTo.add(host))
  const adaptations = new Adaptations()
  const described = () => [...adaptations.described, ...[...ledTo].map((host) => `sent on to ${host}`)]
  let reasoningTokens = entry.reasoningTokens ?? 0
  const api = inProcess ? APIS.chat : APIS[entry.api]
  const bodyOf = (request: Pick<TransportRequest, 'key' | 'messages' | 'options'>, room = reasoningTokens) =>
    adaptations.apply(api.body(model, entry, request, room) as unknown as Readonly<Record<string, unknown>>)

  /** Sends a request, again where the endpoint refuses a parameter by name, or where the room for thoughts does not fit. */
  async function complete(
    request: Pick<TransportRequest, 'key' | 'messages' | 'options'>,
    signal: AbortSignal,
    token?: string,
  ): Promise<{ answer: Answer; headers: Headers }> {
    let room = reasoningTokens
    for (;;) {
      const body = bodyOf(request, room)
      try {
        const { data, response } = await client
          .post<unknown>(api.path, {
            body,
            signal,
            // The attempt is timed by who sends it; the SDK's own timer would stop when the headers arrive.
            timeout: LONGEST_TIMER_MS,
            ...(token && { headers: { [PRIVATE_HEADER]: token } }),
          })
          .withResponse()
        const answer = api.read(data, label)
        const adapted = described()
        return { answer: { ...answer, ...(adapted.length > 0 && { adapted }) }, headers: response.headers }
      } catch (error) {
        if (isCutError(error)) return { answer: { content: '', finish: 'length' }, headers: new Headers() }
        // A prompt that nearly fills the window leaves thoughts less room than others do.
        if (room > 0 && isOverflow(error)) room = room > LEAST_ROOM ? Math.floor(room / 4) : 0
        else if (!adaptations.learn(error, body)) throw error
      }
    }
  }

  return {
    label,
    simulated: inProcess !== undefined,
    get reasoningTokens() {
      return reasoningTokens
    },
    ...(!inProcess && {
      cacheBody: (request: TransportRequest) => cacheBody(address, bodyOf(request), entry),
      probe: async (signal: AbortSignal, options: RequestOptions) => {
        const found = await probe({ client, model, entry, label, signal, options, complete })
        reasoningTokens = found.thinks ? roomForThoughts(entry, found.contextTokens) : reasoningTokens
        return { ...found, reasoningTokens, adapted: described() }
      },
    }),
    async send(request, signal) {
      const token = inProcess?.channels.open(request.hints)
      try {
        const { answer, headers } = await complete(request, signal, token)
        const pauseMs = inProcess ? undefined : exhaustedFor(headers)
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

/** The two APIs of OpenAI: where a request goes, what it says, and how its reply is read. */
const APIS = {
  chat: { path: '/chat/completions', body: requestBody, read: readCompletion },
  responses: { path: '/responses', body: responsesBody, read: readResponse },
} as const

/** Options of every client. Tests of a user's own may run in jsdom, which the SDK takes for a browser. */
const ANYWHERE = { maxRetries: 0, dangerouslyAllowBrowser: true } as const

/** The request as it stands for its answer; greedy requests only, unless the entry says that any answer may be reused. */
function cacheBody(address: Address | undefined, body: Readonly<Record<string, unknown>>, { cache, headers, query }: ModelEntry): unknown {
  if (cache === 'off' || (cache === 'deterministic' && body.temperature !== 0)) return undefined
  // What a gateway is told may decide who answers. Values from the environment stand here by name.
  return {
    baseURL: address?.url,
    body,
    ...(headers && { headers }),
    ...((query ?? address?.shown) && { query: { ...address?.shown, ...query } }),
  }
}

function realClient(model: string, address: Address | undefined, entry: ModelEntry, redirected: (host: string) => void): OpenAI {
  const keyName = entry.apiKeyEnv ?? 'OPENAI_API_KEY'
  const key = process.env[keyName]
  if (!key && (entry.apiKeyEnv || !address)) {
    throw new HoldfastError(
      'CONFIG',
      `Failed to set up openai:${model}: ${keyName} is not set. Set it, or name an endpoint that needs no key (openai:${model}@http://host/v1).`,
    )
  }
  if (key) registerSecret(key)
  // A local server takes any key; the SDK insists on one.
  return new OpenAI({
    ...ANYWHERE,
    apiKey: key || 'none',
    fetch: withReadableErrors(endpointFetch(entry, redirected)),
    ...(address && { baseURL: address.url }),
    defaultHeaders: {
      ...(address?.header && { Authorization: address.header }),
      ...requestExtras(entry.headers, `openai:${model}: its header`),
    },
    defaultQuery: { ...address?.query, ...requestExtras(entry.query, `openai:${model}: its URL parameter`) },
  })
}

/** Where a model is, by its base URL. */
interface Address {
  readonly url: string
  /** User and password of the URL: fetch refuses them in the URL itself. */
  readonly header: string | undefined
  /** Its parameters, which belong behind the path of each request. */
  readonly query: RequestExtras
  /** Those that are no credentials; none where there are none. */
  readonly shown: RequestExtras | undefined
}

/** @throws HoldfastError for a variable that holds no URL. */
function addressOf(model: string, baseURL: string | undefined, entry: ModelEntry): Address | undefined {
  const url = baseURL ?? entry.baseURL ?? process.env.OPENAI_BASE_URL
  if (url === undefined || url === '') return undefined
  if (!URL.canParse(url)) {
    throw new HoldfastError(
      'CONFIG',
      `Failed to set up openai:${model}: OPENAI_BASE_URL is ${JSON.stringify(withoutCredentials(url))}, which is no URL. Mend it.`,
    )
  }
  const parsed = new URL(url)
  const query = Object.fromEntries(parsed.searchParams)
  registerExtras(query)
  const shown = withoutSecretExtras(query)
  const header = readCredentials(parsed)
  for (const part of ['username', 'password', 'search', 'hash'] as const) parsed[part] = ''
  return { url: parsed.href, header, query, shown: Object.keys(shown).length > 0 ? shown : undefined }
}

function readCredentials({ username, password }: { readonly username: string; readonly password: string }): string | undefined {
  if (!username && !password) return undefined
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')
  for (const secret of [decoded(password), credentials]) registerSecret(secret)
  return `Basic ${credentials}`
}

function requestBody(
  model: string,
  entry: ModelEntry,
  request: Pick<TransportRequest, 'key' | 'messages' | 'options'>,
  reasoningTokens: number,
): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const { messages, options } = request
  const { temperature, maxTokens, seed } = samplingOf(entry, request)
  return {
    model,
    messages: messages as OpenAI.ChatCompletionMessageParam[],
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { [entry.maxTokensParameter]: maxTokens + reasoningTokens }),
    ...(seed !== undefined && { seed }),
    ...(options.json && { response_format: responseFormat(options.json, entry) }),
    ...entry.parameters,
  }
}

function responseFormat(
  json: NonNullable<RequestOptions['json']>,
  entry: ModelEntry,
): NonNullable<OpenAI.ChatCompletionCreateParams['response_format']> {
  const schema = schemaOf(json, entry)
  return schema ? { type: 'json_schema', json_schema: { ...schema, strict: true } } : { type: 'json_object' }
}
