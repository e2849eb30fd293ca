import { criterion, type Grade, type ProgrammaticRubric, type Rubric, rubric } from 'holdfast'
import type { Item } from './items.js'

/** What an answer is scored on, and what each point weighs in the total. */
const POINTS = [
  { name: 'facts', title: 'facts named', weight: 3 },
  { name: 'brief', title: 'within the words asked for', weight: 1 },
] as const

/** Scores an answer. Pure, so that saved answers can be scored again. */
function score(answer: string, item: Item): Grade {
  const facts = item.facts.filter((wordings) => wordings.some((wording) => says(answer, wording))).length / item.facts.length
  // An answer that says nothing right is not brief but wrong: the empty one must get nothing.
  const brief = facts > 0 && countWords(answer) <= item.maxWords ? 1 : 0
  const points = { facts, brief }
  const weights = POINTS.reduce((sum, { weight }) => sum + weight, 0)
  return { points, total: POINTS.reduce((sum, { name, weight }) => sum + weight * points[name], 0) / weights }
}

/** The scoring of an item for `toPassRubric`, with what to print about an answer that loses points. */
export function itemRubric(item: Item): ProgrammaticRubric {
  return {
    points: POINTS,
    grade: (answer) => score(answer, item),
    explain: (answer) => ({
      asked: item.question,
      expected: item.reference,
      received: answer,
      evidence: {
        facts: item.facts
          .filter((wordings) => !wordings.some((wording) => says(answer, wording)))
          .map((wordings) => `not named: ${wordings.join(' or ')}`),
        brief: `${countWords(answer)} words, at most ${item.maxWords} asked for`,
      },
    }),
  }
}

/** The criteria of an item that a judge decides. An item without any has no such rubric. */
export function judgedRubric(item: Item): Rubric {
  return rubric(
    item.judged.map(({ criterion: name, simulated }) => criterion(name, { calibration: { simulated: simulatedFinding(simulated) } })),
  )
}

/** A pattern of `judged`, whatever the case: simulated judges find a criterion met in an answer that matches it. */
export function simulatedFinding(pattern: string): RegExp {
  return new RegExp(pattern, 'i')
}

/** Whether the answer has the wording as whole words, whatever the case and the white space. */
function says(answer: string, wording: string): boolean {
  const pattern = wording
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\s+')
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu').test(answer)
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}
