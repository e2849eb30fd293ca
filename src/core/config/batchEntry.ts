import { HoldfastError } from '../base/errors.ts'
import { mean } from '../base/mean.ts'
import { BATCH_DEFAULTS, type ModelEntry } from '../format/modelEntry.ts'
import { parseModelUri } from '../format/modelUri.ts'

/**
 * The entry of a role whose calls may go by batch, with what they cost then: plan, budget and the cost of a run read this price.
 *
 * @param exports whether the calls of the run are written down for the Batch API, whatever the entry says.
 * @throws HoldfastError for an entry that asks for batches of a model that has none.
 */
export function batchEntry(entry: ModelEntry, exports: boolean): ModelEntry {
  if (entry.members) {
    const members = entry.members.map((member) => batchEntry(member, exports))
    const [prices, shares] = [members.flatMap(({ price }) => price ?? []), members.flatMap(({ priceShare }) => priceShare ?? [])]
    if (!entry.price || shares.length === 0 || prices.length < members.length) return { ...entry, members }
    const price = { in: mean(prices.map((own) => own.in)), out: mean(prices.map((own) => own.out)) }
    return { ...entry, members, price, priceShare: price.in / entry.price.in }
  }
  const { scheme } = parseModelUri(entry.uri)
  if (entry.batch && scheme !== 'openai') {
    throw new HoldfastError(
      'CONFIG',
      `Failed to set up ${entry.uri}: its entry says batch, and only openai: models have a Batch API. Remove batch from the entry.`,
    )
  }
  if (scheme !== 'openai' || !(entry.batch || exports)) return entry
  return withShare(entry, (entry.batch ?? BATCH_DEFAULTS).share)
}

function withShare(entry: ModelEntry, share: number): ModelEntry {
  const { price } = entry
  return price ? { ...entry, price: { in: price.in * share, out: price.out * share }, priceShare: share } : entry
}
