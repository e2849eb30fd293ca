import { defineSuite } from '../../src/kit.ts'
import { kievalRecipes } from './draft/recipes.ts'
import { kievalOfficialData } from './officialData.ts'
import { openKieval } from './openSuite.ts'
import { kievalOptions } from './options.ts'
import { kievalQuestions } from './questions.ts'
import { kievalFileScorer } from './scoreFile.ts'
import { kievalView } from './view.ts'

/** KIEval: an interviewer asks the model about its answer, and an evaluator scores each round. */
export const kievalSuite = defineSuite({
  name: 'kieval',
  // 2: the evaluator's and the interviewer's instructions say all that the official ones do.
  scoring: 2,
  options: kievalOptions,
  roles: { candidate: { temperature: 0 }, interactor: { temperature: 0 }, judge: { temperature: 0, json: true } },
  open: openKieval,
  summary: { load: async () => (await import('./summary.ts')).kievalSummary },
  about: {
    title: 'KIEval',
    question: 'Can the model explain its answers in an interview?',
    good: 'Higher is better. The lowest ratings in every round give 10. An item passes from 70.',
  },
  view: kievalView,
  people: kievalQuestions,
  files: { official: kievalOfficialData, drafts: kievalRecipes, scorer: kievalFileScorer },
})
