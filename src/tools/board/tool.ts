import type { Tool } from '../../kit.ts'

/** Runs of several models set side by side, as the papers do. */
export const board: Tool = {
  name: 'board',
  views: [
    {
      name: 'board',
      isFlag: true,
      isOfMany: true,
      summary: 'the tables of the papers, also of two runs',
      load: async () => (await import('./boardView.ts')).boardView,
    },
  ],
}
