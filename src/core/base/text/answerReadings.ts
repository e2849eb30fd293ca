import { strip } from '../python/text.ts'
import { answerLabel } from './answerText.ts'
import { closingTalk, leadingTalk } from './talk.ts'

/** One way to read a reply. */
export interface AnswerReading {
  /** What may be the answer. */
  readonly text: string
  /** What the reply says beside it, without the marks that were taken off; empty where there is nothing else. */
  readonly beside: string
}

/** Longest reply of which more is read than all of it, in characters: no cap on answers allows as much. */
const LONGEST = 200_000
/** Most readings of a reply: each dress that is taken off gives one. */
const MOST = 24

/**
 * The readings of a reply, from the most literal to the most undressed: all of it, and what is left once dress is taken off, piece by
 * piece. Dress is a code fence, quotation marks, emphasis, a final full stop, signs of a list or a quotation on every line, a label as
 * "Answer:", a line that leads to the answer, and a remark at the end. White space around a reading is removed as Python does it.
 *
 * A reading may be a part of the reply: who compares it with a right answer makes sure that `beside` names no other one. A reply with
 * several fenced blocks is not read by one of them. Pure, never throws, and takes time that grows with the length of the reply.
 *
 * @param isText the answer is a text, and its final full stop its own.
 */
export function answerReadings(reply: string, isText = false): AnswerReading[] {
  const readings: AnswerReading[] = [{ text: strip(reply.replaceAll('\r\n', '\n')), beside: '' }]
  if (reply.length > LONGEST) return readings
  const seen = new Set([readings[0]?.text])
  for (const { text, beside } of readings) {
    for (const peel of PEELS) {
      const peeled = isText && peel === withoutStop ? undefined : peel(text)
      const inner = peeled && strip(peeled.text)
      if (!peeled || !inner || seen.has(inner) || readings.length >= MOST) continue
      seen.add(inner)
      readings.push({ text: inner, beside: strip(`${beside}\n${peeled.beside}`) })
    }
  }
  return readings
}

/** Takes one dress off; undefined where a text does not wear it. */
type Peel = (text: string) => AnswerReading | undefined

const PEELS: readonly Peel[] = [visible, unfenced, unmarked, withoutStop, withoutSigns, withoutLead, withoutRemark, labelled]

/** Without invisible characters at its ends, such as a byte order mark. */
function visible(text: string): AnswerReading {
  return { text: text.replace(/^[\ufeff\u200b]+/, '').replace(/[\ufeff\u200b]$/, ''), beside: '' }
}

/** What opens a block: on a line of its own, or behind a colon, where a long rest of the line is prose. */
const FENCE = /^((?:.{0,300}[:：](?=[ \t]*[`~]{3,}[^\n`]{0,40}$))?)[ \t]*(`{3,}|~{3,})([^\n`]*)$/
/** What a block may name that holds no program. */
const NO_PROGRAM = /^\s*(?:$|\{|(?:json\w{0,4}|te?xt|plaintext|markdown|md|ya?ml|csv|output)\b)/i
const ONE_LINE_FENCE = /^```(?:(?:json|text|txt|plaintext)\s)?([^`\n]+)```$/

/** The blocks of a text between lines of ``` or ~~~, in their order. The last one need not be closed. */
export function fencedBlocks(text: string): string[] {
  return fenced(text).blocks
}

/** A text without the blocks that name a language of programs: data in these is an example's. */
export function withoutPrograms(text: string): string {
  return fenced(text).plain
}

function fenced(text: string) {
  const blocks: string[] = []
  const outside: string[] = []
  const plain: string[] = []
  let open: { readonly mark: string; readonly lines: string[]; readonly isProgram: boolean } | undefined
  for (const line of text.split('\n')) {
    const [, lead = '', mark, named = ''] = FENCE.exec(line) ?? []
    if (open && lead === '' && mark?.startsWith(open.mark) && line.trim() === mark) {
      blocks.push(open.lines.join('\n'))
      open = undefined
    } else if (open) {
      open.lines.push(line)
      if (!open.isProgram) plain.push(line)
    } else {
      const own = mark ? lead : line
      if (mark) open = { mark, lines: [], isProgram: !NO_PROGRAM.test(named) }
      if (!mark || own !== '') {
        outside.push(own)
        plain.push(own)
      }
    }
  }
  // A mark behind which nothing stands opens no block.
  const last = open?.lines.some((line) => line.trim() !== '') ? [open.lines.join('\n')] : []
  return { blocks: [...blocks, ...last], outside: outside.join('\n'), plain: plain.join('\n') }
}

function unfenced(text: string): AnswerReading | undefined {
  const { blocks, outside } = fenced(text)
  const inside = blocks.length === 1 ? blocks[0] : ONE_LINE_FENCE.exec(text)?.[1]
  if (blocks.length === 0 && inside === undefined && outside !== text) return { text: outside, beside: '' }
  return inside === undefined ? undefined : { text: inside, beside: blocks.length === 1 ? outside : '' }
}

/** Marks that stand before and after an answer, the same ones or two. */
const PAIRS: readonly (readonly [string, string])[] = [
  ...['***', '**', '__', '*', '_', '`', '"', "'"].map((mark) => [mark, mark] as const),
  ...['“”', '‘’', '„“', '«»', '「」', '『』'].map(([open = '', close = '']) => [open, close] as const),
]

/** Without a pair of marks around the whole, or around each of its lines. */
function unmarked(text: string): AnswerReading | undefined {
  if (/^(?:```|~~~)/.test(text)) return undefined
  const pair = PAIRS.find(([open, close]) => text.length > open.length + close.length && text.startsWith(open) && text.endsWith(close))
  if (!pair) return undefined
  const [open, close] = pair
  const lines = text.split('\n')
  const each = lines.every((line) => line.trim() === '' || (line.startsWith(open) && line.endsWith(close) && line.length > open.length))
  const inside = (line: string) => line.slice(open.length, -close.length)
  return { text: each ? lines.map(inside).join('\n') : inside(text), beside: '' }
}

function withoutStop(text: string): AnswerReading | undefined {
  return /[^.。][.。]$/.test(text) ? { text: text.slice(0, -1), beside: '' } : undefined
}

/** Without the sign of a list, a heading or a quotation at the beginning of every line. */
function withoutSigns(text: string): AnswerReading | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const bare = lines.map((line) => line.replace(/^[ \t]*(?:>[ \t]?|#{1,6}[ \t]+|[-*•–][ \t]+|\d{1,3}[.)][ \t]+)/, ''))
  return bare.every((line, index) => line !== lines[index]) ? { text: bare.join('\n'), beside: '' } : undefined
}

/** A line that announces an answer which is not the one, or not the last one. */
const NO_LEAD =
  /\b(?:not (?:this|that|it|the)|no longer|never|wrong|incorrect|false|instead|(?:previous|earlier|old|first|initial|original|your)\s+(?:answer|guess|thought|reply|choice))\b|n['’]t\b/i

/** Without a line that leads to the answer, above it or before it on its line. */
function withoutLead(text: string): AnswerReading | undefined {
  const end = text.indexOf('\n')
  const first = end === -1 ? text : text.slice(0, end)
  if (NO_LEAD.test(first.slice(0, 300))) return undefined
  const isWhole = /[^[({"“'‘`]$/.test(first.trimEnd())
  if (end !== -1 && isWhole && (leadingTalk(first) || /^.{1,300}[:：][*_\s]*$/.test(first))) return { text: text.slice(end), beside: first }
  const lead = /^.{1,200}?(?:[:：]|[!.,](?=\s))[*_]*/.exec(first)?.[0]
  return lead && leadingTalk(lead) ? { text: text.slice(lead.length), beside: lead } : undefined
}

/** Without the last paragraph, or the last line, where it is about the answer. */
function withoutRemark(text: string): AnswerReading | undefined {
  const at = [text.lastIndexOf('\n\n'), text.lastIndexOf('\n')].find((one) => one > 0 && closingTalk(text.slice(one).trimStart()))
  return at === undefined ? undefined : { text: text.slice(0, at), beside: text.slice(at) }
}

/** What follows the last label, or the last "the answer is". */
function labelled(text: string): AnswerReading | undefined {
  const label = answerLabel(text)
  return label && { text: text.slice(label.end).replace(/^[*_`]{1,3}(?=\s)/, ''), beside: text.slice(0, label.at) }
}
