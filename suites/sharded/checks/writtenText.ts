/** How a reply begins that says that the text follows. */
const OPENING =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|great|got it|thanks|here(?:'s|’s| is| are)|updated|final)\b[^\n]*[:!.]|here\b[^\n]*:)$/i
/** How a paragraph begins that talks about the text and is no part of it. */
const CLOSING =
  /^(?:let me know|would you like|do you want|feel free|i hope|hope this|if you(?:'d| would| want| need| like)|shall i|should i|i can also|just let me know|note:|\(?word count|\(\d+ words\))/i

/**
 * The text that a reply hands over: what stands in its last fenced block, else between two rules, else all but a line that leads
 * to it and paragraphs that offer changes. Markdown emphasis, headings' signs and quotation marks around the whole are dropped.
 */
export function writtenText(reply: string): string {
  const text = reply.replace(/\r\n?/g, '\n').trim()
  const fenced = [...text.matchAll(/```[^\n`]*\n([^`]*)```/g)].at(-1)?.[1]
  return plain(fenced ?? betweenRules(text) ?? withoutTalk(text))
}

function betweenRules(text: string): string | undefined {
  const lines = text.split('\n')
  const rules = lines.flatMap((line, index) => (/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line) ? [index] : []))
  const [first, second] = rules
  if (first === undefined) return undefined
  if (second !== undefined) return lines.slice(first + 1, second).join('\n')
  // One rule parts the text from talk: the talk is before it where it leads to the text.
  const before = lines.slice(0, first).join('\n').trim()
  const after = lines
    .slice(first + 1)
    .join('\n')
    .trim()
  return OPENING.test(before) ? withoutTalk(after) : withoutTalk(before)
}

function withoutTalk(text: string): string {
  const paragraphs = text.split(/\n\s*\n/)
  if (paragraphs.length > 1 && OPENING.test((paragraphs[0] as string).trim())) paragraphs.shift()
  while (paragraphs.length > 1 && CLOSING.test((paragraphs.at(-1) as string).trim())) paragraphs.pop()
  return paragraphs.join('\n\n')
}

function plain(text: string): string {
  const lines = text
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\u00a0|\u202f/g, ' ')
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:#{1,6}|>)\s+/, '')
        .replaceAll('**', '')
        .trim(),
    )
    .join('\n')
    .trim()
  const quoted = /^(["*_])([^"*_]+)\1$/.exec(lines)
  return quoted?.[2]?.trim() ?? lines
}
