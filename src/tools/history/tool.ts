import type { Tool } from '../../kit.ts'

/** Metrics over many runs, and small sets of items that show a changed model. */
export const history: Tool = {
  name: 'history',
  commands: [
    {
      name: 'history',
      summary: 'Follow metrics over runs, with alarms.',
      load: async () => (await import('./historyCommand.ts')).historyCommand,
    },
    {
      name: 'canary',
      summary: 'Notice that an endpoint serves another model than before.',
      load: async () => (await import('./canary/canaryCommand.ts')).canaryCommand,
    },
  ],
  answer: async () => (await import('./suiteHistory.ts')).answer,
}
