import type { LayOutBoard } from '../core/format/boardLayout.ts'
import type { CallRecord, ItemRecord } from '../core/format/records.ts'
import type { ComparedRun } from '../deciding/compare/comparedRun.ts'
import type { JudgementView } from './judgement.ts'
import type { Markup } from './page/markup.ts'
import type { PictureInput } from './page/pictures/input.ts'

/** How the dialogues and figures of a suite are shown to people. What it leaves out is shown as for any suite. */
export interface SuiteView {
  /** What to say beside the answers of an item's dialogue, by the candidate's call: which objection was kept or forgotten there. */
  findings?(record: ItemRecord): Readonly<Record<string, readonly string[]>>
  /** Number, from 1, of the objection that a candidate's call answers, where no refuter made it. */
  objectionOf?(call: string): number | undefined
  /** The candidate's call whose answer a judge's call is about. */
  judgedCall?(call: string): string | undefined
  /** The judgements of an item in words. Judges' calls that none of them names are shown as for any suite. */
  judgements?(record: ItemRecord, calls: readonly CallRecord[]): readonly JudgementView[]
  /** What the item's state was decided by, in words, where it is not its total against its threshold. */
  rule?(record: ItemRecord): string | undefined
  /** The name of a lost point in words. */
  lostPoint?(point: string): string
  /** The items that share a tag's value, in words. Undefined where the value means nothing across tasks: it is no slice then. */
  sliceName?(tag: string, value: string): string | undefined
  /** Pictures of a run. Undefined ones are left out. */
  pictures?(input: PictureInput): readonly (Markup | undefined)[]
  /** A picture of several runs, where there is something to see. */
  comparePicture?(runs: readonly ComparedRun[]): Markup | undefined
  /** How its figures are laid out over several models. Default: the headline and what runs are compared by. */
  readonly board?: LayOutBoard
}

/** The view of each suite, by its name; an empty one for a suite that has none. */
export type SuiteViews = (suite: string) => SuiteView
