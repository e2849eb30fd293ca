import type { ListedCommand } from '../../src/kit.ts'

/** Its own commands, as the list shows them. */
export const kievalCommands: readonly ListedCommand[] = [
  {
    suite: 'kieval',
    name: 'contamination',
    summary: 'Flag models that answer better than they can explain.',
    load: async () => (await import('./commands/contamination.ts')).contaminationCommand,
  },
  {
    suite: 'kieval',
    name: 'evaluators',
    summary: 'Set evaluators of the same interviews side by side.',
    load: async () => (await import('./commands/evaluators.ts')).evaluatorsCommand,
  },
  {
    suite: 'kieval',
    name: 'leak-test',
    summary: 'Run kieval with the answers leaked into the context.',
    load: async () => (await import('./commands/leakTest.ts')).leakTestCommand,
  },
]
