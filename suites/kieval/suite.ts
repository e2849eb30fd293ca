import { defineSuite } from '../../src/kit.ts'
import { kievalLabel } from './metricLabel.ts'
import { kievalRange } from './metricRange.ts'
import { kievalOptions } from './options.ts'
import { withoutSet } from './withoutSet.ts'

/** KIEval: an interviewer asks the model about its answer, and an evaluator scores each round. */
export const kievalSuite = defineSuite({
  name: 'kieval',
  // 2: the evaluator's and the interviewer's instructions say all that the official ones do.
  scoring: 2,
  options: kievalOptions,
  requests: { candidate: { temperature: 0 }, interactor: { temperature: 0 }, judge: { temperature: 0, json: true } },
  roles: ['candidate', 'interactor', 'judge'],
  open: async (run) => (await import('./openSuite.ts')).openKieval(run),
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
  board: async () => (await import('./board.ts')).kievalBoard,
  view: async () => (await import('./view.ts')).kievalView,
  questions: async () => (await import('./questions.ts')).kievalQuestions,
  officialData: async () => (await import('./officialData.ts')).kievalOfficialData,
  drafts: async () => (await import('./draft/recipes.ts')).kievalRecipes,
  fileScorer: async () => (await import('./scoreFile.ts')).kievalFileScorer(),
})
