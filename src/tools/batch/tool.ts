import type { Tool } from '../../kit.ts'

/** Calls by batch: half the price, live or by files. */
export const batch: Tool = {
  name: 'batch',
  commands: async () => [(await import('./batchCommand.ts')).batchCommand()],
  batches: async () => (await import('./batches.ts')).batches,
}
