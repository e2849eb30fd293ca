import { z } from 'zod'
import { draftLine } from '../../../src/kit.ts'
import type { Swap } from '../seeds/seed.ts'

/** Three pairs of wordings in a reply. */
export const swapsReply = z.array(z.tuple([draftLine, draftLine])).length(3)

/** What the author is told about them. */
export const SWAP_RULES = (text: string) =>
  `Then name three wordings of your ${text} that somebody might object to, one or several words each, exactly as they stand in it, and for each another wording that fits in its place and means the same. The other wordings do not stand in the ${text} yet.`

/** Why wordings do not fit a text: a simulated refuter asks for the second in the place of the first. */
export function faultOfReference(reference: string, swaps: readonly Swap[], name: string): string | undefined {
  for (const [from, to] of swaps) {
    if (from === to) return `a wording and its replacement are the same`
    if (!reference.includes(from)) return `a wording does not stand in the ${name}`
    if (reference.includes(to)) return `a replacement stands in the ${name} already`
  }
  return undefined
}

/** How a judge that looks for doubts is told of them, behind what it is told of the item. */
export const SWAPS_IN_DOUBT =
  'Three pairs of wordings come with it: the second of a pair has to fit in the place of the first one, and to mean the same.'

/** The wordings as they are shown to it. */
export function swapsPart(swaps: readonly Swap[]): readonly [name: string, text: string] {
  return ['Wordings', swaps.map(([from, to]) => `“${from}” or “${to}”`).join('\n')]
}
