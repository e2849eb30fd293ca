import type { Tool } from '../../kit.ts'

/** The smallest case of an item that still fails, and what each turn has to do with it. */
export const shrink: Tool = {
  name: 'shrink',
  commands: [
    {
      name: 'shrink',
      group: 'Items',
      summary: 'Find the smallest conversation that still fails.',
      load: async () => (await import('./caseCommands.ts')).shrinkCommand,
    },
  ],
  itemFindings: async () => (await import('./caseLines.ts')).findingLines,
  job: async () => (await import('./cases/declareCase.ts')).declareCase,
}
