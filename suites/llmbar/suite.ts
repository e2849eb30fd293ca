import type { SuiteDefinition } from '../../src/suite.ts'
import { llmbarOptions } from './options.ts'

/** LLMBar for configuration and command line; what is heavy loads when asked for. */
export const llmbarSuite: SuiteDefinition = {
  name: 'llmbar',
  options: llmbarOptions,
  roles: ['judge'],
  plan: async (config) => (await import('./planSummary.ts')).planSummary(config),
  summarize: async (records) => (await import('./summary.ts')).summarizeLlmbar(records),
  fileScorer: async () => (await import('./scoreFile.ts')).llmbarFileScorer(),
}
