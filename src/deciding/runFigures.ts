import type { ItemRecord } from '../core/format/records.ts'
import { type FiguresAgainst, figuresOf, type SuiteResult } from './figures.ts'
import { people } from './people.ts'
import type { SuiteRules } from './suiteRules.ts'

/** What the figures of a run are computed by. */
export interface RunFiguresBy extends Omit<FiguresAgainst, 'people'> {
  /** Folders of the run, or of its parts; none for bare records. */
  readonly folders: readonly string[]
}

/**
 * The figures of a suite of a run, corrected by the labels of people that the project keeps.
 *
 * @throws HoldfastError for a baseline or a file of labels that cannot be read.
 */
export async function runFigures(
  rules: SuiteRules,
  records: readonly ItemRecord[],
  { gates, root, folders, ruleCount }: RunFiguresBy,
): Promise<SuiteResult> {
  // Without a way back from labels to scores nothing is read.
  const labelled =
    rules.questions?.relabel && (await (await people.open())?.({ suite: rules.name, questions: rules.questions, records, root, folders }))
  return figuresOf(rules, records, { gates, root, people: labelled, ruleCount })
}
