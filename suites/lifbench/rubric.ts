import type { Rubric } from '../../src/judges/rubric/rubric.ts'
import { explainAnswer } from './explain.ts'
import type { LifbenchItem } from './items.ts'
import { scoreAnswer } from './scoring/score.ts'

/** The official rubric of an item (LIFEval, paper section 4.1): passes at full marks. */
export function lifbenchRubric(item: LifbenchItem): Rubric {
  const { task, param, promptTail, context } = item
  return {
    points: Object.entries(task.points).map(([name, weight]) => ({ name, weight, title: task.pointTitles[name] ?? name })),
    threshold: 1,
    grade: (text) => scoreAnswer(text, { task, param, promptTail, facts: context.facts() }),
    explain: (text, grade) => explainAnswer(item, text, grade),
  }
}
