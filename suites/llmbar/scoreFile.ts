import { z } from 'zod'
import { ORDERS, parse, parseVerdict, type Shown, type Winner, winnerOf, winnersByRating } from '../../src/kit.ts'

const comparison = z.object({
  id: z.string(),
  rule: z.enum(['line', 'phrase']),
  order: z.enum(ORDERS),
  completion: z.string(),
})
const ratings = z.object({ id: z.string(), rule: z.literal('int-pair'), completions: z.tuple([z.string(), z.string()]) })
const line = z.discriminatedUnion('rule', [comparison, ratings])

/** A winner as the official files write it. */
type WinnerText = '1' | '2' | null

/** One line of `holdfast score llmbar`. */
export type ScoredVerdict =
  | { readonly id: string; readonly parsed: Shown | null; readonly winner: WinnerText }
  | { readonly id: string; readonly winner: { readonly forward: WinnerText; readonly swapped: WinnerText } }

/** A function from a line with a judge's reply to its verdict by the official rules; throws HoldfastError for a line that does not fit. */
export function llmbarFileScorer(): (value: unknown, where: string) => ScoredVerdict {
  return (value, where) => {
    const reply = parse(line, value, where)
    if (reply.rule === 'int-pair') {
      const { forward, swapped } = winnersByRating(...reply.completions)
      return { id: reply.id, winner: { forward: text(forward), swapped: text(swapped) } }
    }
    const parsed = parseVerdict(reply.completion, reply.rule)
    return { id: reply.id, parsed, winner: text(winnerOf(parsed, reply.order)) }
  }
}

function text(winner: Winner): WinnerText {
  return winner === null ? null : winner === 1 ? '1' : '2'
}
