// What items cost by the price list of the benchmark: a token in is 1, a token out 4, by batch half, and a token that the provider's cache
// holds a tenth. Both sides are priced by it.
const OUT = 4
const BATCH = 0.5
const CACHED = 0.1

/** @typedef {{ prefix: string, shared: number, own: number, out: number }} Use tokens of an item: of the prefix that it shares, its own, out */

/** Price of items that are asked one after the other, those of one prefix together: it is read once. */
export function priceOf(items, { byBatch = false, isCached = true } = {}) {
  const read = new Set()
  let price = 0
  for (const { prefix, shared, own, out } of items) {
    const isKnown = isCached && prefix !== '' && read.has(prefix)
    read.add(prefix)
    price += shared * (isKnown ? CACHED : 1) + own + OUT * out
  }
  return byBatch ? BATCH * price : price
}
