import { strip } from '../../../src/kit.ts'
import { type TaskDefinition, taskWeight } from '../tasks.ts'
import { scoreBatchLabel } from './batchLabel.ts'
import { scoreExtract } from './extract.ts'
import { scoreFindDuplicates } from './findDuplicates.ts'
import { scoreBlurElement, scoreListElement } from './listElement.ts'
import { scoreListMultiElement } from './listMultiElement.ts'
import { scoreQa } from './qa.ts'
import { scoreRepeat } from './repeat.ts'
import type {
  BatchLabelParam,
  ContextFacts,
  ElementParam,
  ExtractParam,
  FindDuplicatesParam,
  ListFacts,
  MultiDocFacts,
  MultiElementParam,
  OneDocFacts,
  QaParam,
  RawScore,
  RepeatParam,
} from './types.ts'

/** What an item's answer is scored against. */
export interface ScoringInput {
  readonly task: TaskDefinition
  readonly param: unknown
  readonly facts: ContextFacts
  /** The prompt from the end of the context on: the instruction and what surrounds it. Only MF reads it. */
  readonly promptTail: string
}

/** Scores of one answer, all in 0..1 except MF's `ori` and total, which official rules let exceed 1. */
export interface LifbenchScore {
  readonly points: Readonly<Record<string, number>>
  readonly total: number
}

/** ARS of one answer by the official rules (docs/suites/lifbench.md, R7). Never throws on any output. */
export function scoreAnswer(output: string, input: ScoringInput): LifbenchScore {
  const raw = rawScore(strip(output), input)
  const { task } = input
  const points = Object.fromEntries(Object.entries(task.points).map(([name, weight]) => [name, (raw.points[name] ?? 0) / weight]))
  return { points, total: raw.sum / taskWeight(task) }
}

/** The parameter's shape follows from the task; who builds an input (items.ts, scoreFile.ts) has validated it. */
function rawScore(out: string, { task, param, facts, promptTail }: ScoringInput): RawScore {
  switch (task.id) {
    case 'LSI':
    case 'LOI':
    case 'LOE':
      return scoreListElement(out, param as ElementParam, facts as ListFacts)
    case 'LBI':
    case 'LBE':
      return scoreBlurElement(out, param as ElementParam, facts as ListFacts)
    case 'LMI':
      return scoreListMultiElement(out, param as MultiElementParam, facts as ListFacts)
    case 'MB':
      return scoreBatchLabel(out, param as BatchLabelParam, facts as MultiDocFacts)
    case 'MF':
      return scoreFindDuplicates(out, param as FindDuplicatesParam, facts as MultiDocFacts, promptTail)
    case 'OR':
      return scoreRepeat(out, param as RepeatParam, facts as OneDocFacts)
    case 'OQ':
      return scoreQa(out, param as QaParam, facts as OneDocFacts)
    case 'OE':
      return scoreExtract(out, param as ExtractParam, facts as OneDocFacts)
  }
}
