import type { Tool } from '../../kit.ts'

/** Runs of several models set side by side, as the papers do. */
export const board: Tool = {
  name: 'board',
  commands: [
    {
      name: 'board',
      summary: 'Set many models side by side.',
      load: async () => (await import('./boardCommand.ts')).boardCommand,
    },
  ],
}
