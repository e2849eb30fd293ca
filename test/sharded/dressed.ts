import type { ShardedTask } from '../../suites/sharded/items.ts'

/** A reply and what a person would say of it: the demands that it does not meet. */
export interface Labelled {
  readonly id: string
  readonly reply: string
  readonly unmet: readonly string[]
}

type Dress = (reference: string) => string

const JSON_DRESSES: Readonly<Record<string, Dress>> = {
  'on many lines': (text) => JSON.stringify(JSON.parse(text), undefined, 4),
  'in a fence after a sentence': (text) =>
    `That makes:\n\n\`\`\`json\n${JSON.stringify(JSON.parse(text), undefined, 2)}\n\`\`\`\n\nAnything else?`,
  'under one key more': (text) => JSON.stringify({ result: JSON.parse(text) }, undefined, 2),
  'keys the other way round': (text) => JSON.stringify(turned(JSON.parse(text))),
  'entries one below another, or alone in an array': (text) => {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.map((entry) => JSON.stringify(entry)).join('\n') : JSON.stringify([value])
  },
  'times without their zero': (text) => text.replace(/"0(\d:\d\d)"/g, '"$1"'),
}

const TABLE_DRESSES: Readonly<Record<string, Dress>> = {
  'columns in line and to the right': (text) =>
    text
      .split('\n')
      .map((line, at) => (at === 1 ? line.replaceAll('---', '------:') : line.replaceAll('|', '  |  ').trim()))
      .join('\n'),
  'bold names under a sentence': (text) => `Here is the table:\n\n${text.replace(/^\| ([^-|][^|]*) \|/gm, '| **$1** |')}`,
  'without bars at the sides': (text) => text.replace(/^\| | \|$/gm, ''),
  'a unit in brackets behind the last heading': (text) => text.replace(/ \|\n/, ' (all) |\n'),
  'headings in small letters': (text) => text.replace(/^[^\n]*/, (head) => head.toLowerCase()),
}

const LINE_DRESSES: Readonly<Record<string, Dress>> = {
  'after the working': (text) => `First I add it all up: 3 × 4 = 12, and so on.\n\n${text}`,
  'bold with a unit': (text) => text.replace(/^(\w+): (.*)$/gm, '**$1:** $2 units'),
  'as points': (text) => text.replace(/^/gm, '- '),
  'as a calculation': (text) => text.replace(/: (\d+)$/gm, ': 2 × 3 + 1 = $1').replace(/: (\d+\.\d+)$/gm, ': 1.5 + 2 = $1'),
  'in a table': (text) => `| What | Value |\n| --- | --- |\n${text.replace(/^(\w+): (.*)$/gm, '| $1 | $2 |')}`,
  'small numbers in words': (text) => text.replace(/: (\d{1,2})$/gm, (_, digits: string) => `: ${WORDS[Number(digits)] ?? digits}`),
}

const WORDS: Readonly<Record<number, string>> = {
  5: 'five',
  6: 'six',
  15: 'fifteen',
  24: 'twenty-four',
  48: 'forty-eight',
  56: 'fifty-six',
  80: 'eighty',
}

const TEXT_DRESSES: Readonly<Record<string, Dress>> = {
  'in a fence': (text) => `\`\`\`text\n${text}\n\`\`\``,
  'after a word of consent on its line': (text) => `Sure! ${text}`,
  'as a quotation': (text) => `Here you go:\n\n${text.replace(/^/gm, '> ')}`,
  'between rules with a remark': (text) => `Of course:\n\n---\n\n${text}\n\n---\n\nWould you like a shorter version?`,
}

function dressesOf({ kind }: ShardedTask): Readonly<Record<string, Dress>> {
  if (kind === 'action' || kind === 'json') return JSON_DRESSES
  if (kind === 'table') return TABLE_DRESSES
  return kind === 'arithmetic' ? LINE_DRESSES : TEXT_DRESSES
}

/** Right answers to a task in other dress. */
export function dressed(task: ShardedTask): Labelled[] {
  return Object.entries(dressesOf(task)).map(([name, dress]) => ({ id: `${task.id}, ${name}`, reply: dress(task.reference), unmet: [] }))
}

function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, own]) => [key, turned(own)]),
  )
}
