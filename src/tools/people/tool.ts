import type { Tool } from '../../kit.ts'

/** Labels of people: drawn, asked, measured against judges, and used to correct metrics. */
export const people: Tool = {
  name: 'people',
  commands: async () => [
    (await import('./label/annotateCommand.ts')).annotateCommand(),
    (await import('./measure/judgeCommand.ts')).judgeCommand(),
    (await import('./correlate/correlateCommand.ts')).correlateCommand(),
  ],
  people: async () => (await import('./labels/labelledRecords.ts')).labelledRecords,
}
