import type { Tool } from '../../kit.ts'

/** Calls by batch: half the price, live or by files. */
export const batch: Tool = {
  name: 'batch',
  commands: [{ name: 'batch', summary: 'Run by a Batch API.', load: async () => (await import('./batchCommand.ts')).batchCommand }],
  batches: async () => (await import('./batches.ts')).batches,
}
