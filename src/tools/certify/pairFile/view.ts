import { pairJudgements, pairPictures, pairRule, type SuiteView } from '../../../kit.ts'

/** A file of pairs for people. */
export const pairFileView: SuiteView = {
  pictures: (input) => pairPictures(input, `chance is ${input.metrics['accuracy.all']?.floor} %`),
  judgements: pairJudgements,
  rule: pairRule,
}
