import { defineSuite } from '../../src/kit.ts'
import { refutebenchRecipes } from './draft/recipes.ts'
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
  summary: { load: async () => (await import('./summary.ts')).refutebenchSummary },
  about: {
    title: 'RefuteBench 2.0',
    question: 'Does the model do what an objection asks for, and still do so turns later?',
    good: 'Higher is better. The judge counts a rating of 4 as satisfied.',
  },
  view: refutebenchView,
  people: refutebenchQuestions,
  files: { official: refutebenchOfficialData, drafts: refutebenchRecipes, scorer: refutebenchFileScorer },
})
