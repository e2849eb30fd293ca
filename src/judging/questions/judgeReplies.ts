import type { CallRecord } from '../../core/format/records.ts'
import type { LabelQuestion } from './labelQuestion.ts'

/** What a judge replied to one question, in all its votes. */
export interface JudgeReplies {
  /** Name of the judge's call. */
  readonly call: string
  /** The reply of each vote that counts: what came last of it, for earlier replies were unusable. */
  readonly replies: readonly CallRecord[]
}

/** The judge's replies by call, in the order in which calls were first made. */
export function judgeReplies(calls: readonly CallRecord[]): JudgeReplies[] {
  const byCall = new Map<string, Map<number, CallRecord>>()
  for (const call of calls) {
    if (call.role !== 'judge' || call.content === undefined) continue
    const votes = byCall.get(call.call) ?? new Map<number, CallRecord>()
    votes.set(call.vote, call)
    byCall.set(call.call, votes)
  }
  return [...byCall].map(([call, votes]) => ({ call, replies: [...votes.values()].sort((one, other) => one.vote - other.vote) }))
}

/** Who replied. */
export function judgeOf({ replies: [first] }: JudgeReplies): Pick<LabelQuestion, 'model'> {
  return first?.model === undefined ? {} : { model: first.model }
}

/** The judge's value by its votes, and the votes where there are several. Nothing where no vote is usable. */
export function judgedValue(
  votes: readonly number[],
  combine: (votes: readonly number[]) => number,
): Pick<LabelQuestion, 'judge' | 'votes'> {
  if (votes.length === 0) return {}
  return { judge: combine(votes), ...(votes.length > 1 && { votes }) }
}

/** Between the two middle ones where their number is even. */
export function median(votes: readonly number[]): number {
  const sorted = [...votes].sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2
}

/** Yes where more than half say so. */
export function majority(votes: readonly number[]): number {
  return Number(2 * votes.filter((vote) => vote === 1).length > votes.length)
}
