import type { Tool } from '../../kit.ts'

/** Labels of people: drawn, asked, measured against judges, and used to correct metrics. */
export const people: Tool = {
  name: 'people',
  commands: [
    {
      name: 'annotate',
      summary: 'Draw items of a run for people to label.',
      load: async () => (await import('./label/annotateCommand.ts')).annotateCommand,
    },
    {
      name: 'judge',
      summary: 'Measure a judge against the labels of people.',
      load: async () => (await import('./measure/judgeCommand.ts')).judgeCommand,
    },
    {
      name: 'correlate',
      summary: 'Correlate judge and other measures with labels.',
      load: async () => (await import('./correlate/correlateCommand.ts')).correlateCommand,
    },
  ],
  people: async () => (await import('./labels/labelledRecords.ts')).labelledRecords,
}
