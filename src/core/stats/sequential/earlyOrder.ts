import { type Random, random } from '../../base/random.ts'

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
  const front = firstOfCells(sorted, random('early order, first', seed))
  const taken = new Set(front)
  // Drawn anew: which units of a cell did not come first tells nothing then of the order of the rest.
  const rest = inDrawnOrder(
    sorted.filter((entry) => !taken.has(entry)),
    random('early order', seed),
  )
  return { order: [...front, ...rest], first: front.length }
}

/** The first of each cell in a drawn order, in that order. */
function firstOfCells<Entry extends OrderedEntry>(entries: readonly Entry[], draws: Random): Entry[] {
  const keys = drawKeys(entries, draws)
  const firsts = new Map<string, number>()
  for (const [at, { cells }] of entries.entries()) {
    for (const cell of cells) {
      const known = firsts.get(cell)
      if (known === undefined || (keys[at] as number) < (keys[known] as number)) firsts.set(cell, at)
    }
  }
  return inOrderOf(keys, Uint32Array.from(new Set(firsts.values()))).map((at) => entries[at] as Entry)
}

function inDrawnOrder<Entry extends OrderedEntry>(entries: readonly Entry[], draws: Random): Entry[] {
  const places = Uint32Array.from(entries, (_entry, at) => at)
  return inOrderOf(drawKeys(entries, draws), places).map((at) => entries[at] as Entry)
}

const STEPS = 2 ** 30

/** The times of exponential clocks that run as fast as the sizes: whose rings first is drawn first. */
function drawKeys(entries: readonly OrderedEntry[], { int }: Random): Float64Array {
  return Float64Array.from(entries, ({ size = 1 }) => -Math.log((int(0, STEPS - 1) + 0.5) / STEPS) / size)
}

function inOrderOf(keys: Float64Array, places: Uint32Array): number[] {
  return [...places.sort((one, other) => (keys[one] as number) - (keys[other] as number))]
}
