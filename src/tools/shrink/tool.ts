import type { Tool } from '../../kit.ts'

/** The smallest case of an item that still fails, and what each turn has to do with it. */
export const shrink: Tool = {
  name: 'shrink',
  commands: async () => [(await import('./shrinkCommand.ts')).shrinkCommand(), (await import('./influenceCommand.ts')).influenceCommand()],
  itemFindings: async () => (await import('./itemFindings.ts')).itemFindings,
  job: async () => (await import('./cases/declareCase.ts')).declareCase,
}
