import { llmbarJudgements, llmbarRule } from '../../../../suites/llmbar/judgements.ts'
import { llmbarPictures } from '../../../../suites/llmbar/pictures.ts'
import type { SuiteView } from '../../../kit.ts'

/** A file of pairs for people: as LLMBar is shown. */
export const pairFileView: SuiteView = { pictures: llmbarPictures, judgements: llmbarJudgements, rule: llmbarRule }
