import type { ListedCommand } from '../running/worker/suiteCommand.ts'

/** The verbs of the engine, as the lists show them; tools bring their own. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'plan',
    summary: 'What a run would do and cost, without a call.',
    load: async () => (await import('./plan.ts')).planCommand,
  },
  {
    name: 'init',
    summary: 'The plugin and a first test, a suite, or a job for CI.',
    load: async () => (await import('./init.ts')).initCommand,
  },
  {
    name: 'show',
    summary: 'The runs, one run, or one item with its conversation.',
    load: async () => (await import('./show.ts')).showCommand,
  },
  { name: 'compare', summary: 'Whether a run is better than another.', load: async () => (await import('./compare.ts')).compareCommand },
  { name: 'judge', summary: 'Whether the judge can be trusted.', load: async () => (await import('./judge.ts')).judgeCommand },
  {
    name: 'judge again',
    summary: 'Judge the answers of a run by another judge.',
    load: async () => (await import('./judgeAgain.ts')).judgeAgainCommand,
  },
  {
    name: 'merge',
    group: 'Runs',
    summary: 'Put the parts of a run together, and decide its gates.',
    load: async () => (await import('./merge.ts')).mergeCommand,
  },
  {
    name: 'score',
    group: 'Runs',
    summary: 'Score saved outputs, without a run.',
    load: async () => (await import('./score.ts')).scoreCommand,
  },
  {
    name: 'cache',
    group: 'Calls',
    summary: 'How many answers the cache holds.',
    load: async () => (await import('./cache.ts')).cacheCommand,
  },
  { name: 'cache clear', summary: 'Remove all answers.', load: async () => (await import('./cache.ts')).cacheClearCommand },
]
