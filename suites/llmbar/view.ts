import { html, type SuiteView } from '../../src/kit.ts'
import { llmbarBoard } from './board.ts'
import { llmbarEvaluators } from './evaluatorsPicture.ts'
import { llmbarJudgements, llmbarRule } from './judgements.ts'
import { llmbarPictures } from './pictures.ts'
import { llmbarStrategies } from './strategiesPicture.ts'

/** LLMBar for people: its pictures, of one run and of several. */
export const llmbarView: SuiteView = {
  board: llmbarBoard,
  pictures: llmbarPictures,
  judgements: llmbarJudgements,
  rule: llmbarRule,
  comparePicture: (runs) => {
    const [evaluators, strategies] = [llmbarEvaluators(runs), llmbarStrategies(runs)]
    return evaluators || strategies ? html`${evaluators}${strategies}` : undefined
  },
}
