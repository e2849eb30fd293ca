import type { Tool } from '../../kit.ts'

/** Metrics over many runs, and small sets of items that show a changed model. */
export const history: Tool = {
  name: 'history',
  views: [
    {
      name: 'over-time',
      isFlag: true,
      takesAll: true,
      summary: 'metrics over runs, oldest first (default: all of reports/runs), with alarms',
      load: async () => (await import('./overTimeView.ts')).overTimeView,
    },
  ],
  commands: [
    { name: 'canary', group: 'Calls', summary: 'Notice that an endpoint serves another model than before.' },
    {
      name: 'canary learn',
      summary: 'Ask a few questions, and keep the answers.',
      load: async () => (await import('./canary/canaryCommand.ts')).canaryLearnCommand,
    },
    {
      name: 'canary check',
      summary: 'Ask them once more; exit 1 if the model changed.',
      load: async () => (await import('./canary/canaryCommand.ts')).canaryCheckCommand,
    },
  ],
  answer: async () => (await import('./suiteHistory.ts')).answer,
}
