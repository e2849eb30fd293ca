import { z } from 'zod'
import { configError, type HoldfastError } from '../base/errors.ts'
import { withoutCredentials } from '../base/secrets/urlCredentials.ts'
import { didYouMean } from '../base/text/nearest.ts'

export { decoded, withoutCredentials } from '../base/secrets/urlCredentials.ts'

/** A parsed model URI. */
export type ModelUri =
  | { readonly scheme: 'openai'; readonly model: string; readonly baseURL: string | undefined; readonly apiKeyEnv: string | undefined }
  | { readonly scheme: 'sim'; readonly policy: SimulatedPolicyName; readonly parameters: Readonly<Record<string, string>> }
  | { readonly scheme: 'replay'; readonly path: string }
  | { readonly scheme: 'module'; readonly path: string; readonly exportName: string }
  | { readonly scheme: 'http'; readonly url: string }
  | { readonly scheme: 'panel'; readonly members: readonly string[] }

const SCHEMES = ['openai', 'sim', 'replay', 'module', 'panel'] as const

/** What stands before the name of the variable with the key, at the end of an `openai:` URI. */
const KEY_MARK = '#key='

/** Parses a model URI; `openai:` splits at the first `:` and the last `@http`. Throws HoldfastError naming what is wrong. */
export function parseModelUri(uri: string): ModelUri {
  // What is no URL has its password anywhere.
  const shown = withoutCredentials(uri).replace(/(@https?:\/\/).*@/is, '$1')
  const fail = (reason: string, advice: string) => configError(`Failed to read the model ${JSON.stringify(shown)}: ${reason}. ${advice}`)
  const colon = uri.indexOf(':')
  const scheme = uri.slice(0, Math.max(0, colon))
  const rest = uri.slice(colon + 1)
  if (/^https?:\/\/./i.test(uri)) {
    if (URL.canParse(uri)) return { scheme: 'http', url: uri }
    throw fail('it is no URL', 'Write http://host:port.')
  }
  if (!SCHEMES.some((known) => known === scheme)) {
    throw fail(
      colon === -1 ? 'neither a name from `models` nor a URI' : `no scheme ${JSON.stringify(scheme)}`,
      `Use openai:<model>, sim:<policy>, replay:<path>, module:<file>#<export>, panel:<model>;<model>, or a name from models.`,
    )
  }
  if (rest === '') throw fail('nothing after the colon', `Write ${scheme}:<something>.`)
  if (scheme === 'openai') return parseOpenAI(rest, fail)
  if (scheme === 'sim') return parseSimulated(rest, fail)
  if (scheme === 'panel') return { scheme: 'panel', members: rest.split(';') }
  if (scheme === 'replay') return { scheme: 'replay', path: rest }
  const hash = rest.lastIndexOf('#')
  return { scheme: 'module', path: hash === -1 ? rest : rest.slice(0, hash), exportName: hash === -1 ? 'default' : rest.slice(hash + 1) }
}

/** Where a model without a base URL of its own is. */
export const OPENAI = 'https://api.openai.com/v1'

/** Whether a model is at OpenAI's own host. */
export function isAtOpenAI({ uri, baseURL }: { readonly uri: string; readonly baseURL?: string | undefined }): boolean {
  const parsed = parseModelUri(uri)
  const base = parsed.scheme === 'openai' ? parsed.baseURL || baseURL || process.env.OPENAI_BASE_URL || OPENAI : ''
  return URL.canParse(base) && new URL(base).host === new URL(OPENAI).host
}

/** Whether a URI is that of a simulated model, or of a panel that has one. */
export function namesSimulated(uri: string): boolean {
  return /^(?:panel:(?:.*;)?)?sim:/.test(uri)
}

/**
 * The one name of a model in runs, wherever its endpoint is written: an `openai:` URI with its endpoint and without its key. Of the address in
 * an entry it has origin and path: a deployment may stand in the path, and keys in the rest. Other URIs stay as they are.
 */
export function endpointUri(uri: string, baseURL: string | undefined): string {
  const parsed = parseModelUri(uri)
  if (parsed.scheme !== 'openai') return uri
  const { origin = '', pathname = '' } = baseURL === undefined ? {} : new URL(baseURL)
  const url = (parsed.baseURL ?? origin + pathname).replace(/\/+$/, '')
  return `openai:${parsed.model}${url === '' ? '' : `@${url}`}`
}

type Fail = (reason: string, advice: string) => HoldfastError

function parseOpenAI(text: string, fail: Fail): ModelUri {
  const mark = text.lastIndexOf(KEY_MARK)
  const rest = mark === -1 ? text : text.slice(0, mark)
  const apiKeyEnv = mark === -1 ? undefined : text.slice(mark + KEY_MARK.length)
  if (apiKeyEnv !== undefined && !/^[A-Za-z_]\w*$/.test(apiKeyEnv))
    throw fail(
      `what follows ${KEY_MARK} is no name of a variable`,
      `Write ${KEY_MARK}NAME: the name of the variable, and never the key itself.`,
    )
  const at = Math.max(rest.lastIndexOf('@http://'), rest.lastIndexOf('@https://'))
  if (at === -1 && rest.includes('@http')) throw fail('what follows the @ is no URL', 'Write openai:<model>@http://host:port/v1.')
  if (at === -1) return { scheme: 'openai', model: rest, baseURL: undefined, apiKeyEnv }
  const baseURL = rest.slice(at + 1)
  if (at === 0) throw fail('no model before the @', 'Write openai:<model>@<baseURL>.')
  if (!URL.canParse(baseURL)) throw fail('what follows the @ is no URL', 'Write openai:<model>@http://host:port/v1.')
  return { scheme: 'openai', model: rest.slice(0, at), baseURL, apiKeyEnv }
}

function parseSimulated(rest: string, fail: Fail): ModelUri {
  const [name = '', query = ''] = rest.split('?', 2)
  const policy = (Object.keys(SIMULATED_PARAMETERS) as SimulatedPolicyName[]).find((known) => known === name)
  if (policy === undefined) {
    const known = Object.keys(SIMULATED_PARAMETERS)
    throw fail(
      `no simulated policy ${JSON.stringify(name)}`,
      `${didYouMean(name, known, 'sim:')} Policies: ${known.join(', ')}.`.trimStart(),
    )
  }
  const known: z.ZodObject = SIMULATED_PARAMETERS[policy]
  const parameters = Object.fromEntries(new URLSearchParams(query))
  const result = known.safeParse(parameters)
  if (!result.success) {
    const {
      path: [name],
      message = 'invalid',
    } = result.error.issues[0] ?? { path: [] }
    throw fail(
      name === undefined ? `parameters: ${message}` : `${String(name)}: ${Object.hasOwn(parameters, name) ? message : 'it is missing'}`,
      takes(policy, Object.keys(known.shape)),
    )
  }
  return { scheme: 'sim', policy, parameters }
}

const takes = (policy: string, [first, ...others]: readonly string[]) =>
  `sim:${policy} takes ${first === undefined ? 'no parameters' : `${[first, ...others].join(', ')}, as sim:${policy}?${first}=…`}.`

/** A model's name in reports: its URI without credentials, with the default export of a module spelled out. */
export function modelLabel(uri: string): string {
  const parsed = parseModelUri(uri)
  return parsed.scheme === 'module' ? `module:${parsed.path}#${parsed.exportName}` : withoutCredentials(uri)
}

const NONE = z.strictObject({})
const share = z.string().refine((text) => text !== '' && Number(text) >= 0 && Number(text) <= 1, 'expected a number from 0 to 1')

/** A share p of the items, the same ones in every trial, or drawn anew for each. */
const struckItems = z.strictObject({ p: share, vary: z.enum(['trial']).optional() })

/** The embedded models by the name after `sim:`, each with the parameters that may follow the `?` of its URI. */
export const SIMULATED_PARAMETERS = {
  oracle: NONE,
  null: NONE,
  echo: NONE,
  wrong: NONE,
  degraded: struckItems,
  stubborn: NONE,
  forgetful: z.strictObject({ after: z.string().regex(/^\d+$/, 'expected a whole number') }),
  lost: struckItems,
  cut: z.strictObject({ p: share, left: share.optional() }),
  memorised: NONE,
  sycophant: z.strictObject({
    after: z
      .string()
      .regex(/^[1-9]\d*$/, 'expected a whole number of at least 1')
      .optional(),
  }),
  judge: z.strictObject({ noise: share.optional(), garbage: share.optional(), bias: z.enum(['first']).optional() }),
  compacting: z
    .strictObject({
      keep: z.enum(['all', 'none', 'some', 'stale']).optional(),
      p: share.optional(),
      obeys: z.enum(['no', 'all']).optional(),
      never: z.enum(['yes']).optional(),
    })
    .refine(({ keep, p }) => (keep === 'some') === (p !== undefined), 'keep=some needs p, the share that is lost, and no other takes it'),
  embedder: NONE,
} as const satisfies Readonly<Record<string, z.ZodObject>>

/** Name of an embedded model. */
export type SimulatedPolicyName = keyof typeof SIMULATED_PARAMETERS
