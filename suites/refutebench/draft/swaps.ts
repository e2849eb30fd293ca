import { z } from 'zod'
import { draftLine } from '../../../src/datasets/draft/draftText.ts'
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
