import { defineSuite } from '../../src/kit.ts'
import { lifbenchLabel } from './metricLabel.ts'
import { lifbenchRange } from './metricRange.ts'
import { lifbenchOfficialData } from './officialData.ts'
import { openLifbench } from './openSuite.ts'
import { lifbenchOptions } from './options.ts'
import { lifbenchFileScorer } from './scoreFile.ts'
import { lifbenchStratum } from './strata.ts'
import { lifbenchView } from './view.ts'

/** LIFBench: instructions in long contexts, scored by programs, and how stable the scores are. */
export const lifbenchSuite = defineSuite({
  name: 'lifbench',
  scoring: 2,
  options: lifbenchOptions,
  roles: { candidate: { temperature: 0 } },
  open: openLifbench,
  summarizer: async () => (await import('./summary.ts')).summarizeLifbench,
  withoutSome: async () => (await import('./summary.ts')).lifbenchWithout,
  completer: async () => (await import('./summary.ts')).completeLifbench,
  range: lifbenchRange,
  stratumOf: lifbenchStratum,
  isHeadline: (key) => key.startsWith('ars.') || key === 'strict.overall',
  lowerIsBetter: (key) => key.startsWith('ifs.'),
  headline: { key: 'ars.overall', label: 'overall score, weighted', unit: 'share of points', range: [0, 1], digits: 3 },
  about: {
    title: 'LIFBench',
    question: 'Does the model follow exact instructions in a long context?',
    good: 'Higher is better. Wrong answers of the right form get about 0.70. gpt-4o gets 0.758 on the official items.',
  },
  means: async () => (await import('./means.ts')).lifbenchMeanOf,
  labelOf: lifbenchLabel,
  view: lifbenchView,
  files: { official: lifbenchOfficialData, scorer: lifbenchFileScorer },
})
