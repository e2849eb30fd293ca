import { defineSuite } from '../../src/kit.ts'
import { openSharded } from './openSuite.ts'
import { shardedOptions } from './options.ts'
import { shardedView } from './view.ts'

/** Sharded instructions: does a model get lost when a task arrives in pieces? Programs check, without a judge. */
export const shardedSuite = defineSuite({
  name: 'sharded',
  options: shardedOptions,
  roles: { candidate: { temperature: 1 } },
  open: openSharded,
  summary: { load: async () => (await import('./summary.ts')).shardedSummary },
  about: {
    title: 'Sharded instructions',
    question: 'Does the model get lost when a task arrives in pieces?',
    good: 'Higher is better; read it beside the score of the same tasks in one message. Wrong answers of the right form get about 26.',
  },
  view: shardedView,
})
