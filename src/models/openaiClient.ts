import type OpenAI from 'openai'
import type { Dispatcher } from 'undici'
import { configError, HoldfastError } from '../core/base/errors.ts'
import { hasProxy } from '../core/base/hasProxy.ts'
import { ownFetch } from '../core/base/ownGlobals.ts'
import { registerSecret } from '../core/base/secrets.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { decoded, endpointUri, withoutCredentials } from '../core/format/modelUri.ts'
import { type RequestExtras, registerExtras, requestExtras, variableIn, withoutSecretExtras } from '../core/format/requestExtras.ts'
import { boundedReply } from './boundedReply.ts'
import { withReadableErrors } from './endpointFailure.ts'
import { endpointKey, isLoopback } from './endpointKey.ts'
import type { OpenClient } from './transport.ts'

/** Names of parameters that hold a key. */
const SECRET = /key|token|secret|sig|pass|auth|cred|code/i

/**
 * A client of the official SDK for a real endpoint, or for an application behind HTTP.
 * @param name for messages: the URI without credentials.
 * @param redirected is told the other hosts that requests are led to.
 * @param offline whether nothing is sent with it.
 * @throws HoldfastError where there is no key, and no base URL that may do without one, and where a secret would go over plain http.
 */
export function openaiClient(
  name: string,
  address: Address | undefined,
  entry: ModelEntry,
  redirected: (host: string) => void,
  offline = false,
): OpenClient {
  const failed = (reason: string) => configError(`Failed to set up ${name}: ${reason}`)
  const { variable, isNamed = false, host, isOpenAI = false, isOpen = false } = endpointKey(entry) ?? {}
  const key = variable === undefined ? undefined : process.env[variable]
  if (!offline && variable !== undefined && !key && (isNamed || !address))
    throw failed(`${variable} is not set. Set it${address ? '' : `, or name an endpoint that needs no key (${name}@http://host/v1)`}.`)
  const [secret] = [variable, ...Object.values({ ...entry.headers, ...entry.query }).map(variableIn)].filter(Boolean)
  const parameter = Object.keys(address?.query ?? {}).find((own) => SECRET.test(own))
  const given = secret ?? (address?.header && 'the password in its URL') ?? (parameter && `the parameter ${parameter} of its URL`)
  if (isOpen && given !== undefined)
    throw failed(
      `${given} would go to ${host} over plain http, which others can read. Use https, or allow it in the model's entry: allowHttp: true.`,
    )
  if (key) registerSecret(key)
  const options = {
    // Tests of a user's own may run in jsdom, which the SDK takes for a browser.
    ...({ maxRetries: 0, dangerouslyAllowBrowser: true } as const),
    // The SDK insists on one. Without a key the header with it is left out.
    apiKey: key || 'none',
    // The SDK would send those of the environment to any host.
    ...(!isOpenAI && { organization: null, project: null }),
    fetch: withReadableErrors(endpointFetch(entry, redirected)),
    ...(address && { baseURL: address.url }),
    defaultHeaders: {
      ...(!key && { Authorization: null }),
      ...(address?.header && { Authorization: address.header }),
      ...requestExtras(entry.headers, `${name}: its header`),
    },
    defaultQuery: { ...address?.query, ...requestExtras(entry.query, `${name}: its URL parameter`) },
  }
  let client: Promise<OpenAI> | undefined
  const open = async () => new (await import('openai')).OpenAI(options)
  return () => {
    client ??= open()
    return client
  }
}

/** Where a model is, by its base URL. */
export interface Address {
  readonly url: string
  /** User and password of the URL: fetch refuses them in the URL itself. */
  readonly header: string | undefined
  /** Its parameters, which belong behind the path of each request. */
  readonly query: RequestExtras
  /** Those that are no credentials. */
  readonly shown: RequestExtras
}

/** A model's endpoint by its URI, its entry, which may say more of the same endpoint, or the variable for all. Throws HoldfastError for a variable that holds no URL. */
export function addressOf(model: string, baseURL: string | undefined, entry: ModelEntry): Address | undefined {
  const isSame = entry.baseURL !== undefined && endpointUri('openai:m', entry.baseURL) === `openai:m@${baseURL}`
  const url = (isSame ? undefined : baseURL) ?? entry.baseURL ?? process.env.OPENAI_BASE_URL
  if (url === undefined || url === '') return undefined
  if (!URL.canParse(url))
    throw configError(
      `Failed to set up openai:${model}: OPENAI_BASE_URL is ${JSON.stringify(withoutCredentials(url))}, which is no URL. Mend it.`,
    )
  const parsed = new URL(url)
  const query = Object.fromEntries(parsed.searchParams)
  registerExtras(query)
  const header = readCredentials(parsed)
  for (const part of ['username', 'password', 'search', 'hash'] as const) parsed[part] = ''
  return { url: parsed.href, header, query, shown: withoutSecretExtras(query) }
}

/** What tells a request from others in the cache; undefined where no answer is kept. */
export function cachedRequest(address: Address | undefined, body: unknown, { cache, headers, query }: ModelEntry): unknown {
  // What a gateway is told may decide who answers. Values from the environment stand here by name.
  return cache === 'off' ? undefined : { baseURL: address?.url, body, headers, query: { ...address?.shown, ...query } }
}

function readCredentials({ username, password }: { readonly username: string; readonly password: string }): string | undefined {
  if (!username && !password) return undefined
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')
  for (const secret of [decoded(password), credentials]) registerSecret(secret)
  return `Basic ${credentials}`
}

/** Seconds after which Node's own fetch gives up waiting for headers, whatever the signal says. */
const IMPATIENCE_SECONDS = 300

/** Statuses that lead elsewhere with the same request. 303 asks for a GET, which no answer comes of. */
const REDIRECTS = new Set([301, 302, 307, 308])
const MOST_REDIRECTS = 5

/** Headers that may be sent to a host that the user has named for redirects; all others may hold a key. */
const HARMLESS = new Set(['accept', 'content-type', 'content-length', 'user-agent'])

/**
 * The fetch for a model's endpoint: it waits as long as its signal lets it, goes through the proxy that the environment names
 * (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`), and sends prompts to no other host than the endpoint's unless the entry allows it.
 * @param redirected is told each host that a request was led to.
 */
function endpointFetch(
  { timeoutSeconds, redirectHosts = [], maxReplyMegabytes }: Pick<ModelEntry, 'timeoutSeconds' | 'redirectHosts' | 'maxReplyMegabytes'>,
  redirected: (host: string) => void,
): typeof fetch {
  const isSpecial = timeoutSeconds > IMPATIENCE_SECONDS || hasProxy()
  const inner: typeof fetch = isSpecial ? undiciFetch : ownFetch
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : String(input))
    let headers = new Headers(init?.headers)
    for (let hops = 0; ; hops += 1) {
      const response = await inner(url.href, { ...init, headers, redirect: 'manual' })
      const location = response.headers.get('location')
      if (!REDIRECTS.has(response.status) || !location) {
        // Files go to the disk, and have a bound of their own.
        return headers.get('accept') === 'application/binary' ? response : boundedReply(response, maxReplyMegabytes, url.host)
      }
      await response.body?.cancel()
      const next = nextUrl(url, location, hops)
      if (next.host !== url.host || (next.protocol === 'http:' && url.protocol === 'https:')) {
        if (!redirectHosts.includes(next.host)) throw refused(url, next)
        headers = new Headers([...headers].filter(([name]) => HARMLESS.has(name)))
        redirected(next.host)
      }
      url = next
    }
  }
}

function nextUrl(url: URL, location: string, hops: number): URL {
  const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined
  if (next && /^https?:$/.test(next.protocol) && hops < MOST_REDIRECTS) return next
  throw new HoldfastError(
    'ENDPOINT',
    `Failed to call ${url.host}: it leads ${next ? (hops < MOST_REDIRECTS ? 'to no web address' : 'from one address to the next') : 'nowhere'}. Check the base URL.`,
  )
}

function refused(url: URL, next: URL): HoldfastError {
  const shown = withoutCredentials(`${next.protocol}//${next.host}`)
  return new HoldfastError(
    'ENDPOINT',
    `Failed to call ${url.host}: it leads to ${shown}, where the prompts would go. Name that address as base URL, or allow it in the model's entry: redirectHosts: [${JSON.stringify(next.host)}].`,
  )
}

/** Node's own fetch knows neither proxies nor patience; undici is loaded only where they are asked for. */
const undiciFetch: typeof fetch = async (input, init) => {
  const { Agent, EnvHttpProxyAgent, fetch: fetchByUndici } = await import('undici')
  const patient = { headersTimeout: 0, bodyTimeout: 0 }
  // What is on this machine goes through no other, which could read it.
  const place = isLoopback(new URL(String(input)).hostname) ? 'here' : 'proxied'
  dispatchers[place] ??= place === 'here' ? new Agent(patient) : new EnvHttpProxyAgent(patient)
  const options = { ...init, dispatcher: dispatchers[place] } as Parameters<typeof fetchByUndici>[1]
  return (await fetchByUndici(input as string, options)) as unknown as Response
}
const dispatchers: { here?: Dispatcher; proxied?: Dispatcher } = {}
