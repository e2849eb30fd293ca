import { defineSuite } from '../../src/kit.ts'
import { lifbenchOfficialData } from './officialData.ts'
import { openLifbench } from './openSuite.ts'
import { lifbenchOptions } from './options.ts'
import { lifbenchFileScorer } from './scoreFile.ts'
import { lifbenchStratum } from './strata.ts'
import { TASKS } from './tasks.ts'
import { lifbenchView } from './view.ts'

/** LIFBench: instructions in long contexts, scored by programs, and how stable the scores are. */
export const lifbenchSuite = defineSuite({
  name: 'lifbench',
  scoring: 2,
  options: lifbenchOptions,
  roles: { candidate: { temperature: 0 } },
  open: openLifbench,
  summary: { load: async () => (await import('./summary.ts')).lifbenchSummary },
  stratumOf: lifbenchStratum,
  about: {
    title: 'LIFBench',
    question: 'Does the model follow exact instructions in a long context?',
    good: 'Higher is better. Wrong answers of the right form get about 0.70. gpt-4o gets 0.758 on the official items.',
  },
  view: lifbenchView,
  files: {
    official: lifbenchOfficialData,
    scorer: lifbenchFileScorer,
    expressions: {
      tasks: TASKS.map(({ id }) => id),
      load: async (...given) => (await import('./expressions.ts')).templateOrigins(...given),
    },
  },
})
