import { Port } from '../core/base/port.ts'
import { counted } from '../core/base/text/counted.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import type { StratumOf } from '../core/stats/clusters.ts'
import type { Figures } from '../core/stats/summary/metric.ts'
import type { SuiteQuestions } from '../judging/questions/labelQuestion.ts'

/** A record with what it would be if the judge had said what people said. */
export interface LabelledRecord {
  /** As the judge made it; one of the run's records. */
  readonly record: ItemRecord
  readonly people: ItemRecord
  /** As it would be with the lowest and with the highest value of every scale. */
  readonly extremes: readonly [ItemRecord, ItemRecord]
  /** The chance it had of being labelled, above 0 and at most 1; undefined for the same chance for all. */
  readonly probability?: number | undefined
}

/** What metrics are corrected by. */
export interface CorrectionInput {
  /** All records of the suite, each item's trials together. */
  readonly records: readonly ItemRecord[]
  readonly labelled: readonly LabelledRecord[]
  /** Records that were drawn with these and have no whole label: what people would say is not known. */
  readonly unlabelled?: readonly LabelledRecord[]
  /** From records to metrics; pure. */
  readonly summarize: (records: readonly ItemRecord[]) => Figures
  readonly stratumOf?: StratumOf | undefined
}

/** What people said of a run's records. */
export interface PeopleOfRun {
  /** Records of which all that decides their scores is labelled. */
  readonly labelled: readonly LabelledRecord[]
  /** Those of them that were drawn from all: metrics are corrected by these. */
  readonly drawn: readonly LabelledRecord[]
  /** Records that were drawn with these and have no label, or not all that a score needs. `people` is the judge's. */
  readonly unlabelled: readonly LabelledRecord[]
  readonly incomplete: number
  /** Records that are labelled and stand for no others: chosen for their doubt, or of no sheet that is this run's. They correct nothing. */
  readonly withoutChance: number
  /** Labels of the suite that are of another text than the run has, or of what it does not have. */
  readonly ofOthers: number
  /** Metrics as people would have them, by their own keys; those alone that labels can change. */
  readonly correct: (input: CorrectionInput) => Figures
}

/** Labels of people that a run has, counted. */
export type PeopleCounts = NonNullable<ScoresDocument['run']['labels']>[string]

/** Labels that correct nothing, each kind in a few words. */
export function notCounted({
  incomplete,
  withoutChance,
  ofOthers,
}: Pick<PeopleCounts, 'incomplete' | 'withoutChance' | 'ofOthers'>): string[] {
  return [
    ...(incomplete > 0 ? [`${counted(incomplete, 'item')} labelled in part`] : []),
    ...(withoutChance > 0 ? [`${counted(withoutChance, 'item')} of no sample of this run`] : []),
    ...(ofOthers > 0 ? [`${counted(ofOthers, 'label')} of another text`] : []),
  ]
}

/** Whose labels are looked for. */
export interface PeopleAsked {
  readonly suite: string
  /** What the suite asks people; without `relabel` labels correct nothing. */
  readonly questions: SuiteQuestions | undefined
  readonly records: readonly ItemRecord[]
  /** Folder with `reports/labels`. */
  readonly root: string
  /** Folders of the run, or of its parts, with the calls. */
  readonly folders: readonly string[]
}

/** A run's labelled records as people would have them; undefined without labels that count. Throws HoldfastError for unreadable ones. */
export type LabelledRecords = (asked: PeopleAsked) => Promise<PeopleOfRun | undefined>

/** Where labels of people come from. */
export const people: Port<LabelledRecords> = new Port<LabelledRecords>()
