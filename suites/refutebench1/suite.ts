import type { SuiteDefinition } from '../../src/config/suite.ts'
import { refutebench1Range } from './metricRange.ts'
import { refutebench1Options } from './options.ts'

/** RefuteBench 1.0 for configuration and command line; what is heavy loads when asked for. */
export const refutebench1Suite: SuiteDefinition = {
  name: 'refutebench1',
  options: refutebench1Options,
  roles: ['candidate'],
  plan: async (config) => (await import('./planSummary.ts')).planSummary(config),
  scoring: 1,
  summarizer: async () => (await import('./summary.ts')).summarizeRefutebench1,
  range: refutebench1Range,
  isHeadline: (key) => /^(?:(?:email|mt|qa)\.)?(?:FA|RR)$/.test(key),
  lowerIsBetter: (key) => /\.(?:skipped|conflicts)$/.test(key),
  fileScorer: async () => (await import('./scoreFile.ts')).refutebench1FileScorer(),
  reading: async () => (await import('./reading.ts')).refutebench1Reading,
  officialData: async () => (await import('./officialData.ts')).refutebench1OfficialData,
}
