import type { CallRecord } from './records.ts'

/** A judge's reply that counts. */
export interface JudgeReply {
  readonly call: string
  readonly content: string
  /** The end of what it was asked; empty where that is not recorded whole. */
  readonly prompt: string
}

/** What judges replied, of each call and vote what came last: earlier replies were unusable, or are of a run that was resumed. */
export function lastReplies(calls: readonly CallRecord[]): JudgeReply[] {
  const last = new Map<string, JudgeReply>()
  for (const { role, call, vote, content, messages } of calls) {
    if (role !== 'judge' || content === undefined) continue
    last.set(JSON.stringify([call, vote]), { call, content, prompt: messages?.at(-1)?.content ?? '' })
  }
  return [...last.values()]
}
