import type { SuiteDefinition } from '../../src/config/suite.ts'
import { llmbarRange } from './metricRange.ts'
import { llmbarOptions } from './options.ts'

/** LLMBar for configuration and command line; what is heavy loads when asked for. */
export const llmbarSuite: SuiteDefinition = {
  name: 'llmbar',
  options: llmbarOptions,
  roles: ['judge'],
  plan: async (config) => (await import('./planSummary.ts')).planSummary(config),
  scoring: 1,
  summarizer: async () => (await import('./summary.ts')).summarizeLlmbar,
  range: llmbarRange,
  isHeadline: (key) => key.startsWith('accuracy.') || key === 'agreement.average',
  lowerIsBetter: (key) => /null_rate|tie_rate|first_bias/.test(key),
  fileScorer: async () => (await import('./scoreFile.ts')).llmbarFileScorer(),
  officialData: async () => (await import('./officialData.ts')).llmbarOfficialData,
}
