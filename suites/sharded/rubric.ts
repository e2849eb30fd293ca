import type { ProgrammaticRubric } from '../../src/judges/rubric/rubric.ts'
import { hasForm } from './answerAttempt.ts'
import { meets } from './checks/check.ts'
import type { ShardedTask } from './items.ts'
import { wrongAnswer } from './wrong.ts'

/** The rubric of a task: each demand is a point. The same for all forms. A reply without the form of an answer gets none. */
export function shardedRubric(task: ShardedTask): ProgrammaticRubric {
  const all = task.demands.reduce((sum, { weight }) => sum + weight, 0)
  return {
    points: task.demands.map(({ name, weight }) => ({ name, weight })),
    grade: (text) => {
      const formed = hasForm(task, text)
      const points = Object.fromEntries(task.demands.map(({ name, check }) => [name, formed && meets(check, text) ? 1 : 0]))
      return { points, total: task.demands.reduce((sum, { name, weight }) => sum + weight * (points[name] ?? 0), 0) / all }
    },
    explain: (text, { points }) => ({
      asked: task.full,
      expected: `for instance ${task.reference}`,
      received: text,
      evidence: Object.fromEntries(
        task.demands.flatMap(({ name, check }) => (points[name] === 1 ? [] : [[name, evidence(task, text, check)]])),
      ),
    }),
  }
}

function evidence(task: ShardedTask, text: string, check: unknown): string {
  return hasForm(task, text) ? `does not meet ${JSON.stringify(check)}` : 'the reply has not the form of an answer'
}

/** What a wrong answer of the right form gets, under the names of an item's scores. */
export function shardedFloor(task: ShardedTask): Readonly<Record<string, number>> {
  return { total: shardedRubric(task).grade(wrongAnswer(task)).total }
}
