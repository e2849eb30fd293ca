import { mean } from '../base/mean.ts'
import type { ModelEntry } from '../format/modelEntry.ts'
import { parseModelUri } from '../format/modelUri.ts'
import { tablePrice } from './tablePrice.ts'

const OPENAI = 'https://api.openai.com/v1'

/**
 * An entry with its price: as configured, else by the table for an endpoint that it has. A panel costs the mean of its
 * models, since each gets as many votes as the others. Plan, budget and the cost of a run all read this one price.
 *
 * @param defaultEndpoint what `OPENAI_BASE_URL` names.
 * @param embeds whether it makes vectors.
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
  const priceFrom = members.find((member) => member.priceFrom !== undefined)?.priceFrom
  return {
    ...entry,
    price: { in: mean(prices.map((price) => price.in)), out: mean(prices.map((price) => price.out)) },
    ...(priceFrom !== undefined && { priceFrom }),
  }
}
