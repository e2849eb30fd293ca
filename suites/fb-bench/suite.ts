import { defineSuite } from '../../src/kit.ts'
import { fbBenchOptions } from './options.ts'

/** FB-Bench: error correction and response maintenance under a user's feedback. */
export const fbBenchSuite = defineSuite({
  name: 'fb-bench',
  options: fbBenchOptions,
  requests: { candidate: { temperature: 0.7 }, judge: { temperature: 0, json: true } },
  roles: ['candidate', 'judge'],
  open: async (run) => (await import('./openSuite.ts')).openFbBench(run),
  summary: { load: async () => (await import('./summary.ts')).fbBenchSummary },
  about: {
    title: 'FB-Bench',
    question: 'Does the model correct its errors when told of them, and keep right answers when told they are wrong?',
    good: 'Higher is better. DeepSeek-V3 gets 74.9 on the official items.',
  },
  board: async () => (await import('./board.ts')).fbBenchBoard,
  view: async () => (await import('./view.ts')).fbBenchView,
  questions: async () => (await import('./questions.ts')).fbBenchQuestions,
  officialData: async () => (await import('./officialData.ts')).fbBenchOfficialData,
  drafts: async () => (await import('./draft/recipes.ts')).fbBenchRecipes,
  fileScorer: async () => (await import('./scoreFile.ts')).fbBenchFileScorer(),
})
