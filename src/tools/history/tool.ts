import type { Tool } from '../../kit.ts'

/** Metrics over many runs, and small sets of items that show a changed model. */
export const history: Tool = {
  name: 'history',
  commands: async () => [
    (await import('./historyCommand.ts')).historyCommand(),
    (await import('./canary/canaryCommand.ts')).canaryCommand(),
  ],
  answer: async () => (await import('./answer.ts')).answer,
}
