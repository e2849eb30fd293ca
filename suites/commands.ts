import type { ListedCommand } from '../src/running/worker/suiteCommand.ts'

/** The commands that suites have of their own. */
export const SUITE_COMMANDS: readonly ListedCommand[] = [
  {
    suite: 'kieval',
    name: 'contamination',
    summary: 'Flag models that answer better than they can explain.',
    load: async () => (await import('./kieval/commands/contamination.ts')).contaminationCommand,
  },
  {
    suite: 'kieval',
    name: 'evaluators',
    summary: 'Set evaluators of the same interviews side by side.',
    load: async () => (await import('./kieval/commands/evaluators.ts')).evaluatorsCommand,
  },
  {
    suite: 'kieval',
    name: 'leak-test',
    summary: 'Run kieval with the answers leaked into the context.',
    load: async () => (await import('./kieval/commands/leakTest.ts')).leakTestCommand,
  },
  {
    suite: 'llmbar',
    name: 'certify',
    summary: 'Measure a judge, and write its certificate.',
    load: async () => (await import('../src/tools/certify/certifyCommand.ts')).certifyCommand,
  },
  {
    suite: 'llmbar',
    name: 'strategies',
    summary: 'Measure a judge by every strategy of asking it.',
    load: async () => (await import('../src/tools/certify/strategiesCommand.ts')).strategiesCommand,
  },
  {
    suite: 'refutebench',
    name: 'refutations',
    summary: 'Set the figures of RefuteBench 2.0 beside those of 1.0.',
    load: async () => (await import('./refutebench/commands/refutations.ts')).refutationsCommand,
  },
]
