import { defineSuite } from '../../src/kit.ts'
import { llmbarOptions } from './options.ts'

/** LLMBar: how good the judge itself is, on pairs of outputs of which people have said the better one. */
export const llmbarSuite = defineSuite({
  name: 'llmbar',
  // 2: the strict reading reads what a person reads.
  scoring: 2,
  options: llmbarOptions,
  requests: { judge: { temperature: 0 } },
  roles: ['judge'],
  open: async (run) => (await import('./openSuite.ts')).openLlmbar(run),
  summary: { load: async () => (await import('./summary.ts')).llmbarSummary },
  about: {
    title: 'LLMBar',
    question: 'Does the judge prefer the output that follows the instruction, whichever is shown first?',
    good: 'Higher is better. Chance is 50. People agree with the labels on 94 percent of the official pairs.',
  },
  board: async () => (await import('./board.ts')).llmbarBoard,
  view: async () => (await import('./view.ts')).llmbarView,
  questions: async () => (await import('./questions.ts')).llmbarQuestions,
  officialData: async () => (await import('./officialData.ts')).llmbarOfficialData,
  drafts: async () => (await import('./draft/recipes.ts')).llmbarRecipes,
  fileScorer: async () => (await import('./scoreFile.ts')).llmbarFileScorer(),
  commands: async () => [
    (await import('../../src/tools/certify/certifyCommand.ts')).certifyCommand,
    (await import('../../src/tools/certify/strategiesCommand.ts')).strategiesCommand,
  ],
})
