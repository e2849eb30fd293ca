import type { SuiteDefinition } from '../../src/config/suite.ts'
import { fbBenchRange } from './metricRange.ts'
import { fbBenchOptions } from './options.ts'

/** FB-Bench for configuration and command line; what is heavy loads when asked for. */
export const fbBenchSuite: SuiteDefinition = {
  name: 'fb-bench',
  options: fbBenchOptions,
  roles: ['candidate', 'judge'],
  plan: async (config) => (await import('./planSummary.ts')).planSummary(config),
  scoring: 1,
  summarizer: async () => (await import('./summary.ts')).summarizeFbBench,
  range: fbBenchRange,
  isHeadline: (key) => /^(?:error_correction|response_maintenance|overall)$|\.task\./.test(key),
  fileScorer: async () => (await import('./scoreFile.ts')).fbBenchFileScorer(),
  reading: async () => (await import('./reading.ts')).fbBenchReading,
  officialData: async () => (await import('./officialData.ts')).fbBenchOfficialData,
}
