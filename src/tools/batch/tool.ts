import type { Tool } from '../../kit.ts'

/** Calls by batch: half the price, live or by files. */
export const batch: Tool = {
  name: 'batch',
  commands: [
    { name: 'batch', group: 'Calls', summary: 'Run by a Batch API, wave by wave.' },
    {
      name: 'batch next',
      summary: 'Take results in, and write the next wave.',
      load: async () => (await import('./batchCommand.ts')).batchNextCommand,
    },
    {
      name: 'batch cancel',
      summary: 'End the batches of a stopped run.',
      load: async () => (await import('./batchCommand.ts')).batchCancelCommand,
    },
  ],
  batches: async () => (await import('./batches.ts')).batches,
}
