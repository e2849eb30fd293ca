import { defineSuite } from '../../src/kit.ts'
import { lifbenchOptions } from './options.ts'
import { lifbenchStratum } from './strata.ts'

/** LIFBench: instructions in long contexts, scored by programs, and how stable the scores are. */
export const lifbenchSuite = defineSuite({
  name: 'lifbench',
  scoring: 2,
  options: lifbenchOptions,
  requests: { candidate: { temperature: 0 } },
  roles: ['candidate'],
  open: async (run) => (await import('./openSuite.ts')).openLifbench(run),
  summary: { load: async () => (await import('./summary.ts')).lifbenchSummary },
  stratumOf: lifbenchStratum,
  about: {
    title: 'LIFBench',
    question: 'Does the model follow exact instructions in a long context?',
    good: 'Higher is better. Wrong answers of the right form get about 0.70. gpt-4o gets 0.758 on the official items.',
  },
  board: async () => (await import('./board.ts')).lifbenchBoard,
  view: async () => (await import('./view.ts')).lifbenchView,
  officialData: async () => (await import('./officialData.ts')).lifbenchOfficialData,
  fileScorer: async (inputPath, dataFolder) => (await import('./scoreFile.ts')).lifbenchFileScorer(inputPath, dataFolder),
})
