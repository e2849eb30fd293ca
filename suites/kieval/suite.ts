import { defineSuite } from '../../src/kit.ts'
import { kievalOptions } from './options.ts'

/** KIEval: an interviewer asks the model about its answer, and an evaluator scores each round. */
export const kievalSuite = defineSuite({
  name: 'kieval',
  // 2: the evaluator's and the interviewer's instructions say all that the official ones do.
  scoring: 2,
  options: kievalOptions,
  requests: { candidate: { temperature: 0 }, interactor: { temperature: 0 }, judge: { temperature: 0, json: true } },
  roles: ['candidate', 'interactor', 'judge'],
  open: async (run) => (await import('./openSuite.ts')).openKieval(run),
  summary: { load: async () => (await import('./summary.ts')).kievalSummary },
  about: {
    title: 'KIEval',
    question: 'Can the model explain its answers in an interview?',
    good: 'Higher is better. The lowest ratings in every round give 10. An item passes from 70.',
  },
  board: async () => (await import('./board.ts')).kievalBoard,
  view: async () => (await import('./view.ts')).kievalView,
  questions: async () => (await import('./questions.ts')).kievalQuestions,
  officialData: async () => (await import('./officialData.ts')).kievalOfficialData,
  drafts: async () => (await import('./draft/recipes.ts')).kievalRecipes,
  fileScorer: async () => (await import('./scoreFile.ts')).kievalFileScorer(),
  commands: async () => [
    (await import('./commands/contamination.ts')).contaminationCommand,
    (await import('./commands/evaluators.ts')).evaluatorsCommand,
    (await import('./commands/leakTest.ts')).leakTestCommand,
  ],
})
