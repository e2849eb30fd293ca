import type { Tool } from '../../kit.ts'

/** Runs in the formats of others, and logs of Inspect as runs. */
export const exchange: Tool = {
  name: 'exchange',
  commands: async () => [(await import('./exportCommand.ts')).exportCommand()],
  foreignLogs: async () => (await import('./inspectLog/inspectLogs.ts')).inspectLogs,
}
