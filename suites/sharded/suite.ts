import { defineSuite } from '../../src/kit.ts'
import { shardedLabel } from './metricLabel.ts'
import { shardedRange } from './metricRange.ts'
import { openSharded } from './openSuite.ts'
import { shardedOptions } from './options.ts'
import { shardedView } from './view.ts'

/** Sharded instructions: does a model get lost when a task arrives in pieces? Programs check, without a judge. */
export const shardedSuite = defineSuite({
  name: 'sharded',
  options: shardedOptions,
  roles: { candidate: { temperature: 1 } },
  open: openSharded,
  summarizer: async () => (await import('./summary.ts')).summarizeSharded,
  range: shardedRange,
  isHeadline: (key) => /^(?:full|concat|sharded|(?:loss|aptitude|unreliability)\.(?:full|concat|sharded))$/.test(key),
  lowerIsBetter: (key) => /^(?:loss|unreliability)\.|^premature/.test(key),
  headline: { key: 'sharded', label: 'one piece a turn: score', unit: 'percent', range: [0, 100], digits: 1 },
  about: {
    title: 'Sharded instructions',
    question: 'Does the model get lost when a task arrives in pieces?',
    good: 'Higher is better; read it beside the score of the same tasks in one message. Wrong answers of the right form get about 26.',
  },
  labelOf: shardedLabel,
  means: async () => (await import('./means.ts')).shardedMeanOf,
  view: shardedView,
})
