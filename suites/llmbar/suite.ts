import { defineSuite } from '../../src/worker/suite.ts'
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
  headline: { key: 'accuracy.average', label: 'accuracy, percent, mean of the five', range: [0, 100], digits: 1 },
  view: async () => (await import('./view.ts')).llmbarView,
  officialData: async () => (await import('./officialData.ts')).llmbarOfficialData,
  fileScorer: async () => (await import('./scoreFile.ts')).llmbarFileScorer(),
  commands: async () => [
    (await import('./commands/certify.ts')).certifyCommand,
    (await import('./commands/strategies.ts')).strategiesCommand,
  ],
})
