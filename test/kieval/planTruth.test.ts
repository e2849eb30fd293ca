import { test } from 'vitest'
import { tokenizer } from '../../src/core/base/text/tokenizer.ts'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import type { PlainMessage } from '../../src/models/transport.ts'
import { prepareSuite } from '../../src/running/worker/prepareSuite.ts'
import { TYPICAL_TOKENS } from '../../suites/kieval/openSuite.ts'
import { letterOf, type Question } from '../../suites/kieval/question.ts'
import { kievalSuite } from '../../suites/kieval/suite.ts'
import { expectTruth, lastOf, planAndRun, words } from '../planTruth.ts'

const { count } = tokenizer('o200k_base')

/** An evaluation with these comments. */
function form(comment: string): string {
  const aspects = ['accuracy', 'logic', 'relevance', 'coherence', 'conciseness'].map((aspect) => [aspect, { comment, score: 3 }])
  const overall = { overall_comment: comment, overall_score: 3, stop_conversation: false, stop_reason: 'none' }
  return JSON.stringify({ ...Object.fromEntries(aspects), ...overall })
}

test.each([
  { limit: 4, votes: 2 },
  { limit: 4, suites: { kieval: { validation: 'live' as const, rounds: 3 } } },
  { limit: 4, suites: { kieval: { leak: true } } },
])('the plan tells what a run with interviews of the stated lengths takes, %j', async (options) => {
  const config = resolveConfig({}, {}, '/', [kievalSuite])
  const { groups } = await prepareSuite(kievalSuite, { config, prepare: async () => config })
  const letters = new Map(groups.flat().map(({ id, item }) => [id, letterOf((item as Question).answerIndex)]))
  // Who validates a question is asked like the candidate, and the question counts where the answer is right.
  const said = (reply: () => string) => (messages: readonly PlainMessage[], id: string) =>
    lastOf(messages).endsWith('### Answer:') ? `${letters.get(id)}. ${words(TYPICAL_TOKENS.static - 2)}` : reply()
  const comment = Math.round((TYPICAL_TOKENS.evaluation - count(form(''))) / 6)
  const speakers = {
    candidate: said(() => words(TYPICAL_TOKENS.reply)),
    interactor: () => words(TYPICAL_TOKENS.question),
    judge: said(() => form(words(comment))),
  }
  expectTruth(await planAndRun(kievalSuite, speakers, options), ['candidate', 'interactor', 'judge'])
})
