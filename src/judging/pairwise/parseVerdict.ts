import { asciiDigits } from '../../core/base/python/float.ts'
import { strip } from '../../core/base/python/text.ts'
import type { Parsed } from '../askJudge.ts'
import { imitates } from '../imitation.ts'
import { type Order, outputAt, type Shown, type Winner } from './pair.ts'

/** How a comparison is read: `line` takes a label that begins a line, `phrase` a sentence "Output (a) is better". */
export type VerdictRule = 'line' | 'phrase'

// LLMBar's own patterns. A dot there is any character but a line feed; in JavaScript it would exclude three more.
const OFFICIAL: Readonly<Record<VerdictRule, Readonly<Record<Shown, RegExp>>>> = {
  line: { a: /(?:^|\n) ?Output \(a\)/, b: /(?:^|\n) ?Output \(b\)/ },
  phrase: { a: /Output \(a\) is better[^\n]/, b: /Output \(b\) is better[^\n]/ },
}
const ANY: Readonly<Record<VerdictRule, RegExp>> = {
  line: /(?:^|\n) ?Output \((a|b)\)/g,
  phrase: /Output \((a|b)\) is better/g,
}

/** The output a reply names by LLMBar's official rule (docs/suites/llmbar.md, R6), (a) looked for first; null for neither. */
export function parseVerdict(text: string, rule: VerdictRule): Shown | null {
  const trimmed = strip(text)
  return (['a', 'b'] as const).find((shown) => OFFICIAL[rule][shown].test(trimmed)) ?? null
}

/** What a judge may take for one of its labels where it quotes. */
const LIKE_LABEL = /output[\s*_"'“”‘’«»`]*(?:[([][\s*_]{0,9})?[ab][\s*_]{0,9}[)\]]/i
/** How a verdict ends a reply that was asked for in that form, less emphasis and quotation marks. */
const EXACT: Readonly<Record<VerdictRule, RegExp>> = {
  line: /^Output \(([ab])\)\.?$/,
  phrase: /^(?!>)(?:.*[.!?] +)?Therefore, Output \(([ab])\) is better\.?$/,
}

/** Whether a text that a judge is shown holds one of its labels: its replies must then be exactly in the form asked for. */
export function imitatesVerdict(shown: readonly string[]): boolean {
  return imitates(LIKE_LABEL, shown)
}

/** The output that a reply names at its end, in exactly the form that was asked for; null in any other. */
export function parseExactVerdict(text: string, form: VerdictRule): Shown | null {
  const whole = strip(text.replace(/[*_"“”]/g, ''))
  const end = form === 'line' ? whole : whole.slice(whole.lastIndexOf('\n') + 1)
  return (EXACT[form].exec(strip(end))?.[1] ?? null) as Shown | null
}

/** A reply no quotation can have turned (docs/suites/llmbar.md, R6): no output, or one and its form at the end; `rule`: how it is read. */
export function unmistakable(text: string, form: VerdictRule, rule: VerdictRule = form): Parsed<string> {
  const labels = new Set([form, rule].flatMap((one) => [...strip(text).matchAll(ANY[one])].map(([, label]) => label)))
  if (labels.size === 0) return { value: text }
  if (labels.size > 1) return { unusable: 'it names both outputs, and what is compared names them too' }
  if (parseExactVerdict(text, form)) return { value: text }
  return { unusable: 'what is compared names the outputs too, and your verdict is not exactly in the form asked for' }
}

/** The winner by a reply, in the data's numbering. */
export function winnerOf(shown: Shown | null, order: Order): Winner {
  return shown && outputAt(shown, order)
}

/** Winners by two ratings, one for each output (docs/suites/llmbar.md, R7): a tie and a failure each give one right verdict. */
export function winnersByRating(first: string, second: string): Readonly<Record<Order, Winner>> & { readonly tie: boolean } {
  const [one, two] = [parseInteger(first), parseInteger(second)]
  if (one === null || two === null) return { forward: 1, swapped: 2, tie: false }
  if (one === two) return { forward: 2, swapped: 1, tie: true }
  const winner = one > two ? 1 : 2
  return { forward: winner, swapped: winner, tie: false }
}

/** An integer as Python's `int()` reads it: white space around, a sign, digits of any script, single underscores between. */
export function parseInteger(text: string): number | null {
  const trimmed = strip(text)
  // In a text of ASCII alone, int() does not take U+001C to U+001F for white space, unlike strip().
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those very characters
  if (/^[\u0000-\u007f]*$/.test(text) && /^\s*[\u001c-\u001f]|[\u001c-\u001f]\s*$/.test(text)) return null
  if (!/^[+-]?\p{Nd}+(?:_\p{Nd}+)*$/u.test(trimmed)) return null
  return Number(asciiDigits(trimmed.replaceAll('_', '')))
}
