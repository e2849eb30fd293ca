import type { Rubric } from '../../src/kit.ts'
import { explainAnswer } from './explain.ts'
import type { LifbenchItem } from './items.ts'
import { type ScoringInput, scoreAnswer } from './scoring/score.ts'
import { strictScore } from './scoring/strict.ts'

/** Room for rounding in a point at its maximum. */
const TOLERANCE = 1e-6

/** The official rubric of an item (LIFEval, paper section 4.1): passes at full marks. */
export function lifbenchRubric(item: LifbenchItem): Rubric {
  const { task } = item
  return {
    points: Object.entries(task.points).map(([name, weight]) => ({ name, weight, title: task.pointTitles[name] ?? name })),
    threshold: 1,
    grade: (text) => {
      const grade = scoreAnswer(text, inputOf(item))
      // What a point has over its maximum cannot stand in for what another lacks (docs/suites/lifbench.md, Q2).
      return { ...grade, passes: Object.values(grade.points).every((point) => point > 1 - TOLERANCE) }
    },
    explain: (text, grade) => explainAnswer(item, text, grade),
  }
}

/** Scores of a wrong answer in the right form: what the official rules pay for the form alone. */
export function lifbenchFloor(item: LifbenchItem): Readonly<Record<string, number>> {
  const wrong = item.wrong()
  const { points, total } = scoreAnswer(wrong, inputOf(item))
  return { ...points, total, strict: strictScore(wrong, inputOf(item)) }
}

/** Whether an answer is right in full, 0 to 1 (docs/suites/lifbench.md, S1). */
export function lifbenchStrict(item: LifbenchItem, text: string): number {
  return strictScore(text, inputOf(item))
}

function inputOf({ task, param, promptTail, context }: LifbenchItem): ScoringInput {
  return { task, param, promptTail, facts: context.facts() }
}
