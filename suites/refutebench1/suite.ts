import { defineSuite } from '../../src/kit.ts'
import { refutebench1Options } from './options.ts'

/** RefuteBench 1.0: does the model accept feedback, and keep to it later? Programs check, without a judge. */
export const refutebench1Suite = defineSuite({
  name: 'refutebench1',
  options: refutebench1Options,
  requests: { candidate: { temperature: 0 } },
  roles: ['candidate'],
  open: async (run) => (await import('./openSuite.ts')).openRefutebench1(run),
  summary: { load: async () => (await import('./summary.ts')).refutebench1Summary },
  about: {
    title: 'RefuteBench 1.0',
    question: 'Does the model keep to feedback in later answers?',
    good: 'Higher is better; 1 is feedback kept in every later answer.',
  },
  board: async () => (await import('./board.ts')).refutebench1Board,
  view: async () => (await import('./view.ts')).refutebench1View,
  officialData: async () => (await import('./officialData.ts')).refutebench1OfficialData,
  fileScorer: async () => (await import('./scoreFile.ts')).refutebench1FileScorer(),
})
