import type { SuiteView } from '../../../src/report/suiteView.ts'
import { llmbarJudgements, llmbarRule } from '../judgements.ts'
import { llmbarPictures } from '../pictures.ts'

/** A file of pairs for people: as LLMBar is shown. */
export const pairFileView: SuiteView = { pictures: llmbarPictures, judgements: llmbarJudgements, rule: llmbarRule }
