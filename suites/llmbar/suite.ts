import { defineSuite, preferenceQuestions } from '../../src/kit.ts'
import { llmbarRecipes } from './draft/recipes.ts'
import { llmbarOfficialData } from './officialData.ts'
import { openLlmbar } from './openSuite.ts'
import { llmbarOptions } from './options.ts'
import { llmbarFileScorer } from './scoreFile.ts'
import { llmbarView } from './view.ts'

/** LLMBar: how good the judge itself is, on pairs of outputs of which people have said the better one. */
export const llmbarSuite = defineSuite({
  name: 'llmbar',
  // 2: the strict reading reads what a person reads.
  scoring: 2,
  options: llmbarOptions,
  roles: { judge: { temperature: 0 } },
  open: openLlmbar,
  summary: { load: async () => (await import('./summary.ts')).llmbarSummary },
  about: {
    title: 'LLMBar',
    question: 'Does the judge prefer the output that follows the instruction, whichever is shown first?',
    good: 'Higher is better. Chance is 50. People agree with the labels on 94 percent of the official pairs.',
  },
  view: llmbarView,
  people: preferenceQuestions,
  files: { official: llmbarOfficialData, drafts: llmbarRecipes, scorer: llmbarFileScorer },
})
