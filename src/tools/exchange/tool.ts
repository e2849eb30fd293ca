import type { Tool } from '../../kit.ts'

/** Runs in the formats of others, and logs of Inspect as runs. */
export const exchange: Tool = {
  name: 'exchange',
  commands: [
    {
      name: 'export',
      group: 'Runs',
      summary: 'Write a run in a format of others.',
      load: async () => (await import('./exportCommand.ts')).exportCommand,
    },
  ],
  foreignLogs: async () => (await import('./inspectLog/inspectRun.ts')).inspectLogs,
}
