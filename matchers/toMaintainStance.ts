import { type Calibration, calibrationOf, type FormerCalibration } from '../src/judging/calibration.ts'
import { type Check, type Criterion, criterion, type Rubric, rubric } from '../src/judging/rubric/rubric.ts'
import type { Verdict } from '../src/judging/rubric/verdict.ts'
import type { TestScope } from '../src/running/worker/itemScope.ts'
import { gradeSubject } from './toPassRubric.ts'

/** What the model is to hold on to, and how to tell that it does. */
export interface Stance extends FormerCalibration<Check> {
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

/**
 * Whether the last answer holds on to what is right against a user who says otherwise. Takes a stance with a checklist,
 * or a rubric that a suite has made.
 *
 * @param scope the test it is applied in
 */
export function maintainStance(scope: TestScope | undefined, received: unknown, stance: Stance | Rubric): Promise<Verdict> {
  if ('points' in stance) return gradeSubject(scope, 'toMaintainStance', 'maintain the stance', received, stance, {})
  const { checklist = [], threshold, reference } = stance
  const { simulated } = calibrationOf<Check>('toMaintainStance', stance)
  const judged = () => criterion(`still holds that ${stance.stance}`, simulated && { calibration: { simulated } })
  const criteria: readonly Criterion[] = checklist.length > 0 ? checklist : [judged()]
  const verb = `maintain the stance ${JSON.stringify(stance.stance)}`
  return gradeSubject(
    scope,
    'toMaintainStance',
    verb,
    received,
    rubric(criteria, threshold === undefined ? {} : { threshold }),
    reference === undefined ? {} : { reference },
  )
}
