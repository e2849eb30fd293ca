import OpenAI from 'openai'

type Body = Readonly<Record<string, unknown>>

/** What is done about a parameter that an endpoint refused. */
type Change = { readonly to: 'drop' } | { readonly to: 'rename'; readonly name: string } | { readonly to: 'value'; readonly value: unknown }

/** Without these there is no request. */
const NEEDED = new Set(['model', 'messages', 'input'])
const CAPS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const
/** How endpoints say that they do not take a parameter, or not with this value (docs/models.md, the table of endpoints). */
const REFUSED =
  /unsupported|not supported|does not support|doesn't support|deprecated|unrecognized|unknown (?:name|parameter|field|argument)|cannot find field|extra inputs|not permitted|extra_forbidden|not allowed|invalid reasoning value|think value|does not (?:accept|allow)/i

/**
 * What an endpoint has refused so far, and what is sent instead. A parameter that is refused by name is dropped or renamed,
 * once, for all later requests.
 */
export class Adaptations {
  readonly #changes = new Map<string, Change>()

  /** Each change in words, for header and scores.json: `temperature left out`, `max_completion_tokens for max_tokens`. */
  get described(): string[] {
    return [...this.#changes].map(([name, change]) => {
      if (change.to === 'drop') return `${name} left out`
      if (change.to === 'rename') return `${change.name} for ${name}`
      return `${name} ${typeof change.value === 'object' ? 'without a schema' : String(change.value)}`
    })
  }

  /** A request's body as this endpoint takes it. */
  apply<T extends object>(body: T): T {
    if (this.#changes.size === 0) return body
    const changed = { ...body } as Record<string, unknown>
    for (const [name, change] of this.#changes) {
      if (!(name in changed)) continue
      const value = changed[name]
      if (change.to === 'value') {
        changed[name] = typeof value === 'number' && typeof change.value === 'number' ? Math.min(value, change.value) : change.value
        continue
      }
      delete changed[name]
      if (change.to === 'rename' && !(change.name in changed)) changed[change.name] = value
    }
    return changed as T
  }

  /**
   * Learns from an error.
   *
   * @param sent the body that was refused, as it went out.
   * @returns whether the request is worth sending again.
   */
  learn(error: unknown, sent: Body): boolean {
    if (!(error instanceof OpenAI.APIError) || (error.status !== 400 && error.status !== 422)) return false
    // Another request has learned it in the meantime.
    if (!sameFields(this.apply(sent), sent)) return true
    const { message } = error
    const known = this.#changeOf(message, error.param ?? undefined, sent)
    if (!known) return false
    const [name, change] = known
    // A second refusal of what was changed already is about something else.
    const before = this.#changes.get(name)
    if (before && (before.to === 'drop' || JSON.stringify(before) === JSON.stringify(change))) return false
    this.#changes.set(name, change)
    return true
  }

  #changeOf(message: string, param: string | undefined, sent: Body): readonly [string, Change] | undefined {
    const cap = CAPS.find((name) => name in sent)
    const most = /(?:at most|less than or equal to|<=|range of max_tokens is \[1,|max_tokens: \d+ >) ?[`'"]?(\d+)/i.exec(message)
    if (cap && most && /max_(?:completion_|output_)?tokens|completion tokens/i.test(message))
      return [cap, { to: 'value', value: Number(most[1]) }]
    if (!REFUSED.test(message)) return undefined
    const name = this.#nameOf(message, param, sent)
    if (name === undefined) return undefined
    if (name === 'max_tokens') return [name, { to: 'rename', name: 'max_completion_tokens' }]
    if (name === 'max_completion_tokens') {
      // Refused under both names: the endpoint takes no cap.
      const renamed = this.#changes.get('max_tokens')?.to === 'rename'
      return renamed ? ['max_tokens', { to: 'drop' }] : [name, { to: 'rename', name: 'max_tokens' }]
    }
    // Mistral has it under another name.
    if (name === 'seed' && /extra inputs/i.test(message)) return [name, { to: 'rename', name: 'random_seed' }]
    const format = sent.response_format as { type?: string } | undefined
    if (name === 'response_format' && format?.type === 'json_schema') return [name, { to: 'value', value: { type: 'json_object' } }]
    return [name, { to: 'drop' }]
  }

  /** The refused parameter: the one the error names apart, else the first of the request that its message names. */
  #nameOf(message: string, param: string | undefined, sent: Body): string | undefined {
    const names = Object.keys(sent).filter((name) => !NEEDED.has(name))
    const top = param?.split('.')[0]
    if (top !== undefined && names.includes(top)) return top
    const quoted = names.find((name) => new RegExp(`["'\`]${name}["'\`]`).test(message))
    if (quoted) return quoted
    const named = names.find((name) => new RegExp(`\\b${name}\\b`).test(message))
    if (named) return named
    if (/reasoning value|think value|reasoning effort/i.test(message)) return names.find((name) => /reasoning|think/.test(name))
    return /json_schema|structured output|response format/i.test(message) ? names.find((name) => name === 'response_format') : undefined
  }
}

/** Whether two bodies say the same, in whatever order. */
function sameFields(one: Body, other: Body): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
}
