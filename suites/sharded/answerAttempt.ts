import { labelledLine } from './checks/labelledLine.ts'
import type { Reading } from './checks/reading.ts'
import { TextParts } from './checks/textParts.ts'
import type { ShardedTask } from './items.ts'
import { isTextKind } from './names.ts'
import { readingsOf } from './readingsOf.ts'

/** Of the words of the reference, those that a text must have to be taken for an answer. */
const LEAST_SHARE = 0.5

/**
 * Whether a reply attempts an answer, by its form alone (docs/suites/sharded.md, R4): JSON, a table, a labelled line with a number,
 * or a text at least half as long as the reference that does not end in a question. A heuristic: a long explanation counts as an
 * attempt at a text.
 */
export function isAttempt(task: ShardedTask, reply: string): boolean {
  return readingsOf(task, reply).some(
    (reading) => hasForm(task, reading) && (!isTextKind(task.kind) || !reading.text.asksLast || new TextParts(task.reference).asksLast),
  )
}

/**
 * Whether a last reply has the form of an answer at all. One that has not gets no points: not saying a word is not avoided by saying
 * nothing.
 */
export function hasForm(task: ShardedTask, reading: Reading): boolean {
  switch (task.kind) {
    case 'action':
    case 'json':
      return reading.json !== undefined
    case 'table':
      return reading.table !== undefined
    case 'arithmetic':
      return task.demands.some(({ check }) => 'label' in check && /\d/.test(labelledLine(reading.lines, check.label) ?? ''))
    default:
      return reading.text.words >= LEAST_SHARE * new TextParts(task.reference).words && !reading.text.onlyAsks
  }
}
