import { counted, dataError, type ShownText, singleLine, usageError } from '../../../kit.ts'
import type { CorrectionMethod } from '../agreement/corrected.ts'
import { criteriaOf, type JudgeAgreement, judgeAgreement } from '../agreement/judgeAgreement.ts'
import { type JudgedUnit, judgedUnits } from '../agreement/judgedUnit.ts'
import type { JudgedLine } from '../labels/label.ts'
import type { UnaskedLine } from './judgedSource.ts'

/** What people say where no judge was asked: the mean of their labels, and how far they agree. */
export type MeasuredPeople = ReturnType<typeof measurePeople>

/** One kind of question of one suite, measured. */
export interface JudgeSection {
  readonly title: string
  /** Models that gave the verdicts, where they are known. */
  readonly models?: readonly string[]
  /** Name of the other judge, where the labels are a judge's and not people's. */
  readonly otherJudge?: string
  readonly measured: ReturnType<typeof measureJudge>
  /** Whether its answers are those that were drawn, and not the whole run. */
  readonly isSample?: boolean
  /** What was shown of a disagreement, by its id. */
  readonly textsOf?: (id: string) => readonly ShownText[] | undefined
}

/** All that a measuring of a judge says. */
export interface JudgeReport {
  readonly sections: readonly JudgeSection[]
  /** Kinds of questions that have no verdict; `isAsked` where a judge was asked, and gave no usable reply. */
  readonly people?: readonly { readonly title: string; readonly isAsked: boolean; readonly said: MeasuredPeople }[]
  /** What was left out, and why, as sentences. */
  readonly notes: readonly string[]
  readonly simulated: boolean
}

/**
 * The figures of a judge by lines of one kind, as a whole and by slice.
 *
 * @param where the labels are from, for errors.
 * @param isSample whether the lines are those that were drawn, and not the whole run.
 * @throws HoldfastError where lines of an answer differ, where some labels have a chance of being drawn and some have none, and
 *   where ratings are to be corrected by lee.
 */
export function measureJudge(labels: readonly JudgedLine[], where: string, method: CorrectionMethod | undefined, isSample = false) {
  const all = judgedUnits(labels, isSample)
  const { unlike, unweighted, units, binary, tied } = all
  if (unlike[0] !== undefined)
    throw dataError(`Failed to read the labels of ${where}: lines of "${unlike[0]}" differ in judge. Give each its own id.`)
  if (unweighted[0] !== undefined)
    throw dataError(
      `Failed to weight the labels of ${where}: ${counted(unweighted.length, 'labelled answer')} without a probability beside others with one, first ${singleLine(unweighted[0])}. Give the key of all labels.`,
    )
  if (method === 'lee' && !binary) throw usageError(`Failed to correct ${where} by lee: it takes labels of 0 and 1 only. Use --method ppi.`)
  const names = [...new Set(units.flatMap(({ slice }) => (slice === undefined ? [] : [slice])))].sort()
  const ofSlice = (name: string) => judgeAgreement({ ...all, units: units.filter(({ slice }) => slice === name) }, method)
  const criteria = criteriaOf(units)
  return {
    ...judgeAgreement(all, method),
    slices: Object.fromEntries(names.map((name) => [name, ofSlice(name)])),
    /** Criteria of a checklist that recur in several items, the one that the judge is worst at first. */
    ...(criteria.length > 0 && { criteria }),
    /** Ids whose raters said yes and no equally often. */
    tied,
    /** Those that differ most first; of those that differ as much, those first on which the raters agree most. */
    disagreements: disagreementsOf(units),
  }
}

/** The figures of labels by themselves, as a whole and by slice. Throws as {@link measureJudge}. */
export function measurePeople(labels: readonly UnaskedLine[], where: string) {
  const ofPeople = ({ labelled, human, people }: JudgeAgreement) => ({ labelled, human, ...(people && { people }) })
  const { slices, ...whole } = measureJudge(
    // Nothing is read off the verdict that is made up here.
    labels.map((label) => ({ ...label, judge: 0 })),
    where,
    'ppi',
  )
  return { ...ofPeople(whole), slices: Object.fromEntries(Object.entries(slices).map(([name, slice]) => [name, ofPeople(slice)])) }
}

/**
 * Where judge and people differ: the largest difference first, then what raters agree on most, then what most of them said. A
 * judge against unanimous people is more likely wrong than one against a majority.
 */
function disagreementsOf(units: readonly JudgedUnit[]) {
  const distance = ({ judge, human }: { readonly judge: number; readonly human: number }) => Math.abs(judge - human)
  return units
    .flatMap(({ id, judge, human, ratings, slice, criterion }) => {
      if (human === undefined || human === judge) return []
      const most = Math.max(...ratings.map((value) => ratings.filter((other) => other === value).length))
      const place = { ...(slice !== undefined && { slice }), ...(criterion !== undefined && { criterion }) }
      // `agree` is the share of the raters who say what `human` is: 1 where all of them are against the judge.
      return [{ id, judge, human, raters: ratings.length, agree: most / ratings.length, ...place }]
    })
    .sort((one, other) => distance(other) - distance(one) || other.agree - one.agree || other.raters - one.raters)
}
