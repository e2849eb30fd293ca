import { closingTalk, fencedBlocks, leadingTalk, type Talk } from '../../../src/kit.ts'

/**
 * The texts that a reply may be taken to hand over, without talk about them; at least one. It is what stands in the last fenced
 * block, else all, what is quoted, or what stands between rules. Talk that is sure is left out. Where a right text may begin or end
 * in the same way there are two texts, with it and without. Markdown emphasis, the signs of headings and quotation marks around the
 * whole are dropped.
 */
export function writtenTexts(reply: string): readonly string[] {
  const text = reply.replace(/\r\n?/g, '\n').trim()
  const fenced = fencedBlocks(text).at(-1)
  if (fenced !== undefined) return [plain(fenced)]
  const lines = text.split('\n')
  const parts = [lines.filter((line) => /^\s*>/.test(line)), betweenRules(lines)].filter((own) => own.length > 0)
  const found = [lines.filter((line) => !isRule(line)), ...parts].flatMap((own) => withoutTalk(own.join('\n').trim()))
  return [...new Set(found.map(plain))]
}

/** What stands between the first two rules; before the only one, or after it where a line that leads to the text is before. */
function betweenRules(lines: readonly string[]): readonly string[] {
  const [first, second] = lines.flatMap((line, index) => (isRule(line) ? [index] : []))
  if (first === undefined) return []
  if (second !== undefined) return lines.slice(first + 1, second)
  const before = lines.slice(0, first).filter((line) => line.trim() !== '')
  return before.every((line) => leadingTalk(line) !== undefined) ? lines.slice(first + 1) : lines.slice(0, first)
}

function isRule(line: string): boolean {
  return /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)
}

const SURE: readonly Talk[] = ['sure']
const ANY: readonly Talk[] = ['sure', 'doubtful']

/** A text without the talk at its ends: at each end what is surely talk, and also what may be. One paragraph is always left. */
function withoutTalk(text: string): string[] {
  const paragraphs = text.split(/\n\s*\n/)
  return [SURE, ANY]
    .flatMap((before) => {
      const start = firstOf(paragraphs, before)
      return [SURE, ANY].map((after) => {
        const kept = paragraphs.slice(start, endOf(paragraphs, start, after))
        return withoutLineBefore(withoutLineAfter(kept.join('\n\n')))
      })
    })
    .flatMap((own) => [own, ...withoutLead(own)])
}

/** A text without the talk that it begins with on its own line: "Sure! Tragic Toaster". */
function withoutLead(text: string): string[] {
  const [lead] = /^[^\n]{1,200}?(?:[:：]|[!.,](?=\s))[*_]*/.exec(text) ?? []
  const rest = lead && leadingTalk(lead) ? text.slice(lead.length).trimStart() : ''
  return rest === '' ? [] : [rest]
}

/** The first paragraph that is no line which leads to the text. */
function firstOf(paragraphs: readonly string[], kinds: readonly Talk[]): number {
  const first = paragraphs.findIndex((paragraph) => paragraph.includes('\n') || !kinds.includes(leadingTalk(paragraph)))
  return first === -1 ? paragraphs.length - 1 : first
}

/** A line that has something below it. */
const LEADS_ON = /^[^\n]*:[*_\s]*$/

/** The end of the paragraphs that are the text: before those that talk about it, and before what is listed under a line of talk. */
function endOf(paragraphs: readonly string[], start: number, kinds: readonly Talk[]): number {
  const isTalk = (paragraph: string) => kinds.includes(closingTalk(paragraph))
  const listed = kinds === ANY ? paragraphs.findIndex((one, at) => at > start && LEADS_ON.test(one) && isTalk(one)) : -1
  let end = listed === -1 ? paragraphs.length : listed
  while (end > start + 1 && isTalk(paragraphs[end - 1] as string)) end -= 1
  return end
}

/** Without lines right above a text that surely lead to it. */
function withoutLineBefore(text: string): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => leadingTalk(line) !== 'sure')
  return first === -1 ? text : lines.slice(first).join('\n')
}

/** Without lines right below a text that are surely about it. */
function withoutLineAfter(text: string): string {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => closingTalk(line) !== 'sure')
  return last === -1 ? text : lines.slice(0, last + 1).join('\n')
}

/** A text without Markdown around its lines, with plain quotation marks and spaces. */
function plain(text: string): string {
  const lines = text
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/\u00a0|\u202f/g, ' ')
    .split('\n')
    .map(plainLine)
    .join('\n')
    .trim()
  const mark = lines[0] ?? ''
  const inside = lines.slice(1, -1)
  return '"*_'.includes(mark) && inside !== '' && lines.endsWith(mark) && !inside.includes(mark) ? inside.trim() : lines
}

function plainLine(line: string): string {
  const own = line
    .replace(/^\s*(?:#{1,6}\s|>\s?)\s*/, '')
    .replaceAll('**', '')
    .replace(/\\$/, '')
    .trim()
  return /^([*_])\S.*\S\1$/.test(own) ? own.slice(1, -1) : own
}
