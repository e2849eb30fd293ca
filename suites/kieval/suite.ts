import type { SuiteDefinition } from '../../src/config/suite.ts'
import { kievalRange } from './metricRange.ts'
import { kievalOptions } from './options.ts'
import { withoutSet } from './withoutSet.ts'

/** KIEval for configuration and command line; what is heavy loads when asked for. */
export const kievalSuite: SuiteDefinition = {
  name: 'kieval',
  options: kievalOptions,
  roles: ['candidate', 'interactor', 'judge'],
  plan: async (config) => (await import('./planSummary.ts')).planSummary(config),
  scoring: 1,
  summarizer: async () => (await import('./summary.ts')).summarizeKieval,
  range: kievalRange,
  isHeadline: (key) => key.startsWith('score.') || key === 'accuracy',
  lowerIsBetter: (key) => /^(?:unparsable_rate$|dropped$|stop\.(?!none$))/.test(withoutSet(key)),
  fileScorer: async () => (await import('./scoreFile.ts')).kievalFileScorer(),
  reading: async () => (await import('./reading.ts')).kievalReading,
  officialData: async () => (await import('./officialData.ts')).kievalOfficialData,
}
