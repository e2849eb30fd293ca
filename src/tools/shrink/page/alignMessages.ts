import type { ShrunkCase } from '../shrunkCase.ts'

type Message = ShrunkCase['before']['messages'][number]

/** A message of either conversation with its counterpart in the other. */
export interface AlignedMessage {
  readonly before: Message | undefined
  readonly after: Message | undefined
}

/** Pairs of messages that are compared: beyond it all of the one conversation stands before all of the other. */
const MOST = 1_000_000

/**
 * Two conversations in one order: equal messages stand together (a longest common subsequence), and between them a message of the
 * same role is taken for what is left of the one before.
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

/** Places of equal messages. */
function common(before: readonly Message[], after: readonly Message[]): (readonly [number, number])[] {
  if (before.length * after.length > MOST) return []
  const width = after.length + 1
  const longest = new Uint32Array((before.length + 1) * width)
  const at = (one: number, other: number) => longest[one * width + other] ?? 0
  const isEqual = (one: number, other: number) => before[one]?.role === after[other]?.role && before[one]?.content === after[other]?.content
  for (let one = before.length - 1; one >= 0; one -= 1)
    for (let other = after.length - 1; other >= 0; other -= 1)
      longest[one * width + other] = isEqual(one, other) ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1))
  const places: (readonly [number, number])[] = []
  let [one, other] = [0, 0]
  while (one < before.length && other < after.length) {
    if (isEqual(one, other)) places.push([one++, other++])
    else if (at(one + 1, other) >= at(one, other + 1)) one += 1
    else other += 1
  }
  return places
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
