import type { Dispatcher } from 'undici'
import { HoldfastError } from '../core/base/errors.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { withoutCredentials } from '../core/format/modelUri.ts'

/** Seconds after which Node's own fetch gives up waiting for headers, whatever the signal says. */
const IMPATIENCE_SECONDS = 300

/** Statuses that lead elsewhere with the same request. 303 asks for a GET, which no answer comes of. */
const REDIRECTS = new Set([301, 302, 307, 308])
const MOST_REDIRECTS = 5

/** Headers that may be sent to a host that the user has named for redirects; all others may hold a key. */
const HARMLESS = new Set(['accept', 'content-type', 'content-length', 'user-agent'])

/** Variables by which platforms name their proxy. */
const PROXY_VARIABLES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY']

/**
 * The fetch for a model's endpoint: it waits as long as its signal lets it, goes through the proxy that the environment names
 * (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`), and sends prompts to no other host than the endpoint's unless the entry allows it.
 *
 * @param redirected is told each host that a request was led to.
 */
export function endpointFetch(
  { timeoutSeconds, redirectHosts = [] }: Pick<ModelEntry, 'timeoutSeconds' | 'redirectHosts'>,
  redirected: (host: string) => void,
): typeof fetch {
  const isSpecial = timeoutSeconds > IMPATIENCE_SECONDS || PROXY_VARIABLES.some((name) => process.env[name])
  // Looked up when it is called, as the SDK does: tests and tracing replace the global one.
  const inner: typeof fetch = isSpecial ? undiciFetch : (input, init) => fetch(input, init)
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : String(input))
    let headers = new Headers(init?.headers)
    for (let hops = 0; ; hops += 1) {
      const response = await inner(url.href, { ...init, headers, redirect: 'manual' })
      const location = response.headers.get('location')
      if (!REDIRECTS.has(response.status) || !location) return response
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
  const { EnvHttpProxyAgent, fetch: fetchByUndici } = await import('undici')
  dispatcher ??= new EnvHttpProxyAgent({ headersTimeout: 0, bodyTimeout: 0 })
  const options = { ...init, dispatcher } as Parameters<typeof fetchByUndici>[1]
  return (await fetchByUndici(input as string, options)) as unknown as Response
}
let dispatcher: Dispatcher | undefined
