import type { ShardedTask } from '../../suites/sharded/items.ts'

/** Answers that differ from a task's reference in one fact: a value, a key, an entry, a cell, a figure or a name. */
export function mutantsOf(task: ShardedTask): string[] {
  const { kind, reference } = task
  switch (kind) {
    case 'action':
    case 'json':
      return changesOf(JSON.parse(reference)).map((value) => JSON.stringify(value))
    case 'table':
      return tableMutants(reference)
    case 'arithmetic':
      return figuresOf(reference).map(({ index, figure }) => replaced(reference, index, figure, otherFigure(figure)))
    default:
      return textMutants(task)
  }
}

/** A JSON value with one of its values, keys or entries changed. */
function changesOf(value: unknown): unknown[] {
  if (typeof value === 'string') return [otherText(value)]
  if (typeof value === 'number') return [value + 1]
  if (typeof value === 'boolean') return [!value]
  if (value === null) return ['other']
  if (Array.isArray(value)) {
    const entries = value.flatMap((entry, at) => [
      ...changesOf(entry).map((other) => value.with(at, other)),
      value.filter((_, index) => index !== at),
    ])
    return [...entries, [...value, 'other']]
  }
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([key, own]) => {
    const { [key]: _, ...others } = value as Readonly<Record<string, unknown>>
    return [...changesOf(own).map((other) => ({ ...others, [key]: other })), { ...others, [`${key} too`]: own }]
  })
}

/** A Markdown table with one cell changed, or one row gone or said twice. */
function tableMutants(table: string): string[] {
  const [head = '', rule = '', ...rows] = table.split('\n')
  const rowsOf = (line: string) => {
    const cells = line.split('|').slice(1, -1)
    return cells.map((cell, at) => `|${cells.with(at, ` ${otherText(cell.trim())} `).join('|')}|`)
  }
  return [
    ...rowsOf(head).map((line) => [line, rule, ...rows]),
    ...rows
      .flatMap((row, at) => [...rowsOf(row).map((line) => rows.with(at, line)), rows.toSpliced(at, 1), rows.toSpliced(at, 0, row)])
      .map((own) => [head, rule, ...own]),
  ].map((lines) => lines.join('\n'))
}

/** Words of tasks that a text may say or not, so that no demand is on them. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = { 'data-to-text/sales-note': ['three'] }

/** A text with one figure changed, or one name that the task says. */
function textMutants({ id, full, reference }: ShardedTask): string[] {
  const names = [...new Set(full.match(NAME) ?? [])].filter((name) => reference.includes(name) && !OPTIONAL[id]?.includes(name))
  return [
    ...figuresOf(reference).map(({ index, figure }) => replaced(reference, index, figure, otherFigure(figure))),
    ...names.map((name) => reference.replaceAll(name, otherWord(name))),
  ]
}

/** A word with a capital letter within a sentence, or a number in letters. */
const NAME = /(?<=[\p{L}\p{N},:;] |"|\/ )\p{Lu}\p{L}+|(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten)(?!\p{L})/gu

/** Numbers and times in digits; not those that count the points of a list. */
function figuresOf(text: string): { readonly index: number; readonly figure: string }[] {
  return [...text.matchAll(/(?<![\d.,:])\d+(?:[.,:]\d+)*/g)].flatMap(({ 0: figure, index }) =>
    /^\d+\. $/.test(text.slice(text.lastIndexOf('\n', index) + 1, index + figure.length + 2)) ? [] : [{ index, figure }],
  )
}

function replaced(text: string, index: number, old: string, other: string): string {
  return text.slice(0, index) + other + text.slice(index + old.length)
}

function otherText(text: string): string {
  return /\d/.test(text) ? otherFigure(text) : otherWord(text)
}

/** Digits one higher, 9 becoming 1. */
function otherFigure(figure: string): string {
  return figure.replace(/\d/g, (digit) => String((Number(digit) % 9) + 1))
}

function otherWord(word: string): string {
  return word === word.toLowerCase() ? 'zebulon' : 'Zebulon'
}
