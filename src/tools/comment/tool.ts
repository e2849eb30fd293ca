import type { Tool } from '../../kit.ts'

/** One comment on a pull request that says what a run decides. */
export const comment: Tool = {
  name: 'comment',
  commands: [
    {
      name: 'comment',
      group: 'Runs',
      summary: 'Say what a run decides in one comment on the pull request.',
      load: async () => (await import('./commentCommand.ts')).commentCommand,
    },
  ],
}
