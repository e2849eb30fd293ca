import type { CallRecord } from '../../core/format/records.ts'
import type { ShownText } from './labelQuestion.ts'

const TITLES: Readonly<Record<string, string>> = { system: 'Instructions', user: 'User', assistant: 'Assistant' }

/** The conversation that a candidate's call was part of, and its answer as what is judged. Nothing for a call that has no answer. */
export function shownDialogue(calls: readonly CallRecord[], name: string): ShownText[] {
  const call = calls.findLast((entry) => entry.role === 'candidate' && entry.call === name && entry.content !== undefined)
  if (call?.content === undefined) return []
  const before = (call.messages ?? []).map(({ role, content }) => ({ title: TITLES[role] ?? role, text: content }))
  return [...before, { title: 'Assistant', text: call.content, isJudged: true }]
}
