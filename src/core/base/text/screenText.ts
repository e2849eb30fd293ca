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
