import { defineSuite } from '../../src/kit.ts'
import { llmbarLabel } from './metricLabel.ts'
import { llmbarRange } from './metricRange.ts'
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
  summarizer: async () => (await import('./summary.ts')).summarizeLlmbar,
  range: llmbarRange,
  isHeadline: (key) => key.startsWith('accuracy.') || key === 'agreement.average',
  lowerIsBetter: (key) => /null_rate|tie_rate|first_bias/.test(key),
  headline: { key: 'accuracy.average', label: 'accuracy, mean of the five subsets', unit: 'percent', range: [0, 100], digits: 1 },
  about: {
    title: 'LLMBar',
    question: 'Does the judge prefer the output that follows the instruction, whichever is shown first?',
    good: 'Higher is better. Chance is 50. People agree with the labels on 94 percent of the official pairs.',
  },
  means: async () => (await import('./means.ts')).llmbarMeanOf,
  labelOf: llmbarLabel,
  board: async () => (await import('./board.ts')).llmbarBoard,
  view: async () => (await import('./view.ts')).llmbarView,
  questions: async () => (await import('./questions.ts')).llmbarQuestions,
  officialData: async () => (await import('./officialData.ts')).llmbarOfficialData,
  drafts: async () => (await import('./draft/recipes.ts')).llmbarRecipes,
  fileScorer: async () => (await import('./scoreFile.ts')).llmbarFileScorer(),
})
