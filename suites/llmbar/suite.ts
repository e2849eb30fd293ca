import { defineSuite } from '../../src/kit.ts'
import { llmbarRecipes } from './draft/recipes.ts'
import { llmbarLabel } from './metricLabel.ts'
import { llmbarRange } from './metricRange.ts'
import { llmbarOfficialData } from './officialData.ts'
import { openLlmbar } from './openSuite.ts'
import { llmbarOptions } from './options.ts'
import { llmbarQuestions } from './questions.ts'
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
  view: llmbarView,
  people: llmbarQuestions,
  files: { official: llmbarOfficialData, drafts: llmbarRecipes, scorer: llmbarFileScorer },
})
