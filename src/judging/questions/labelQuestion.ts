import { createHash } from 'node:crypto'
import type { CallRecord, ItemRecord } from '../../core/format/records.ts'

/** A value that a rater can choose, and what it means. */
export interface ScalePoint {
  readonly value: number
  /** `Yes`, `5: follows it completely`. */
  readonly text: string
}

/** A text that a rater is shown. */
export interface ShownText {
  /** Whose text it is: `User`, `Assistant`, `Criterion`. It names no model. */
  readonly title: string
  readonly text: string
  /** Whether this is the text that is judged; the others are what came before it or what it is held against. */
  readonly isJudged?: boolean
}

/** One thing that people can be asked of an item, as the judge was asked. */
export interface LabelQuestion {
  /** Unique within the item's trial: the judge's call, and the part of it where one call judges several things (`verdict/2`). */
  readonly question: string
  /** Questions of one kind have one scale and are measured together: `criterion`, `satisfaction`, `accuracy`. */
  readonly kind: string
  /** What the rater is asked, as a sentence. */
  readonly ask: string
  /** What can be answered, the least value first. */
  readonly scale: readonly ScalePoint[]
  /** What the rater is shown, in order. */
  readonly shown: readonly ShownText[]
  /** The criterion in words, where the question is one of a checklist. */
  readonly criterion?: string | undefined
  /** The judge's value on the scale (of several votes their median); undefined where it said nothing usable or is not asked this. */
  readonly judge?: number | undefined
  /** The value of each vote of the judge, where there are several: how far they differ tells how doubtful the value is. */
  readonly votes?: readonly number[] | undefined
  readonly model?: string | undefined
}

/** What people can be asked of a suite's items, and what their answers would make of the scores. */
export interface SuiteQuestions {
  /** The questions of an item's trial, by its calls with their messages in the order they ended. Pure. */
  of(record: ItemRecord, calls: readonly CallRecord[]): readonly LabelQuestion[]
  /**
   * The record if the judge had given these values, perhaps between points of a scale; scores without theirs are left out, with the judge's
   * own it is the same. Pure. Without it labels correct no metric.
   */
  relabel?(record: ItemRecord, values: ReadonlyMap<string, number>, calls: readonly CallRecord[]): ItemRecord
}

/** A text that an answer is compared with word by word. */
export interface LabelReference {
  readonly text: string
  /** What it is, in words: `the reference answer of the item`. */
  readonly of: string
}

/** Hash of all that a rater is shown: a label counts only for a question of the same hash. */
export function questionHash({ ask, scale, shown }: Pick<LabelQuestion, 'ask' | 'scale' | 'shown'>): string {
  const all = [ask, scale.map(({ value, text }) => [value, text]), shown.map(({ title, text }) => [title, text])]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}

/** Yes and no, as 1 and 0. */
export const YES_NO: readonly ScalePoint[] = [
  { value: 0, text: 'No' },
  { value: 1, text: 'Yes' },
]

/** A scale of 1 to 5 with words at its ends and its middle. */
export function fivePoints(least: string, middle: string, most: string): readonly ScalePoint[] {
  const words = [least, '', middle, '', most]
  return words.map((word, index) => ({ value: index + 1, text: word === '' ? String(index + 1) : `${index + 1}: ${word}` }))
}
