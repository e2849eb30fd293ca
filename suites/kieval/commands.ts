import type { ListedCommand } from '../../src/kit.ts'

const listed = (name: string, summary: string, load: ListedCommand['load']): ListedCommand => ({ suite: 'kieval', name, summary, load })

/** Its own commands, as the list shows them. */
export const kievalCommands: readonly ListedCommand[] = [
  listed(
    'contamination',
    'Flag models that answer better than they can explain.',
    async () => (await import('./commands/contamination.ts')).contaminationCommand,
  ),
  listed(
    'evaluators',
    'Set evaluators of the same interviews side by side.',
    async () => (await import('./commands/evaluators.ts')).evaluatorsCommand,
  ),
  listed(
    'leak-test',
    'Run kieval with the answers leaked into the context.',
    async () => (await import('./commands/leakTest.ts')).leakTestCommand,
  ),
]
