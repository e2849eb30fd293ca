import type { Grade, ProgrammaticRubric } from '../../src/kit.ts'
import { hasForm } from './answerAttempt.ts'
import { meets } from './checks/check.ts'
import type { Reading } from './checks/reading.ts'
import type { ShardedTask } from './items.ts'
import { readingsOf } from './readingsOf.ts'
import { wrongAnswer } from './wrong.ts'

/**
 * The rubric of a task: each demand is a point. The same for all forms. A reply without the form of an answer gets none. Where a reply
 * may be read in several ways, the one that meets most counts.
 */
export function shardedRubric(task: ShardedTask): ProgrammaticRubric {
  const grade = (reply: string) =>
    readingsOf(task, reply)
      .map((reading) => gradeReading(task, reading))
      .reduce((best, one) => (one.total > best.total ? one : best))
  return {
    points: task.demands.map(({ name, weight }) => ({ name, weight })),
    grade,
    explain: (reply, { points }) => ({
      asked: task.full,
      expected: `for instance ${task.reference}`,
      received: reply,
      evidence: Object.fromEntries(
        task.demands.flatMap(({ name, check }) => (points[name] === 1 ? [] : [[name, evidence(task, reply, check)]])),
      ),
    }),
  }
}

/** The points of a reply read in one way. */
function gradeReading(task: ShardedTask, reading: Reading): Grade {
  const all = task.demands.reduce((sum, { weight }) => sum + weight, 0)
  const formed = hasForm(task, reading)
  const points = Object.fromEntries(task.demands.map(({ name, check }) => [name, formed && meets(check, reading) ? 1 : 0]))
  return { points, total: task.demands.reduce((sum, { name, weight }) => sum + weight * (points[name] ?? 0), 0) / all }
}

function evidence(task: ShardedTask, reply: string, check: unknown): string {
  const formed = readingsOf(task, reply).some((reading) => hasForm(task, reading))
  return formed ? `does not meet ${JSON.stringify(check)}` : 'the reply has not the form of an answer'
}

/** What a wrong answer of the right form gets, under the names of an item's scores. */
export function shardedFloor(task: ShardedTask): Readonly<Record<string, number>> {
  return { total: shardedRubric(task).grade(wrongAnswer(task)).total }
}
