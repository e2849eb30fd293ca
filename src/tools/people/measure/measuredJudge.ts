import type { ShownText } from '../../../kit.ts'
import type { CriterionAgreement } from '../agreement/criteria.ts'
import type { JudgeAgreement } from '../agreement/judgeAgreement.ts'

/** A labelled answer on which the judge differs from the labels. */
export interface Disagreement {
  readonly id: string
  readonly judge: number
  readonly human: number
  /** Raters of the answer, and the share of them who say what `human` is: 1 where all of them are against the judge. */
  readonly raters: number
  readonly agree: number
  readonly slice?: string
  readonly criterion?: string
}

/** A judge against labels, over all answers and over each slice. */
export interface MeasuredJudge extends JudgeAgreement {
  readonly slices: Readonly<Record<string, JudgeAgreement>>
  /** Criteria of a checklist that recur in several items, the one that the judge is worst at first. */
  readonly criteria?: readonly CriterionAgreement[]
  /** Ids whose raters said yes and no equally often. */
  readonly tied: readonly string[]
  /** Those that differ most first; of those that differ as much, those first on which the raters agree most. */
  readonly disagreements: readonly Disagreement[]
}

/** One kind of question of one suite, measured. */
export interface JudgeSection {
  /** Suite and kind; absent for labels of the simple form, which tell neither. */
  readonly title?: string
  /** Name of the other judge, where the labels are a judge's and not people's. */
  readonly otherJudge?: string
  readonly measured: MeasuredJudge
  /** What was shown of a disagreement, by its id. */
  readonly textsOf?: (id: string) => readonly ShownText[] | undefined
}

/** All that a measuring of a judge says. */
export interface JudgeReport {
  readonly sections: readonly JudgeSection[]
  /** What was left out, and why, as sentences. */
  readonly notes: readonly string[]
  readonly simulated: boolean
}
