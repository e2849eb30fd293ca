import { hash } from 'node:crypto'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Parts that name a random stream; the same parts give the same stream on every machine and in every version. */
export type SeedParts = readonly (string | number)[]

/** The first 32 bits of the SHA-256 of the parts. */
function hash32(parts: SeedParts): number {
  return Number.parseInt(hash('sha256', JSON.stringify(parts)).slice(0, 8), 16) | 0
}

/** A number in [0, 1) that depends on the parts alone; used where a choice must not depend on the order of items. */
export function hashFraction(...parts: SeedParts): number {
  return (hash32(parts) >>> 0) / 2 ** 32
}

/** Starts the stream that the parts name. */
export function random(...parts: SeedParts) {
  const generator = xoroshiro128plus(hash32(parts))
  const int = (least: number, most: number) => uniformInt(generator, least, most)
  const shuffleInPlace = (entries: unknown[]) => {
    for (let last = entries.length - 1; last > 0; last -= 1) {
      const other = int(0, last)
      const moved = entries[last]
      entries[last] = entries[other]
      entries[other] = moved
    }
  }
  const shuffle = <T>(entries: readonly T[]): T[] => {
    const shuffled = [...entries]
    shuffleInPlace(shuffled)
    return shuffled
  }
  return {
    /** A whole number from `least` to `most`, both included. */
    int,
    /** One of the entries. */
    pick: <T>(entries: readonly T[]): T => entries[int(0, entries.length - 1)] as T,
    /** The entries in random order. */
    shuffle,
    /** Brings the entries themselves into random order. */
    shuffleInPlace,
    /** `count` different entries in random order; all of them if there are fewer. */
    sample: <T>(entries: readonly T[], count: number): T[] => shuffle(entries).slice(0, count),
  }
}

/** A seeded stream of random choices. */
export type Random = ReturnType<typeof random>
