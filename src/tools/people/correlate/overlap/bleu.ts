const ORDERS = [1, 2, 3, 4] as const

/** N-grams of a text that are found in references, and all of them. */
export interface ClippedMatches {
  readonly matches: number
  readonly total: number
}

/** How many n-grams of a text stand in a reference, each counted at most as often as the reference that has it most often (Papineni et al., 2002, section 2.1). */
export function clippedMatches(tokens: readonly string[], references: readonly (readonly string[])[], order: number): ClippedMatches {
  const own = countsOf(tokens, order)
  const there = references.map((reference) => countsOf(reference, order))
  let [matches, total] = [0, 0]
  for (const [gram, count] of own) {
    total += count
    matches += Math.min(count, Math.max(0, ...there.map((counts) => counts.get(gram) ?? 0)))
  }
  return { matches, total }
}

/**
 * BLEU-4 of one text, 0 to 1 (Papineni et al., 2002), smoothed by method 3 of Chen and Cherry (2014), the geometric sequence of NIST:
 * of the orders without a match the first counts as half a match, the next as a quarter, and so on. Orders that the text is too
 * short for are left out. These are the defaults of sacreBLEU's `sentence_bleu`. Pure.
 *
 * @returns 0 where nothing matches.
 */
export function sentenceBleu(tokens: readonly string[], references: readonly (readonly string[])[]): number {
  const counts = ORDERS.map((order) => clippedMatches(tokens, references, order)).filter(({ total }) => total > 0)
  if (counts.every(({ matches }) => matches === 0)) return 0
  let without = 1
  const logs = counts.map(({ matches, total }) => {
    if (matches === 0) without *= 2
    return Math.log(matches === 0 ? 1 / (without * total) : matches / total)
  })
  const precision = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
  return brevityPenalty(tokens.length, references) * precision
}

/** Below 1 for a text that is shorter than the reference whose length is nearest, the shorter one of two as near. */
function brevityPenalty(length: number, references: readonly (readonly string[])[]): number {
  const lengths = references.map((reference) => reference.length)
  const nearest = lengths.reduce((best, own) => {
    const [one, other] = [Math.abs(own - length), Math.abs(best - length)]
    return one < other || (one === other && own < best) ? own : best
  })
  return length < nearest ? Math.exp(1 - nearest / length) : 1
}

function countsOf(tokens: readonly string[], order: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let start = 0; start + order <= tokens.length; start += 1) {
    // Tokens hold no spaces.
    const gram = tokens.slice(start, start + order).join(' ')
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}
