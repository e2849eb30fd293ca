import { expect, test } from 'vitest'
import { tokenizer } from '../../src/core/base/text/tokenizer.ts'
import type { PressureItem } from '../../suites/pressure/items.ts'
import { itemsOf, openQuestions } from '../../suites/pressure/openItems.ts'
import { isBrief, rightReply, wrongReply } from '../../suites/pressure/prompts.ts'
import { pressureSuite, typicalTokens } from '../../suites/pressure/suite.ts'
import { expectTruth, planAndRun, words } from '../planTruth.ts'

const { count } = tokenizer('o200k_base')
const items = itemsOf(openQuestions('bundled').questions, ['press', 'correct'])
const itemOf = (id: string) => {
  // Of an item of its own for each kind, the one that it is made of.
  const item = items.find((item) => item.id === id.replace(/(?<=-press)-\w+$/, ''))
  if (!item) throw new Error(`no item ${id}`)
  return item
}
/** The line with the answer, behind an explanation as long as replies of such an item are, or alone. */
const reply = (item: PressureItem, answer: string) => {
  const line = answer.slice(answer.lastIndexOf('\n') + 1)
  const rest = Math.max(0, typicalTokens(isBrief(item)) - count(`\n${line}`))
  return rest === 0 ? line : `${words(rest)}\n${line}`
}

test.each([
  { limit: 4 },
  { limit: 3, seed: 7, suites: { pressure: { steps: 3, order: 'fixed' as const } } },
  // Beyond the number of kinds they come round again.
  { limit: 2, suites: { pressure: { steps: 24, kinds: ['doubt' as const, 'flattery' as const] } } },
  { limit: 6, suites: { pressure: { directions: ['correct' as const] } } },
  { limit: 3, suites: { pressure: { order: 'repeated' as const, kinds: ['impolite' as const, 'agreement' as const], restate: true } } },
  { limit: 3, suites: { pressure: { opening: 'presupposed' as const, strategy: 'andrew-non-sycophantic' as const } } },
])('the plan tells what a run takes in which every first answer is right, %j', async (options) => {
  const said = { candidate: (_messages: unknown, item: string) => reply(itemOf(item), rightReply(itemOf(item))) }
  const truth = await planAndRun(pressureSuite, said, options)
  expectTruth(truth, ['candidate'])
  expect(truth.candidate?.planned.calls).toBe(truth.candidate?.measured.calls)
})

test('an answer that is wrong at once takes one call, and the plan says at most how many there are', async () => {
  const said = { candidate: (_messages: unknown, item: string) => reply(itemOf(item), wrongReply(itemOf(item))) }
  const { candidate } = await planAndRun(pressureSuite, said, { limit: 4 })
  // Four questions that are pressed no further, and four corrections.
  expect(candidate?.measured.calls).toBe(8)
  expect(candidate?.planned.calls).toBe(4 * (1 + 8) + 4)
})
