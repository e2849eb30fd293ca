import { defineSuite } from '../../src/kit.ts'
import { kievalRecipes } from './draft/recipes.ts'
import { kievalLabel } from './metricLabel.ts'
import { kievalRange } from './metricRange.ts'
import { kievalOfficialData } from './officialData.ts'
import { openKieval } from './openSuite.ts'
import { kievalOptions } from './options.ts'
import { kievalQuestions } from './questions.ts'
import { kievalFileScorer } from './scoreFile.ts'
import { kievalView } from './view.ts'
import { withoutSet } from './withoutSet.ts'

/** KIEval: an interviewer asks the model about its answer, and an evaluator scores each round. */
export const kievalSuite = defineSuite({
  name: 'kieval',
  // 2: the evaluator's and the interviewer's instructions say all that the official ones do.
  scoring: 2,
  options: kievalOptions,
  roles: { candidate: { temperature: 0 }, interactor: { temperature: 0 }, judge: { temperature: 0, json: true } },
  open: openKieval,
  summarizer: async () => (await import('./summary.ts')).summarizeKieval,
  range: kievalRange,
  isHeadline: (key) => key.startsWith('score.') || key === 'accuracy',
  lowerIsBetter: (key) => /^(?:unparsable_rate$|dropped$|stop\.(?!none$))/.test(withoutSet(key)),
  headline: { key: 'score.overall', label: 'KIEval score, overall', unit: 'points', range: [10, 100], digits: 1 },
  about: {
    title: 'KIEval',
    question: 'Can the model explain its answers in an interview?',
    good: 'Higher is better. The lowest ratings in every round give 10. An item passes from 70.',
  },
  means: async () => (await import('./means.ts')).kievalMeanOf,
  labelOf: kievalLabel,
  view: kievalView,
  people: kievalQuestions,
  files: { official: kievalOfficialData, drafts: kievalRecipes, scorer: kievalFileScorer },
})
