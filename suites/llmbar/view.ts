import type { SuiteView } from '../../src/report/suiteView.ts'
import { llmbarPictures } from './pictures.ts'
import { llmbarStrategies } from './strategiesPicture.ts'

/** LLMBar for people: its pictures, of one run and of several. */
export const llmbarView: SuiteView = {
  pictures: llmbarPictures,
  comparePicture: llmbarStrategies,
}
