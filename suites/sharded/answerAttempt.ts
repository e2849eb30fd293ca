import { jsonValue } from './checks/jsonValue.ts'
import { labelledLine } from './checks/labelledLine.ts'
import { markdownTable } from './checks/markdownTable.ts'
import { textSize } from './checks/textCheck.ts'
import type { ShardedTask } from './items.ts'

/** Of the words of the reference, those that a text must have to be taken for an answer. */
const LEAST_SHARE = 0.5

/**
 * Whether a reply attempts an answer, by its form alone (docs/suites/sharded.md, R4): JSON, a table, a labelled line with a number,
 * or a text at least half as long as the reference that does not end in a question. A heuristic: a long explanation counts as an
 * attempt at a text.
 */
export function isAttempt(task: ShardedTask, reply: string): boolean {
  if (!hasForm(task, reply)) return false
  return !isText(task) || !textSize(reply).asksLast || textSize(task.reference).asksLast
}

/**
 * Whether a last reply has the form of an answer at all. One that has not gets no points: not saying a word is not avoided by saying
 * nothing.
 */
export function hasForm(task: ShardedTask, reply: string): boolean {
  switch (task.kind) {
    case 'action':
    case 'json':
      return jsonValue(reply) !== undefined
    case 'table':
      return markdownTable(reply) !== undefined
    case 'arithmetic':
      return task.demands.some(({ check }) => 'label' in check && /\d/.test(labelledLine(reply, check.label) ?? ''))
    default: {
      const { words, onlyAsks } = textSize(reply)
      return words >= LEAST_SHARE * textSize(task.reference).words && !onlyAsks
    }
  }
}

function isText({ kind }: ShardedTask): boolean {
  return kind === 'text' || kind === 'data-to-text'
}
