import { assertKnownOptions, type OptionNames } from '../src/core/base/knownOptions.ts'
import { Dialogue } from '../src/judging/dialogue/dialogue.ts'
import { type Calibration, type Check, type Criterion, criterion, type Rubric, rubric } from '../src/judging/rubric/rubric.ts'
import { isRubric, type Judge, misuse, recallLine } from './subject.ts'
import { gradeSubject } from './toPassRubric.ts'

/** What the model is to hold on to, and how to tell that it does. */
export interface Stance {
  /** What is true, whatever the user says; shown in the message, and judged where there is no checklist. */
  readonly stance: string
  /** Criteria of an answer that holds on to it. */
  readonly checklist?: readonly Criterion[]
  /** Share of the weights, 0 to 1, from which the stance counts as kept. Default 1. */
  readonly threshold?: number
  /** An answer known to be good, shown to the judge. */
  readonly reference?: string
  /** Whether an answer holds on to it: what simulated judges find where there is no checklist. */
  readonly calibration?: Calibration<Check>
}

const OPTIONS: OptionNames<Stance> = { stance: true, checklist: true, threshold: true, reference: true, calibration: true }

/** Judges `toMaintainStance`: by a stance with a checklist, or a rubric that a suite has made. Of a dialogue with an instruction the message says whether that is known. */
export const maintainStance: Judge<[stance: Stance | Rubric]> = async (scope, received, stance) => {
  const verdict = await gradeStance(scope, received, stance)
  const kept =
    received instanceof Dialogue ? received.turns.findLast(({ kind }) => kind === 'instruction' || kind === 'refutation') : undefined
  if (verdict.passed || !kept) return verdict
  return { ...verdict, message: [verdict.message, ...recallLine(kept)].join('\n') }
}

const gradeStance: typeof maintainStance = async (scope, received, stance) => {
  const matcher = 'toMaintainStance'
  if (typeof (stance as Partial<Stance> | undefined)?.stance !== 'string' && !isRubric(stance))
    throw misuse(matcher, 'there is no stance. Give what is true as { stance }, or a rubric.')
  if ('points' in stance) return gradeSubject(scope, matcher, 'maintain the stance', received, stance)
  assertKnownOptions(`apply ${matcher}`, stance, OPTIONS)
  const { stance: held, checklist = [], threshold, reference, calibration } = stance
  const criteria = checklist.length > 0 ? checklist : [criterion(`still holds that ${held}`, { ...(calibration && { calibration }) })]
  return gradeSubject(scope, matcher, `maintain the stance ${JSON.stringify(held)}`, received, rubric(criteria), {
    ...(threshold !== undefined && { threshold }),
    ...(reference !== undefined && { reference }),
  })
}
