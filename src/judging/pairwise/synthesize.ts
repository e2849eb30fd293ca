import { flipLabels } from './flipLabels.ts'
import { ORDERS, type Order, type Pair, type Shown } from './pair.ts'
import { winnerOf } from './parseVerdict.ts'
import { type PromptParts, reasonedPrompt, synthesisPrompt } from './prompts.ts'
import { askVerdict, type PairJudge, type PairVerdict } from './verdict.ts'

/** A verdict for each order. */
type Verdicts = Readonly<Record<Order, PairVerdict>>

/**
 * Swap and synthesize (docs/suites/llmbar.md, R4): both orders with reasons, and a second stage if and only if they contradict
 * each other; a null verdict does not contradict.
 *
 * @param reasoned whether the second stage explains itself too (Swap_CoT).
 */
export async function synthesize(
  judge: PairJudge,
  pair: Pair,
  parts: PromptParts,
  reasoned: boolean,
  maxTokens: { readonly direct: number; readonly reasoned: number },
  simulatedWinner: 1 | 2 | undefined,
): Promise<Verdicts> {
  const first = await inBothOrders((order) => {
    const messages = reasonedPrompt(pair, order, parts)
    return askVerdict(judge, { call: order, order, messages, form: 'phrase', maxTokens: maxTokens.reasoned, simulatedWinner })
  })
  const winners = ORDERS.map((order) => first[order].winner)
  if (winners.includes(null) || winners[0] === winners[1]) return first
  return inBothOrders((order) => {
    const messages = synthesisPrompt(pair, order, explanationsFor(order, first), { ...parts, reasoned })
    const form = reasoned
      ? ({ form: 'phrase', maxTokens: maxTokens.reasoned } as const)
      : ({ form: 'line', maxTokens: maxTokens.direct } as const)
    return askVerdict(judge, { call: `${order}-2`, order, messages, ...form, simulatedWinner })
  })
}

async function inBothOrders(one: (order: Order) => Promise<PairVerdict>): Promise<Verdicts> {
  return { forward: await one('forward'), swapped: await one('swapped') }
}

/** The explanations of the first stage for each place, in the labels of the order now shown. */
function explanationsFor(order: Order, first: Verdicts): Readonly<Record<Shown, string>> {
  const explanation = (shown: Shown) => {
    const output = winnerOf(shown, order)
    const written = ORDERS.find((candidate) => first[candidate].winner === output) as Order
    return written === order ? first[written].text : flipLabels(first[written].text)
  }
  return { a: explanation('a'), b: explanation('b') }
}
