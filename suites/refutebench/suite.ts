import { defineSuite } from '../../src/kit.ts'
import { refutebenchLabel } from './metricLabel.ts'
import { refutebenchRange } from './metricRange.ts'
import { refutebenchOptions } from './options.ts'

/** RefuteBench 2.0: a refuter objects to the model's answers; does it comply, and still comply turns later? */
export const refutebenchSuite = defineSuite({
  name: 'refutebench',
  options: refutebenchOptions,
  requests: { candidate: { temperature: 0 }, refuter: { temperature: 0 }, judge: { temperature: 0, json: true } },
  roles: ['candidate', 'refuter', 'judge'],
  open: async (run) => (await import('./openSuite.ts')).openRefutebench(run),
  summarizer: async () => (await import('./summary.ts')).summarizeRefutebench,
  range: refutebenchRange,
  isHeadline: (key) =>
    /^(?:transient|persistent)\.(?:\w+\.)?(?:satisfaction|satisfied|retained_given_satisfied|forgetting|drift|turn[2-6]|c3)$/.test(key),
  lowerIsBetter: (key) => /forgetting|drift|unchanged|flagged/.test(key),
  headline: { key: 'transient.satisfaction', label: 'objections followed at once', unit: 'rating', range: [1, 5], digits: 2 },
  about: {
    title: 'RefuteBench 2.0',
    question: 'Does the model do what an objection asks for, and still do so turns later?',
    good: 'Higher is better. The judge counts a rating of 4 as satisfied.',
  },
  means: async () => (await import('./means.ts')).refutebenchMeanOf,
  labelOf: refutebenchLabel,
  board: async () => (await import('./board.ts')).refutebenchBoard,
  view: async () => (await import('./view.ts')).refutebenchView,
  questions: async () => (await import('./questions.ts')).refutebenchQuestions,
  officialData: async () => (await import('./officialData.ts')).refutebenchOfficialData,
  drafts: async () => (await import('./draft/recipes.ts')).refutebenchRecipes,
  fileScorer: async () => (await import('./scoreFile.ts')).refutebenchFileScorer(),
})
