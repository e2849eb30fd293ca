import { z } from 'zod'
import { TOKENIZERS } from '../base/text/tokenizer.ts'
import { namesSimulated } from './modelUri.ts'
import { sessionSettings } from './sessionSettings.ts'

const price = z.strictObject({
  /** US dollars per million prompt tokens. */
  in: z.number().nonnegative(),
  /** Of those among them that the endpoint has in its own cache. Default: `in`. */
  cachedIn: z.number().nonnegative().optional(),
  /** US dollars per million completion tokens. */
  out: z.number().nonnegative(),
})

/** How calls go by the Batch API: slower, and at a part of the price. */
const batch = z.strictObject({
  /** Time that the provider is given for a batch. */
  completionWindow: z.string().min(1).default('24h'),
  /** Part of the price that a batch costs, 0 to 1. */
  share: z.number().min(0).max(1).default(0.5),
  /**
   * Whether the endpoint's cache still has what an earlier batch of the run has read: with that in mind the waves of a decision are chosen.
   * Default: yes at OpenAI, which keeps it for up to a day (`prompt_cache_retention`), else no.
   */
  keepsPrefixes: z.boolean().optional(),
  /** Longest time between two looks at a batch, in seconds. */
  pollSeconds: z.number().positive().default(60),
  /** Most requests of one file. */
  maxRequests: z.number().int().positive().max(50_000).default(50_000),
  /** Most megabytes of one file. */
  maxMegabytes: z.number().positive().max(200).default(200),
  /** Most megabytes of one file of results. */
  maxResultMegabytes: z.number().positive().default(4000),
})

/** Settings of batches. */
export type BatchSettings = z.output<typeof batch>

/** What holds where an entry says no more than that its calls go by batch. */
export const BATCH_DEFAULTS: BatchSettings = batch.parse({})

/** A model by name, in `holdfast({ models: { name: entry } })`. `null` leaves a parameter out of the request. */
export const modelEntry = z.strictObject({
  /** Where the model is: `openai:<model>[@<baseURL>]`, `module:<file>#<export>`, `sim:<policy>`, `replay:<path>`, or the address of an application. */
  uri: z.string().min(1),
  /** Endpoint of an `openai:` model; `OPENAI_BASE_URL` where neither this nor the URI names one. */
  baseURL: z.url({ protocol: /^https?$/, error: 'expected an address that begins with http:// or https://' }).optional(),
  /** Environment variable with the key. Default: `OPENAI_API_KEY` for the hosts of OpenAI and `OPENAI_BASE_URL`, else none. */
  apiKeyEnv: z.string().min(1).optional(),
  /** Lets a key go to a host that is not this machine over plain http, where others can read it. */
  allowHttp: z.boolean().optional(),
  /** API of an `openai:` model: chat completions, or Responses (`POST /v1/responses`), which some models have alone. */
  api: z.enum(['chat', 'responses']).default('chat'),
  /** Sampling temperature; replaces the suite's. */
  temperature: z.number().min(0).max(2).nullable().optional(),
  /** Cap on an answer, in tokens; replaces the suite's. */
  maxTokens: z.number().int().positive().nullable().optional(),
  /** Tokens for thoughts, added to every cap: caps hold for what is said. Found out before the first call if absent; 0 adds none. */
  reasoningTokens: z.number().int().nonnegative().optional(),
  /** Seed of sampling. Trials and votes get others, counted up from it; null sends none at all. */
  seed: z.number().int().nullable().optional(),
  /** Name of the parameter for the cap: reasoning models of OpenAI refuse `max_tokens`. */
  maxTokensParameter: z.enum(['max_tokens', 'max_completion_tokens']).default('max_tokens'),
  /** Context window in tokens, prompt and answer together. Unset: not checked. */
  contextTokens: z.number().int().positive().optional(),
  /** Encoding used to count this model's tokens. */
  tokenizer: z.enum(TOKENIZERS).optional(),
  /** Seconds after which one attempt of a call is given up. */
  timeoutSeconds: z.number().positive().default(300),
  /** Seconds that an application has to compact a conversation. */
  compactSeconds: z.number().positive().default(600),
  /**
   * Talks as with an application that keeps its own conversation: only the new text is handed over. `true`: the transcript of any model,
   * and nothing is compacted.
   */
  session: z
    .union([z.literal(true), sessionSettings], {
      error: ({ errors = [] }) => errors.at(-1)?.map(({ path, message }) => [...path, message].join(': '))[0],
    })
    .optional(),
  /** Most megabytes of a reply, as it is unpacked. A longer one is cut off and an error of its call. */
  maxReplyMegabytes: z.number().positive().max(256).default(16),
  /** Attempts of a call before it is an error. */
  maxAttempts: z.number().int().positive().default(6),
  /** Whether the endpoint takes a JSON schema for its reply (structured output). Default: what the first question to it shows. */
  structuredOutput: z.boolean().optional(),
  /** Further headers of every request, for instance of a gateway. `$NAME` is the variable of that name, and a secret. */
  headers: z.record(z.string(), z.string().min(1)).optional(),
  /** Further parameters of the URL, for instance `{ 'api-version': '2024-10-21' }`. `$NAME` as in `headers`. */
  query: z.record(z.string(), z.string().min(1)).optional(),
  /** Further hosts (`host` or `host:port`) that the endpoint may redirect to. Prompts go there then, and no key. */
  redirectHosts: z.array(z.string().min(1)).optional(),
  /** Further body parameters, for instance `{ reasoning_effort: 'low' }`. */
  parameters: z.record(z.string(), z.unknown()).optional(),
  /** Requests a minute the endpoint takes, over all roles that name it alike. */
  requestsPerMinute: z.number().positive().optional(),
  /** Tokens a minute it takes, prompt and answer together. */
  tokensPerMinute: z.number().positive().optional(),
  /** Which answers may be reused in later runs: to greedy requests (temperature 0), all, or none. */
  cache: z.enum(['deterministic', 'all', 'off']).default('deterministic'),
  /** For cost estimates and budgets. */
  price: price.optional(),
  /** Sends the calls of a run by the Batch API of an `openai:` endpoint. `true` takes the defaults. */
  batch: z
    .union([z.boolean(), batch])
    .optional()
    .transform((given) => (given === true ? BATCH_DEFAULTS : given || undefined)),
})

/** A validated entry. */
export type ModelEntry = z.output<typeof modelEntry> & {
  /** Models of a `panel:`, filled in where the configuration is resolved. */
  readonly members?: readonly ModelEntry[]
  /** It keeps its own conversation; filled in before the first item. */
  readonly keepsConversation?: boolean
  /** Table that the price is from, where it is not the configuration's own; filled in there too. */
  readonly priceFrom?: string
  /** Part of its price that calls cost since they go by batch; the price says so already. Filled in there too. */
  readonly priceShare?: number
}

/** Whether a model is simulated, or a panel has a simulated member. */
export function hasSimulated(entry: ModelEntry | undefined): boolean {
  return [entry, ...(entry?.members ?? [])].some((one) => one !== undefined && namesSimulated(one.uri))
}

/** Whether calls of an entry, or of a member of a panel, are sent by batch. */
export function usesBatch(entry: ModelEntry): boolean {
  return [entry, ...(entry.members ?? [])].some(({ batch: settings }) => settings !== undefined)
}

/** The entry of a model that is called by batch, with the price of a direct call. */
export function directEntry({ price, priceShare = 1, ...entry }: ModelEntry): ModelEntry {
  if (!price || !(priceShare > 0)) return { ...entry, price }
  const { in: prompt, out, cachedIn } = price
  const whole = { in: prompt / priceShare, out: out / priceShare, ...(cachedIn !== undefined && { cachedIn: cachedIn / priceShare }) }
  return { ...entry, price: whole }
}
