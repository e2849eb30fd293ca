import type { Tool } from '../../kit.ts'

/** Labels of people: drawn, asked, measured against judges, and used to correct metrics. */
export const people: Tool = {
  name: 'people',
  commands: [
    {
      name: 'judge label',
      summary: 'Draw items of a run for people to label.',
      load: async () => (await import('./label/labelCommand.ts')).labelCommand,
    },
    {
      name: 'judge measure',
      summary: 'Measure a judge against the labels of people.',
      load: async () => (await import('./measure/measureCommand.ts')).measureCommand,
    },
  ],
  people: async () => (await import('./labels/labelledRecords.ts')).labelledRecords,
}
