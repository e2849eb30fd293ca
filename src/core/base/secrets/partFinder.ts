/** Length of the parts that a {@link partFinder} looks for. */
export const PART_LENGTH = 8

/** Characters that are looked up together. */
const GRAM = 3
/** Of so many places in a row one is looked at: every part has a whole gram at one of them. */
const STRIDE = PART_LENGTH - GRAM + 1
const TABLE_BITS = 16

/** A gram of a part, and where in the part it stands. */
interface Place {
  readonly part: string
  readonly at: number
}

/**
 * Finds which of some parts a text holds. It reads every sixth place of the text, whatever the number of parts, so that long texts
 * with none of them, which is the rule, cost next to nothing.
 *
 * @param parts of {@link PART_LENGTH} characters each.
 */
export function partFinder(parts: readonly string[]): (text: string) => ReadonlySet<string> {
  const table = new Map<number, Place[]>()
  const known = new Uint8Array(1 << TABLE_BITS)
  for (const part of new Set(parts)) {
    for (let at = 0; at < STRIDE; at += 1) {
      const gram = gramAt(part, at)
      known[gram] = 1
      table.set(gram, [...(table.get(gram) ?? []), { part, at }])
    }
  }
  return (text) => {
    const found = new Set<string>()
    for (let from = 0; from + GRAM <= text.length; from += STRIDE) {
      const gram = gramAt(text, from)
      if (known[gram] === 1) for (const { part, at } of table.get(gram) ?? []) if (text.startsWith(part, from - at)) found.add(part)
    }
    return found
  }
}

function gramAt(text: string, at: number): number {
  return (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 5) ^ (text.charCodeAt(at + 2) << 10)) & ((1 << TABLE_BITS) - 1)
}
