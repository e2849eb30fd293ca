import { lastReplies } from '../core/format/lastReplies.ts'
import type { CallRecord, ItemRecord } from '../core/format/records.ts'
import { ORDERS, type Order } from '../judging/pairwise/pair.ts'
import type { JudgementView } from './judgement.ts'

/** Both orders of a pair as judgements: where the better output stood, and what the judge said. */
export function pairJudgements(record: ItemRecord, calls: readonly CallRecord[]): JudgementView[] {
  const replies = lastReplies(calls)
  return ORDERS.flatMap((order): JudgementView[] => {
    const outcome = outcomeOf(record, order)
    if (outcome === undefined) return []
    const own = replies.filter(({ call }) => call.startsWith(order))
    return [
      {
        title: `Better output shown ${placeOf(record, order)}`,
        outcome,
        state: outcome === 'right' ? 'passed' : record.status === 'failed' ? 'failed' : 'noted',
        calls: [...new Set(own.map(({ call }) => call))],
        about: own.at(-1)?.call,
        lost: [`${order} order`],
        words: own.map(({ content }) => content),
      },
    ]
  })
}

/** `right when shown first; no answer when shown second`. */
export function pairRule(record: ItemRecord): string | undefined {
  const said = ORDERS.flatMap((order) => {
    const outcome = outcomeOf(record, order)
    return outcome === undefined ? [] : [{ outcome, place: placeOf(record, order) }]
  })
  if (said.length < ORDERS.length) return undefined
  const [first, second] = said.sort((one, other) => (one.place < other.place ? -1 : 1))
  return `${first?.outcome} when shown first; ${second?.outcome} when shown second`
}

/** The output whose number is the label is the better one; in the forward order output 1 is shown first. */
function placeOf({ tags }: ItemRecord, order: Order): 'first' | 'second' {
  return (tags.label === '1') === (order === 'forward') ? 'first' : 'second'
}

function outcomeOf({ scores }: ItemRecord, order: Order): 'right' | 'wrong' | 'no answer' | undefined {
  const right = scores[order]
  if (right === undefined) return undefined
  if (right > 0) return 'right'
  return scores[`one_${order}`] === undefined ? 'no answer' : 'wrong'
}
