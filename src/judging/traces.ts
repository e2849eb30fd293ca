import { wordRuns, wordsOf } from '../core/base/text/wordRuns.ts'

/** What is known of an answer that is judged to measure the judge. */
export type Known = 'right' | 'wrong'

/** What is to be read off a reply of whether its writer reads. It is counted in the item's record; `judgeSigns` in core/stats decides what it means. */
export interface Traces<T> {
  /** The verdict, from 0, the worst, to 1; of a known answer whether it passes. Undefined where the reply holds none. */
  verdict?(value: T): number | undefined
  /** What is known of the answer, where it is one that measures the judge. */
  readonly known?: Known | undefined
  /** Its verdicts are numbers: a yes or no in a reply is about something else. */
  readonly isNumber?: boolean
  /** The words of the example that the prompt gives, and those that the reply has in their place. */
  readonly example?: string
  words?(value: T): string
  /** Of a question: what was said before it, which a question does not just repeat. */
  readonly before?: readonly string[]
}

/** Counts a trace in the item's record. */
export type Note = (trace: string) => void

/** Counts the traces of a reply that was read. */
export function noteReply<T>(note: Note, traces: Traces<T>, value: T, content: string): void {
  const { known, example = '', before } = traces
  if (before) note(asksNothing(content, before) ? 'nothing' : 'asked')
  if (!traces.verdict) return
  const verdict = traces.verdict(value)
  if (verdict === undefined) note(`lost.${sideOf(content, traces)}`)
  else note(known ? `${known}.${verdict}` : `said.${Number(verdict.toFixed(3))}`)
  if (traces.words) note(repeats(traces.words(value), example) ? 'copied' : 'own')
}

/** Counts a reply that could not be used, by the side that its words take beyond their form. */
export function noteLost<T>(note: Note, traces: Traces<T>, content: string): void {
  if (traces.verdict) note(`lost.${sideOf(content, traces)}`)
}

/**
 * Counts whether a pair's verdicts went by what the outputs are, or by where they stood. A `winner` is the output, whatever the order.
 * @param differ whether one of the outputs is known to be the better one: else two ratings may rightly be alike.
 */
export function notePair(
  note: Note,
  { forward, swapped, tie }: Readonly<Record<'forward' | 'swapped', { readonly winner: 1 | 2 | null }>> & { readonly tie: boolean },
  differ: boolean,
): void {
  const [one, other] = [forward.winner, swapped.winner]
  if (one === null && other === null && !tie) note('lost.?')
  else if (tie && differ) note('none')
  else if (!tie && one !== null && other !== null) note(one === other ? 'agreed' : one === 1 ? 'first' : 'second')
}

/** A yes or no that is all that is said behind a colon, or on its line. */
const WORDS = /(?:^[ \t]*|[:：]\s*)["'“]?(yes|true|是|no|false|否)["'”]?[.。]?\s*(?=[,;}\]\n]|$)/gimu
const AGAINST = /^(?:no|false|否)$/i

/** Whether the words of a reply are all for the answer (1) or some against it (0); else by what is known of it. */
function sideOf<T>(content: string, { known, isNumber = false }: Traces<T>): 0 | 1 | '?' {
  const words = isNumber ? [] : [...content.matchAll(WORDS)].map(([, word = '']) => word)
  if (words.length > 0) return words.some((word) => AGAINST.test(word)) ? 0 : 1
  if (known === undefined) return '?'
  return known === 'right' ? 1 : 0
}

/** A question, or what asks for words. */
const ASKS =
  /[?？]|\b(?:what|why|how|which|when|where|explain|describe|tell|give|show|name|compare|suppose|consider|walk|justify|state|imagine)\b|请|说明|解释|为什么|怎么|如何|什么|哪|吗|呢/i

/** Whether an interviewer's message asks nothing: it is no question, or says what was said before. */
export function asksNothing(said: string, before: readonly string[]): boolean {
  return !ASKS.test(said) || before.some((text) => repeats(said, text))
}

/** Words in a row that are compared, and the share of them that one who writes its own words does not reach. */
const [ROW, REPEATED] = [3, 0.8] as const

/** Whether a text says another one back: nearly all its words, three in a row at a time, or every word of a short one. */
export function repeats(said: string, other: string): boolean {
  const [own, theirs] = [wordsOf(said), wordsOf(other)]
  if (own.length === 0) return false
  if (own.length <= ROW) return own.join(' ') === theirs.join(' ')
  const there = new Set(wordRuns(theirs, ROW))
  const all = wordRuns(own, ROW)
  return all.filter((row) => there.has(row)).length >= REPEATED * all.length
}
