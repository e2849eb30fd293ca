import type { PARTS } from './schema.ts'

/** The part of an answer that a rule reads, as it was written. */
export function partOf(answer: string, part: (typeof PARTS)[number]): string {
  if (part === 'answer') return answer
  if (part === 'code') return blocks(answer).join('\n')
  if (part === 'prose') return answer.replace(/```[\s\S]*?(?:```|$)/g, '\n')
  if (part === 'quoted') return quoted(answer)
  const lines = answer
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return (part === 'first-line' ? lines[0] : lines.at(-1)) ?? ''
}

/** Fenced blocks; without any, what stands between backticks. */
function blocks(answer: string): string[] {
  const fenced = [...answer.matchAll(/```[^\n]*\n([\s\S]*?)(?:```|$)/g)].map((match) => match[1] ?? '')
  return fenced.length > 0 ? fenced : [...answer.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
}

/** What stands in quotes or in a block quote: the longest, which is the text that was asked for. */
function quoted(answer: string): string {
  const lines = [...answer.matchAll(/(?:^>.*(?:\n|$))+/gm)].map((match) => match[0].replace(/^>\s?/gm, ''))
  const marked = [...answer.matchAll(/"([^"]+)"|“([^”]+)”|「([^」]+)」|«([^»]+)»/g)].map((match) => match.slice(1).find(Boolean) ?? '')
  return [...lines, ...marked].reduce((longest, text) => (text.length > longest.length ? text : longest), '')
}
