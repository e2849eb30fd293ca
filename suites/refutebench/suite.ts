import type { SuiteDefinition } from '../../src/suite.ts'
import { refutebenchOptions } from './options.ts'

/** RefuteBench 2.0 for configuration and command line; what is heavy loads when asked for. */
export const refutebenchSuite: SuiteDefinition = {
  name: 'refutebench',
  options: refutebenchOptions,
  roles: ['candidate', 'refuter', 'judge'],
  plan: async (config) => (await import('./planSummary.ts')).planSummary(config),
  summarize: async (records) => (await import('./summary.ts')).summarizeRefutebench(records),
  fileScorer: async () => (await import('./scoreFile.ts')).refutebenchFileScorer(),
  pins: async (record) => (await import('./pins.ts')).refutebenchPins(record),
}
