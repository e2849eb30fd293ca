import { defineSuite } from '../../src/kit.ts'
import { refutebenchOptions } from './options.ts'

/** RefuteBench 2.0: a refuter objects to the model's answers; does it comply, and still comply turns later? */
export const refutebenchSuite = defineSuite({
  name: 'refutebench',
  options: refutebenchOptions,
  requests: { candidate: { temperature: 0 }, refuter: { temperature: 0 }, judge: { temperature: 0, json: true } },
  roles: ['candidate', 'refuter', 'judge'],
  open: async (run) => (await import('./openSuite.ts')).openRefutebench(run),
  summary: { load: async () => (await import('./summary.ts')).refutebenchSummary },
  about: {
    title: 'RefuteBench 2.0',
    question: 'Does the model do what an objection asks for, and still do so turns later?',
    good: 'Higher is better. The judge counts a rating of 4 as satisfied.',
  },
  board: async () => (await import('./board.ts')).refutebenchBoard,
  view: async () => (await import('./view.ts')).refutebenchView,
  questions: async () => (await import('./questions.ts')).refutebenchQuestions,
  officialData: async () => (await import('./officialData.ts')).refutebenchOfficialData,
  drafts: async () => (await import('./draft/recipes.ts')).refutebenchRecipes,
  commands: async () => [(await import('./commands/refutations.ts')).refutationsCommand],
  fileScorer: async () => (await import('./scoreFile.ts')).refutebenchFileScorer(),
})
