import type { SuiteDefinition } from '../../src/config/suite.ts'
import { refutebenchRange } from './metricRange.ts'
import { refutebenchOptions } from './options.ts'

/** RefuteBench 2.0 for configuration and command line; what is heavy loads when asked for. */
export const refutebenchSuite: SuiteDefinition = {
  name: 'refutebench',
  options: refutebenchOptions,
  roles: ['candidate', 'refuter', 'judge'],
  plan: async (config) => (await import('./planSummary.ts')).planSummary(config),
  scoring: 1,
  summarizer: async () => (await import('./summary.ts')).summarizeRefutebench,
  range: refutebenchRange,
  isHeadline: (key) => /^(?:transient|persistent)\.(?:\w+\.)?(?:satisfaction|forgetting|drift|turn3|c3)$/.test(key),
  lowerIsBetter: (key) => /forgetting|drift|unchanged|flagged/.test(key),
  fileScorer: async () => (await import('./scoreFile.ts')).refutebenchFileScorer(),
  reading: async () => (await import('./reading.ts')).refutebenchReading,
  officialData: async () => (await import('./officialData.ts')).refutebenchOfficialData,
}
