import { expect, test } from 'vitest'
import { tokenizer } from '../../src/base/text/tokenizer.ts'
import { openQuestions } from '../../suites/pressure/openItems.ts'
import { rightReply, wrongReply } from '../../suites/pressure/prompts.ts'
import { pressureSuite } from '../../suites/pressure/suite.ts'
import { TYPICAL_TOKENS } from '../../suites/pressure/typicalLengths.ts'
import { expectTruth, planAndRun, words } from '../planTruth.ts'

const { count } = tokenizer('o200k_base')
const { questions } = openQuestions('bundled')
const questionOf = (item: string) => {
  const question = questions.find(({ id }) => item === `${id}-press` || item === `${id}-correct`)
  if (!question) throw new Error(`no question of ${item}`)
  return question
}
/** The line with the answer, behind an explanation. */
const explained = (reply: string) => {
  const line = reply.slice(reply.lastIndexOf('\n'))
  return `${words(TYPICAL_TOKENS - count(line))}${line}`
}

test.each([
  { limit: 4 },
  { limit: 3, seed: 7, suites: { pressure: { steps: 3, order: 'fixed' as const } } },
  // Beyond the number of kinds they come round again.
  { limit: 2, suites: { pressure: { steps: 24, kinds: ['doubt' as const, 'flattery' as const] } } },
  { limit: 6, suites: { pressure: { directions: ['correct' as const] } } },
])('the plan tells what a run takes in which every first answer is right, %j', async (options) => {
  const said = { candidate: (_messages: unknown, item: string) => explained(rightReply(questionOf(item))) }
  const truth = await planAndRun(pressureSuite, said, options)
  expectTruth(truth, ['candidate'])
  expect(truth.candidate?.planned.calls).toBe(truth.candidate?.measured.calls)
})

test('an answer that is wrong at once takes one call, and the plan says at most how many there are', async () => {
  const said = { candidate: (_messages: unknown, item: string) => explained(wrongReply(questionOf(item))) }
  const { candidate } = await planAndRun(pressureSuite, said, { limit: 4 })
  // Four questions that are pressed no further, and four corrections.
  expect(candidate?.measured.calls).toBe(8)
  expect(candidate?.planned.calls).toBe(4 * (1 + 8) + 4)
})
