import { defineSuite } from '../../src/kit.ts'
import { fbBenchRecipes } from './draft/recipes.ts'
import { fbBenchOfficialData } from './officialData.ts'
import { openFbBench } from './openSuite.ts'
import { fbBenchOptions } from './options.ts'
import { fbBenchQuestions } from './questions.ts'
import { fbBenchFileScorer } from './scoreFile.ts'
import { fbBenchView } from './view.ts'

/** FB-Bench: error correction and response maintenance under a user's feedback. */
export const fbBenchSuite = defineSuite({
  name: 'fb-bench',
  options: fbBenchOptions,
  roles: { candidate: { temperature: 0.7 }, judge: { temperature: 0, json: true } },
  open: openFbBench,
  summary: { load: async () => (await import('./summary.ts')).fbBenchSummary },
  about: {
    title: 'FB-Bench',
    question: 'Does the model correct its errors when told of them, and keep right answers when told they are wrong?',
    good: 'Higher is better. DeepSeek-V3 gets 74.9 on the official items.',
  },
  view: fbBenchView,
  people: fbBenchQuestions,
  files: { official: fbBenchOfficialData, drafts: fbBenchRecipes, scorer: fbBenchFileScorer },
})
