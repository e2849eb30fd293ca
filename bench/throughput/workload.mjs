// The work both sides do: one request an item, right if the reply holds the item's code.

/** The code of an item. */
export const codeOf = (item) => `code-${(item * 7919) % 10007}`

/** The items. */
export const items = () =>
  Array.from({ length: Number(process.env.BENCH_ITEMS ?? 1000) }, (_, index) => ({
    id: `item-${index}`,
    prompt: `Item ${index}: reply with the code for item ${index} and nothing else.`,
    expected: codeOf(index),
  }))
