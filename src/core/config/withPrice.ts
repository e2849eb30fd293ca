import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { configError } from '../base/errors.ts'
import { mean } from '../base/mean.ts'
import { BATCH_DEFAULTS, type ModelEntry } from '../format/modelEntry.ts'
import { OPENAI, parseModelUri } from '../format/modelUri.ts'

const require = createRequire(import.meta.url)
const TABLE = '@pydantic/genai-prices'

/** A price in US dollars per million tokens, and the table it stands in. */
type TablePrice = { readonly price: NonNullable<ModelEntry['price']>; readonly from: string }

/** Where nobody is paid by the token, whatever the model is called. */
const OWN_MACHINE =
  /^(?:localhost|0\.0\.0\.0|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|\[.*\]|[^.]+|.+\.(?:local|internal|lan|test))$/

/**
 * A model's price at an endpoint by the table of the installed package, that of short prompts; undefined where it has none. `embeds`:
 * vectors, without a price for answers.
 */
export function tablePrice(model: string, baseURL: string, embeds: boolean = false): TablePrice | undefined {
  if (!URL.canParse(baseURL)) return undefined
  const { hostname, origin, pathname } = new URL(baseURL)
  if (OWN_MACHINE.test(hostname)) return undefined
  // Loaded when first needed: it takes a tenth of a second, and most runs have no model that is paid for.
  const { calcPrice } = require(TABLE) as typeof import('@pydantic/genai-prices')
  // Without user and password, which are no part of a provider's address.
  const found = calcPrice({ input_tokens: 1, output_tokens: 1 }, model, { providerApiUrl: origin + pathname })
  const prompt = base(found?.model_price.input_mtok)
  const cachedIn = base(found?.model_price.cache_read_mtok)
  const completion = embeds ? 0 : base(found?.model_price.output_mtok)
  if (prompt === undefined || completion === undefined) return undefined
  return { price: { in: prompt, out: completion, ...(cachedIn !== undefined && { cachedIn }) }, from: `genai-prices ${version()}` }
}

function base(price: number | { readonly base: number } | undefined): number | undefined {
  return typeof price === 'object' ? price.base : price
}

/** The table has no date of its own; its version tells which state of the prices it is. */
function version(): string {
  return (JSON.parse(readFileSync(join(dirname(require.resolve(TABLE)), '..', 'package.json'), 'utf8')) as { version: string }).version
}

/**
 * An entry with its price, as configured, else by the table for its endpoint (default: `OPENAI_BASE_URL`'s); a panel costs its models'
 * mean. Plan, budget and cost all read it. `embeds`: it makes vectors.
 */
export function withPrice(entry: ModelEntry, defaultEndpoint: string | undefined, embeds: boolean = false): ModelEntry {
  if (entry.price) return entry
  const parsed = parseModelUri(entry.uri)
  if (parsed.scheme === 'panel') return withMeanPrice(entry)
  if (parsed.scheme !== 'openai') return entry
  const found = tablePrice(parsed.model, parsed.baseURL ?? entry.baseURL ?? (defaultEndpoint || OPENAI), embeds)
  return found ? { ...entry, price: found.price, priceFrom: found.from } : entry
}

function withMeanPrice(entry: ModelEntry): ModelEntry {
  const { members = [] } = entry
  const prices = members.flatMap(({ price }) => (price ? [price] : []))
  if (prices.length === 0 || prices.length < members.length) return entry
  const price = {
    in: mean(prices.map((own) => own.in)),
    out: mean(prices.map((own) => own.out)),
    cachedIn: mean(prices.map((own) => own.cachedIn ?? own.in)),
  }
  const priceFrom = members.find((member) => member.priceFrom !== undefined)?.priceFrom
  const byBatch = members.some(({ priceShare }) => priceShare !== undefined)
  const direct = mean(members.map((member) => (member.price?.in ?? 0) / (member.priceShare ?? 1)))
  return { ...entry, price, ...(priceFrom !== undefined && { priceFrom }), ...(byBatch && { priceShare: price.in / direct }) }
}

/** The entry of a role with the price of batches if it or `exports` asks for them. Throws HoldfastError where the model has none. */
export function batchEntry(entry: ModelEntry, exports: boolean): ModelEntry {
  if (entry.members) return entry
  const { price, batch } = entry
  const { scheme } = parseModelUri(entry.uri)
  if (batch && scheme !== 'openai')
    throw configError(
      `Failed to set up ${entry.uri}: its entry says batch, and only openai: models have a Batch API. Remove batch from the entry.`,
    )
  if (scheme !== 'openai' || !(batch || exports) || !price) return entry
  const { share } = batch ?? BATCH_DEFAULTS
  const { in: prompt, out, cachedIn = prompt } = price
  return { ...entry, price: { in: prompt * share, out: out * share, cachedIn: cachedIn * share }, priceShare: share }
}
