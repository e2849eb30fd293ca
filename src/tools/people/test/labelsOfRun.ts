import type { SuiteOutcome } from '../../../../test/runSuite.ts'
import { latestRecords } from '../../../core/format/records.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { type LabelQuestion, questionHash, type SuiteQuestions } from '../../../judging/questions/labelQuestion.ts'
import type { Label } from '../labels/label.ts'
import { runQuestions } from '../labels/runQuestions.ts'

/** What each rater says of a question, by its place in the run; undefined for nothing. */
export type Raters = Readonly<Record<string, (question: LabelQuestion, index: number) => number | undefined>>

/** Ann says what the judge said. */
export const ANN_AGREES: Raters = { ann: ({ judge }) => judge }

/** Labels of a run that stands in a folder. */
export function labelsOfRun(outcome: SuiteOutcome, path: string, questions: SuiteQuestions, raters: Raters): Label[] {
  const asked = [...runQuestions(runFolder(path), latestRecords(outcome.records), () => questions)]
  return asked
    .flatMap(({ record: { suite, item, trial }, questions: own }) => own.map((question) => ({ place: { suite, item, trial }, question })))
    .flatMap(({ place, question }, index) =>
      Object.entries(raters).flatMap(([rater, says]) => {
        const value = says(question, index)
        return value === undefined ? [] : [{ ...place, question: question.question, sha256: questionHash(question), rater, value }]
      }),
    )
}
