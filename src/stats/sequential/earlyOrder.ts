import { random } from '../../base/random.ts'

/** A unit to be put in order. */
export interface OrderedEntry {
  /** Names it: the order depends on names, and not on the order of the entries. */
  readonly name: string
  /** Its task and stratum, or all those that its items have: each begins with one unit. */
  readonly cells: readonly string[]
  /** How soon it comes: at each draw the chance is in proportion to this among those left. Default 1. */
  readonly size?: number | undefined
}

/** An order, and how many of its units lead. */
export interface EarlyOrder<Entry> {
  readonly order: readonly Entry[]
  /** Leading units, one of each cell, on which nothing may be bet. */
  readonly first: number
}

/**
 * A seeded order in which each next unit is drawn from those left, with chances in proportion to their sizes (Efraimidis and
 * Spirakis, 2006): a uniformly random order without sizes. The first unit of each cell that the draw meets is moved to the front, so
 * that no cell is empty after them. What follows these is as if it had been drawn after them.
 */
export function earlyOrder<Entry extends OrderedEntry>(entries: readonly Entry[], seed: string | number): EarlyOrder<Entry> {
  const sorted = [...entries].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
  const lead = inDrawnOrder(sorted, random('early order, first', seed))
  const cells = new Set<string>()
  const front = lead.filter((entry) => {
    const isNew = entry.cells.some((cell) => !cells.has(cell))
    if (isNew) for (const cell of entry.cells) cells.add(cell)
    return isNew
  })
  const taken = new Set(front)
  // Drawn anew: which units of a cell did not come first tells nothing then of the order of the rest.
  const rest = inDrawnOrder(
    sorted.filter((entry) => !taken.has(entry)),
    random('early order', seed),
  )
  return { order: [...front, ...rest], first: front.length }
}

const STEPS = 2 ** 30

function inDrawnOrder<Entry extends OrderedEntry>(entries: readonly Entry[], { int }: ReturnType<typeof random>): Entry[] {
  const drawn = entries.map((entry) => ({ entry, key: -Math.log((int(0, STEPS - 1) + 0.5) / STEPS) / (entry.size ?? 1) }))
  return drawn.sort((one, other) => one.key - other.key).map(({ entry }) => entry)
}
