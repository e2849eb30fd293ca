import { labelledLine } from './checks/labelledLine.ts'
import { Reading } from './checks/reading.ts'
import { TextParts } from './checks/textParts.ts'
import { writtenTexts } from './checks/writtenText.ts'
import type { ShardedTask } from './items.ts'

/** Of the words of the reference, those that a text must have to be taken for an answer. */
const LEAST_SHARE = 0.5

/** The readings of a reply: one, or for a task that asks for a text each text that the reply may be taken to hand over. */
export function readingsOf(task: ShardedTask, reply: string): Reading[] {
  return isText(task) ? writtenTexts(reply).map((text) => new Reading(reply, text)) : [new Reading(reply)]
}

/**
 * Whether a reply attempts an answer, by its form alone (docs/suites/sharded.md, R4): JSON, a table, a labelled line with a number,
 * or a text at least half as long as the reference that does not end in a question. A heuristic: a long explanation counts as an
 * attempt at a text.
 */
export function isAttempt(task: ShardedTask, reply: string): boolean {
  return readingsOf(task, reply).some(
    (reading) => hasForm(task, reading) && (!isText(task) || !reading.text.asksLast || new TextParts(task.reference).asksLast),
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

function isText({ kind }: ShardedTask): boolean {
  return kind === 'text' || kind === 'data-to-text'
}
