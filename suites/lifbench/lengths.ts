import { configError } from '../../src/kit.ts'

/** Official lengths: the name the paper prints, and the number in the official files, a budget in units of 1,024 tokens. */
export const OFFICIAL_LENGTHS: Readonly<Record<string, number>> = { '4k': 3, '8k': 6, '16k': 13, '32k': 28, '64k': 60, '128k': 120 }

/** A context length: `4k` has a budget of 3 × 1,024 tokens for the context, which leaves room for instruction and answer. */
export interface Length {
  readonly name: string
  /** Budget for the context in units of 1,024 tokens; part of an item's id. */
  readonly budget: number
}

const SHORTEST = 3
const LONGEST = 2000

/**
 * The length of that name. Beside the official six, `<n>k` is any length the bundled generator can fill; it then reserves
 * a sixteenth of the window and at least 1,024 tokens, as the official ones about do.
 *
 * @throws HoldfastError for anything else.
 */
export function lengthOf(name: string): Length {
  const length = readLength(name)
  if (typeof length === 'string') throw configError(`Failed to read the lifbench option lengths: ${length}.`)
  return length
}

/** The length of that name, or why there is none and what to do. */
export function readLength(name: string): Length | string {
  const official = OFFICIAL_LENGTHS[name]
  if (official !== undefined) return { name, budget: official }
  const thousands = /^([1-9]\d{0,3})k$/.exec(name) ? Number(name.slice(0, -1)) : Number.NaN
  if (!(thousands >= SHORTEST && thousands <= LONGEST))
    return `no length ${JSON.stringify(name)}. Use all, long, ${Object.keys(OFFICIAL_LENGTHS).join(', ')}, or ${SHORTEST}k to ${LONGEST}k with bundled data`
  const budget = thousands - Math.max(1, Math.ceil(thousands / 16))
  const taken = Object.entries(OFFICIAL_LENGTHS).find(([, number]) => number === budget)
  return taken ? `${name} has the budget of ${taken[0]}. Use ${taken[0]}` : { name, budget }
}

/** The name of an official budget: `4k` for 3. */
export function lengthName(budget: number): string {
  return Object.entries(OFFICIAL_LENGTHS).find(([, number]) => number === budget)?.[0] ?? `${budget}x1024`
}
