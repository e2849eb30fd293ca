import { present } from '../../core/base/collections.ts'
import type { GivingWay } from '../layout.ts'
import type { Content, Markup } from '../page/markup.ts'

/** Where blocks are shown: on a terminal, as markdown, on a page. */
export type Face = 'terminal' | 'markdown' | 'page'

/** A text of any origin, which each face makes harmless; bold where it is strong. */
export interface MarkedPhrase {
  readonly text: string
  readonly isStrong?: boolean
  /** Bold, and red where there are colours. */
  readonly isBad?: boolean
  /** What a page has in its place. */
  readonly html?: Content
}

/** What stands in a sentence or a cell. */
export type Phrase = string | MarkedPhrase

/** A label and what is said under it: a text, or short ones such as figures with their names, none of which is broken in two. */
export type Fact = readonly [label: string, said: string | readonly string[]]

/** A column of a table that is shown as a card a row on a phone. */
interface CardColumn {
  readonly head: string
  /** Whether it has figures, which stand under each other. */
  readonly isFigure?: boolean
}

/** A column, and the faces that show it. Default: all. */
export interface BlockColumn extends CardColumn {
  readonly on?: readonly Face[]
  /** What a page says below the head of a wide table. */
  readonly note?: string | undefined
}

/** A table; its first column names the rows. A terminal shows no head where all are empty. */
export interface TableBlock {
  readonly kind: 'table'
  /** What a screen reader says. */
  readonly label: string
  /** Columns of figures stand right, others left. */
  readonly columns: readonly BlockColumn[]
  readonly rows: readonly (readonly Phrase[])[]
  /** Columns that give way on a narrow terminal, the first first. Default: the names of the rows. */
  readonly givingWay?: readonly GivingWay[]
  /** Rows that a terminal shows before it says how many more there are. Default: all. */
  readonly most?: number
  /** It stands below what names it, without an empty line between them on a terminal. */
  readonly isTight?: boolean
  /** It has many columns: a terminal shows it in parts, a page lets it scroll. */
  readonly isWide?: boolean
}

/** What is said, in the order in which it is said. */
export type Block = (
  | {
      readonly kind: 'section'
      readonly title: string
      readonly id: string
      readonly blocks: readonly Block[]
      readonly isIndented?: boolean
    }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: Phrase; readonly tone?: 'note' | 'quiet' | 'warning' }
  | { readonly kind: 'list'; readonly texts: readonly Phrase[]; readonly isIndented?: boolean }
  /** Labels, each with what it is of. A terminal gives the labels `column` columns, by default 12. */
  | { readonly kind: 'facts'; readonly facts: readonly Fact[]; readonly column?: number }
  /** What is looked up: folded under a line, but on a terminal. */
  | { readonly kind: 'fold'; readonly summary: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'gap' }
  /** Says that simulated models took part; the head of a page says it by itself. */
  | { readonly kind: 'simulated' }
  /** What only a page can show. */
  | { readonly kind: 'html'; readonly html: Markup }
  /** What only a terminal can show: lines for its width. */
  | { readonly kind: 'lines'; lines(width: number): readonly string[] }
  | TableBlock
) & {
  /** Faces that show it. Default: all. */
  readonly on?: readonly Face[]
}

/** The text of a phrase. */
export function phraseText(phrase: Phrase): string {
  return typeof phrase === 'string' ? phrase : phrase.text
}

/** Sentences, each by itself; none for one that is not there. */
export function sentences(
  texts: readonly (Phrase | false | undefined)[],
  more: Pick<Extract<Block, { kind: 'text' }>, 'tone' | 'on'> = {},
): Block[] {
  return present(texts).map((text) => ({ kind: 'text', text, ...more }))
}

/** Columns by their heads; those from `figures` on have figures. */
export function columnsOf(heads: readonly string[], figures = 1): CardColumn[] {
  return heads.map((head, at) => ({ head, isFigure: at >= figures }))
}

/** A table without the columns that are empty in every row. */
export function withoutEmpty(table: TableBlock): TableBlock {
  return withColumns(table, (_, at) => table.rows.some((row) => phraseText(row[at] ?? '') !== ''))
}

/** Whether a face shows a block or a column. */
export function isOn(face: Face): (of: { readonly on?: readonly Face[] }) => boolean {
  return ({ on }) => on === undefined || on.includes(face)
}

/** A table with the columns that a face shows. */
export function tableOn(face: Face, table: TableBlock): TableBlock {
  return withColumns(table, isOn(face))
}

function withColumns({ columns, rows, givingWay, ...more }: TableBlock, isKept: (column: BlockColumn, at: number) => boolean): TableBlock {
  const kept = columns.flatMap((column, at) => (isKept(column, at) ? [at] : []))
  return {
    ...more,
    columns: columns.filter(isKept),
    rows: rows.map((row) => kept.map((at) => row[at] ?? '')),
    ...(givingWay && {
      givingWay: givingWay.flatMap((own) => (kept.includes(own.column) ? [{ ...own, column: kept.indexOf(own.column) }] : [])),
    }),
  }
}
