import type { ShrunkCase } from '../shrunkCase.ts'

type Message = ShrunkCase['before']['messages'][number]

/** A message of either conversation with its counterpart in the other. */
export interface AlignedMessage {
  readonly before: Message | undefined
  readonly after: Message | undefined
}

/**
 * Two conversations in one order: equal questions stand together, and between them a message of the same role is taken for what is
 * left of the one before.
 */
export function alignMessages(before: readonly Message[], after: readonly Message[]): AlignedMessage[] {
  const aligned: AlignedMessage[] = []
  let [from, to] = [0, 0]
  for (const [one, other] of [...common(before, after), [before.length, after.length] as const]) {
    const [gone, come] = [before.slice(from, one), after.slice(to, other)]
    // An answer follows its question; before the first equal message, what is asked stands at the end.
    aligned.push(...(from > 0 ? between(gone, come) : between(gone.toReversed(), come.toReversed()).toReversed()))
    if (one < before.length) aligned.push({ before: before[one], after: after[other] })
    from = one + 1
    to = other + 1
  }
  return aligned
}

/** Places of what is said equally in both, each the first after the one before. Answers follow what they answer. */
function common(before: readonly Message[], after: readonly Message[]): (readonly [number, number])[] {
  let from = 0
  return after.flatMap(({ role, content }, other) => {
    const one = before.findIndex((message, at) => at >= from && message.role === role && message.content === content)
    if (role === 'assistant' || one === -1) return []
    from = one + 1
    return [[one, other] as const]
  })
}

/** Messages between two equal ones: those of a role are paired in their order. */
function between(before: readonly Message[], after: readonly Message[]): AlignedMessage[] {
  const aligned: AlignedMessage[] = []
  let [one, other] = [0, 0]
  while (one < before.length || other < after.length) {
    const [was, is] = [before[one], after[other]]
    if (was && is && was.role === is.role) {
      aligned.push({ before: was, after: is })
      one += 1
      other += 1
    } else if (was && (!is || before.slice(one).some(({ role }) => role === is.role))) {
      aligned.push({ before: was, after: undefined })
      one += 1
    } else {
      aligned.push({ before: undefined, after: is })
      other += 1
    }
  }
  return aligned
}
