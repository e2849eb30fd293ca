import type { SuiteDefinition } from '../../src/config/suite.ts'
import { lifbenchRange } from './metricRange.ts'
import { lifbenchOptions } from './options.ts'

/** LIFBench for configuration and command line; what is heavy loads when asked for. */
export const lifbenchSuite: SuiteDefinition = {
  name: 'lifbench',
  options: lifbenchOptions,
  roles: ['candidate'],
  plan: async (config) => (await import('./planSummary.ts')).planSummary(config),
  scoring: 1,
  summarizer: async () => (await import('./summary.ts')).summarizeLifbench,
  range: lifbenchRange,
  isHeadline: (key) => /^ars\./.test(key),
  lowerIsBetter: (key) => key.startsWith('ifs.'),
  fileScorer: async (inputPath, dataFolder) => (await import('./scoreFile.ts')).lifbenchFileScorer(inputPath, dataFolder),
  officialData: async () => (await import('./officialData.ts')).lifbenchOfficialData,
}
