import { isDeepStrictEqual } from 'node:util'
import { APIError } from 'openai/core/error'

type Body = Readonly<Record<string, unknown>>

/** What is done about a parameter that an endpoint refused: it gets another name or value, or is left out. */
type Change = { readonly as?: string; readonly value?: unknown }

/** Without these there is no request, or another conversation. */
const NEEDED = new Set(['model', 'messages', 'input', 'instructions', 'previous_response_id', 'context_management'])
const CAPS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const
/** How endpoints say that they do not take a parameter, or not with this value (docs/endpoints.md). */
const REFUSED =
  /unsupported|not supported|does not support|doesn't support|deprecated|unrecognized|unknown (?:name|parameter|field|argument)|cannot find field|extra inputs|not permitted|extra_forbidden|not allowed|invalid reasoning value|think value|does not (?:accept|allow)|unavailable|invalid schema/i

/** What an endpoint has refused so far: a parameter refused by name is dropped or renamed, once, for all later requests. */
export class Adaptations {
  readonly #changes = new Map<string, Change>()

  /** Each change in words, for header and scores.json: `temperature left out`, `max_completion_tokens for max_tokens`. */
  get described(): string[] {
    return [...this.#changes].map(([name, { as, value }]) => {
      if (as !== undefined) return `${as} for ${name}`
      if (value === undefined) return `${name} left out`
      return `${name} ${typeof value === 'object' ? 'without a schema' : String(value)}`
    })
  }

  /** A request's body as this endpoint takes it. */
  apply(body: Body): Body {
    let changed = body
    for (const [name, { as, value }] of this.#changes) {
      if (!(name in changed)) continue
      const { [name]: sent, ...others } = changed
      if (as !== undefined) changed = { [as]: sent, ...others }
      else if (value === undefined) changed = others
      else changed = { ...changed, [name]: typeof sent === 'number' && typeof value === 'number' ? Math.min(sent, value) : value }
    }
    return changed
  }

  /** Learns from the error of the body `sent`; whether the request is worth sending again. */
  learn(error: unknown, sent: Body): boolean {
    if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false
    // Another request has learned it in the meantime.
    if (!isDeepStrictEqual(this.apply(sent), sent)) return true
    const known = this.#changeOf(error.message, error.param ?? undefined, sent)
    if (!known) return false
    const [name, change] = known
    // A second refusal of what was changed already is about something else.
    if (isDeepStrictEqual(this.#changes.get(name), change)) return false
    this.#changes.set(name, change)
    return true
  }

  #changeOf(message: string, param: string | undefined, sent: Body): readonly [string, Change] | undefined {
    const cap = CAPS.find((name) => name in sent)
    const most = /(?:at most|less than or equal to|<=|range of max_tokens is \[1,|max_tokens: \d+ >) ?[`'"]?(\d+)/i.exec(message)
    if (cap && most && /max_(?:completion_|output_)?tokens|completion tokens/i.test(message)) return [cap, { value: Number(most[1]) }]
    if (!REFUSED.test(message)) return undefined
    const name = this.#nameOf(message, param, sent)
    if (name === undefined) return undefined
    if (name === 'max_tokens') return [name, { as: 'max_completion_tokens' }]
    // Refused under both names: the endpoint takes no cap.
    if (name === 'max_completion_tokens') return this.#changes.get('max_tokens')?.as ? ['max_tokens', {}] : [name, { as: 'max_tokens' }]
    // Mistral has it under another name.
    if (name === 'seed' && /extra inputs/i.test(message)) return [name, { as: 'random_seed' }]
    const format = sent.response_format as { type?: string } | undefined
    if (name === 'response_format' && format?.type === 'json_schema') return [name, { value: { type: 'json_object' } }]
    return [name, {}]
  }

  /** The refused parameter: the one the error names apart, else the first of the request that its message names. */
  #nameOf(message: string, param: string | undefined, sent: Body): string | undefined {
    const names = Object.keys(sent).filter((name) => !NEEDED.has(name))
    const top = param?.split('.')[0]
    const namedIn = (edge: string) => names.find((name) => new RegExp(edge + name.replace(/\W/g, '\\$&') + edge).test(message))
    const found = names.find((name) => name === top) ?? namedIn('["\'`]') ?? namedIn('\\b')
    if (found !== undefined) return found
    if (/reasoning value|think value|reasoning effort/i.test(message)) return names.find((name) => /reasoning|think/.test(name))
    return /json_schema|structured output|response format|invalid schema/i.test(message)
      ? names.find((name) => name === 'response_format')
      : undefined
  }
}
