import OpenAI from 'openai'
import { HoldfastError } from '../core/base/errors.ts'
import { registerSecret } from '../core/base/secrets.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { decoded, withoutCredentials } from '../core/format/modelUri.ts'
import { type RequestExtras, registerExtras, requestExtras, variableIn, withoutSecretExtras } from '../core/format/requestExtras.ts'
import { withReadableErrors } from './endpointFailure.ts'
import { endpointFetch } from './endpointFetch.ts'
import { endpointKey } from './endpointKey.ts'

/** Options of every client. Tests of a user's own may run in jsdom, which the SDK takes for a browser. */
export const ANYWHERE = { maxRetries: 0, dangerouslyAllowBrowser: true } as const

/**
 * A client of the official SDK for a real endpoint.
 *
 * @param redirected is told the other hosts that requests are led to.
 * @param offline whether nothing is sent with it.
 * @throws HoldfastError where there is no key, and no base URL that may do without one, and where a secret would go over plain http.
 */
export function openaiClient(
  model: string,
  address: Address | undefined,
  entry: ModelEntry,
  redirected: (host: string) => void,
  offline = false,
): OpenAI {
  const failed = (reason: string) => new HoldfastError('CONFIG', `Failed to set up openai:${model}: ${reason}`)
  const { variable, isNamed = false, host, isOpenAI = false, isOpen = false } = endpointKey(entry) ?? {}
  const key = variable === undefined ? undefined : process.env[variable]
  if (!offline && variable !== undefined && !key && (isNamed || !address))
    throw failed(`${variable} is not set. Set it, or name an endpoint that needs no key (openai:${model}@http://host/v1).`)
  const extras = { ...entry.headers, ...entry.query }
  const secret =
    variable ??
    Object.values(extras)
      .map(variableIn)
      .find((name) => name !== undefined)
  if (isOpen && (secret ?? address?.header) !== undefined)
    throw failed(
      `${secret ?? 'the password in its URL'} would go to ${host} over plain http, which others can read. Use https, or allow it in the model's entry: allowHttp: true.`,
    )
  if (key) registerSecret(key)
  return new OpenAI({
    ...ANYWHERE,
    // The SDK insists on one. Without a key the header with it is left out.
    apiKey: key || 'none',
    // The SDK would send those of the environment to any host.
    ...(!isOpenAI && { organization: null, project: null }),
    fetch: withReadableErrors(endpointFetch(entry, redirected)),
    ...(address && { baseURL: address.url }),
    defaultHeaders: {
      ...(!key && { Authorization: null }),
      ...(address?.header && { Authorization: address.header }),
      ...requestExtras(entry.headers, `openai:${model}: its header`),
    },
    defaultQuery: { ...address?.query, ...requestExtras(entry.query, `openai:${model}: its URL parameter`) },
  })
}

/** Where a model is, by its base URL. */
export interface Address {
  readonly url: string
  /** User and password of the URL: fetch refuses them in the URL itself. */
  readonly header: string | undefined
  /** Its parameters, which belong behind the path of each request. */
  readonly query: RequestExtras
  /** Those that are no credentials; none where there are none. */
  readonly shown: RequestExtras | undefined
}

/**
 * The endpoint of a model, by its URI, its entry, or the variable for all of them.
 *
 * @throws HoldfastError for a variable that holds no URL.
 */
export function addressOf(model: string, baseURL: string | undefined, entry: ModelEntry): Address | undefined {
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
