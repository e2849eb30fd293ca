import { singleLine } from './singleLine.ts'

/** Colours and weights, which cannot hide or move anything. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how they begin
const COLOUR = /(\u001b\[(?:0|[1-47]|2[2-7]|3[1-79]|4[1-79]|9[1-7]|90)m)/

/** Text of several lines made fit for a terminal, as {@link singleLine} makes one: line breaks and colours stay. */
export function screenText(text: string): string {
  return text
    .split(COLOUR)
    .map((part, index) => (index % 2 === 1 ? part : part.split('\n').map(singleLine).join('\n')))
    .join('')
}

/** What JSON leaves as it is, and a terminal may act on: control characters beyond the first 32, and what turns text around. */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** JSON that a terminal only shows, and a GitHub log too, whose runner takes `##[` for a command; on one line without `indent` columns. */
export function screenJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent)
    .replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('##[', '##\\u005b')
}
