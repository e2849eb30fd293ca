import { defineSuite } from '../../src/kit.ts'
import { refutebenchRecipes } from './draft/recipes.ts'
import { refutebenchLabel } from './metricLabel.ts'
import { refutebenchRange } from './metricRange.ts'
import { refutebenchOfficialData } from './officialData.ts'
import { openRefutebench } from './openSuite.ts'
import { refutebenchOptions } from './options.ts'
import { refutebenchQuestions } from './questions.ts'
import { refutebenchFileScorer } from './scoreFile.ts'
import { refutebenchView } from './view.ts'

/** RefuteBench 2.0: a refuter objects to the model's answers; does it comply, and still comply turns later? */
export const refutebenchSuite = defineSuite({
  name: 'refutebench',
  options: refutebenchOptions,
  roles: { candidate: { temperature: 0 }, refuter: { temperature: 0 }, judge: { temperature: 0, json: true } },
  open: openRefutebench,
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
  view: refutebenchView,
  people: refutebenchQuestions,
  files: { official: refutebenchOfficialData, drafts: refutebenchRecipes, scorer: refutebenchFileScorer },
})
