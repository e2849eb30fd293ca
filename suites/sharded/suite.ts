import { defineSuite } from '../../src/kit.ts'
import { shardedOptions } from './options.ts'

/** Sharded instructions: does a model get lost when a task arrives in pieces? Programs check, without a judge. */
export const shardedSuite = defineSuite({
  name: 'sharded',
  options: shardedOptions,
  requests: { candidate: { temperature: 1 } },
  roles: ['candidate'],
  open: async (run) => (await import('./openSuite.ts')).openSharded(run),
  summary: { load: async () => (await import('./summary.ts')).shardedSummary },
  about: {
    title: 'Sharded instructions',
    question: 'Does the model get lost when a task arrives in pieces?',
    good: 'Higher is better; read it beside the score of the same tasks in one message. Wrong answers of the right form get about 26.',
  },
  view: async () => (await import('./view.ts')).shardedView,
})
