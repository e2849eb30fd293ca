import type { Tool } from '../../kit.ts'

/** Data sets: official ones, drafts of new items, templates in other words, the items that tell models apart. */
export const data: Tool = {
  name: 'data',
  commands: [
    {
      name: 'data',
      summary: 'List, pull and verify official data, and make more.',
      load: async () => (await import('./dataCommand.ts')).dataCommand,
    },
  ],
}
