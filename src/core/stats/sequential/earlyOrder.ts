import { random } from '../../base/random.ts'

/** A unit to be put in order. */
export interface OrderedEntry {
  /** Names it: the order depends on names, and not on the order of the entries. */
  readonly name: string
  /** Its task and stratum, or all those that its items have: each begins with one unit. */
  readonly cells: readonly string[]
  /** Chance to be the next, as a share of the sizes of all that are left: 0 or more. Those of 0 come last. Default 1. */
  readonly size?: number | undefined
}

/** An order, and how many of its units lead. */
export interface EarlyOrder<Entry> {
  readonly order: readonly Entry[]
  /** Leading units, one of each cell, on which nothing may be bet. */
  readonly first: number
}

/** A random order by seed and sizes, the first unit of each cell moved to the front; the rest is as if drawn after them. */
export function earlyOrder<Entry extends OrderedEntry>(entries: readonly Entry[], seed: string | number): EarlyOrder<Entry> {
  const sorted = [...entries].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
  const cells = new Set<string>()
  const front = drawn(sorted, 'early order, first', seed).filter((entry) => {
    const isFirst = entry.cells.some((cell) => !cells.has(cell))
    for (const cell of entry.cells) cells.add(cell)
    return isFirst
  })
  const taken = new Set(front)
  // Drawn anew: which units of a cell did not come first tells nothing then of the order of the rest.
  const rest = drawn(
    sorted.filter((entry) => !taken.has(entry)),
    'early order',
    seed,
  )
  return { order: [...front, ...rest], first: front.length }
}

const STEPS = 2 ** 30

/** In the order in which exponential clocks ring (Efraimidis and Spirakis, 2006). */
function drawn<Entry extends OrderedEntry>(entries: readonly Entry[], ...seed: readonly [string, string | number]): Entry[] {
  const { int } = random(...seed)
  return entries
    .map((entry) => ({ entry, rings: -Math.log((int(0, STEPS - 1) + 0.5) / STEPS) / Math.max(entry.size ?? 1, Number.MIN_VALUE) }))
    .sort((one, other) => (one.rings < other.rings ? -1 : 1))
    .map(({ entry }) => entry)
}
