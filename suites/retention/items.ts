import { z } from 'zod'
import { listOf, wholeNumber } from '../../src/kit.ts'
import { FILLERS, type Filler } from './filler.ts'
import { KINDS, type Plant, readPlants } from './plants.ts'

/** Lengths of the filler. */
export const LENGTHS = ['2k', '8k', '32k'] as const

/** A length of the filler. */
export type Length = (typeof LENGTHS)[number]

/** Thousands of tokens, and how many turns they are told in. */
export const SIZES: Readonly<Record<Length, { readonly thousands: number; readonly turns: number }>> = {
  '2k': { thousands: 2, turns: 5 },
  '8k': { thousands: 8, turns: 10 },
  '32k': { thousands: 32, turns: 20 },
}

/** Options of the suite, `HOLDFAST_RETENTION_<OPTION>`. */
export const retentionOptions = z.strictObject({
  /** Lengths of the filler, in tokens. */
  lengths: listOf(LENGTHS).default([...LENGTHS]),
  /** Most tokens of filler that wait for a compaction that cannot be asked for. */
  maxTokens: wholeNumber(1000, 10_000_000).default(40_000),
})

/** Validated options. */
export type RetentionOptions = z.output<typeof retentionOptions>

/** A conversation: four things are planted, and the four of the other kinds never. */
export interface RetentionItem {
  readonly id: string
  readonly length: Length
  readonly variant: 'a' | 'b'
  readonly filler: Filler
  /** In the order in which they are planted. */
  readonly plants: readonly Plant[]
  readonly absent: readonly Plant[]
}

/** Masks of half of the kinds, by length: of the planes of eight points any two kinds are together in as many conversations as apart. */
const MASKS: Readonly<Record<Length, readonly number[]>> = { '2k': [1, 2, 4, 7], '8k': [3, 5, 6, 7], '32k': [1, 6, 3, 4] }

/** The conversations: eight of each length, in pairs that plant what the other does not. Each kind is in every second one. */
export function itemsOf(lengths: readonly Length[]): RetentionItem[] {
  return LENGTHS.filter((length) => lengths.includes(length)).flatMap((length) => {
    const shift = LENGTHS.indexOf(length)
    return MASKS[length].flatMap((mask, pair) =>
      [0, 1].map((side): RetentionItem => {
        const variant = (pair + shift) % 2 === 0 ? 'a' : 'b'
        const planted = KINDS.map((_, kind) => parity(mask & kind) === side)
        const all = KINDS.map((kind) => readPlants().find(({ id }) => id === `${kind}-${variant}`) as Plant)
        const plants = all.filter((_, kind) => planted[kind])
        const first = (pair + shift) % plants.length
        return {
          id: `${length}-${pair + 1}${side === 0 ? 'x' : 'y'}`,
          length,
          variant,
          filler: FILLERS[(pair + side + shift) % FILLERS.length] as Filler,
          // Each kind stands at each place somewhere.
          plants: [...plants.slice(first), ...plants.slice(0, first)],
          absent: all.filter((_, kind) => !planted[kind]),
        }
      }),
    )
  })
}

function parity(bits: number): number {
  return (bits ^ (bits >> 1) ^ (bits >> 2)) & 1
}
