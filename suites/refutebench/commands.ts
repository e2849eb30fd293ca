import type { ListedCommand } from '../../src/kit.ts'

/** Its own commands, as the list shows them. */
export const refutebenchCommands: readonly ListedCommand[] = [
  {
    suite: 'refutebench',
    name: 'refutations',
    summary: 'Set the figures of RefuteBench 2.0 beside those of 1.0.',
    load: async () => (await import('./commands/refutations.ts')).refutationsCommand,
  },
]
