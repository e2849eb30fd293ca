import { describe, expect, test } from 'vitest'
import { tokenizer } from '../../src/base/text/tokenizer.ts'
import { resolveConfig } from '../../src/config/resolve.ts'
import type { PlainMessage } from '../../src/models/transport.ts'
import { prepareSuite } from '../../src/worker/prepareSuite.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { TYPICAL as FB_BENCH } from '../../suites/fb-bench/typicalLengths.ts'
import { kievalSuite } from '../../suites/kieval/suite.ts'
import { TYPICAL_TOKENS as KIEVAL } from '../../suites/kieval/typicalLengths.ts'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { TYPICAL_TOKENS as LIFBENCH } from '../../suites/lifbench/typicalLengths.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { TYPICAL_TOKENS as LLMBAR } from '../../suites/llmbar/typicalLengths.ts'
import { readIrrelevantQueries } from '../../suites/refutebench/seeds/bundled.ts'
import { refutebenchSuite } from '../../suites/refutebench/suite.ts'
import type { RefuteTask } from '../../suites/refutebench/tasks.ts'
import { TYPICAL_TOKENS as REFUTEBENCH } from '../../suites/refutebench/typicalLengths.ts'
import type { Rb1Item } from '../../suites/refutebench1/items.ts'
import type { Rb1Task } from '../../suites/refutebench1/names.ts'
import { refutebench1Suite } from '../../suites/refutebench1/suite.ts'
import { TYPICAL_TOKENS as REFUTEBENCH1 } from '../../suites/refutebench1/typicalLengths.ts'
import { factorsOf, planAndRun, type RoleTruth, words } from './planTruth.ts'

const { count } = tokenizer('o200k_base')
const lastOf = (messages: readonly PlainMessage[]) => messages.at(-1)?.content ?? ''

/** Every figure of every role is within a factor of 2 of what the run measured, and the most is no less. */
function expectTruth(truth: Readonly<Record<string, RoleTruth>>, roles: readonly string[]): void {
  expect(Object.keys(truth).sort()).toEqual([...roles].sort())
  for (const [role, entry] of Object.entries(truth)) {
    if (process.env.PLAN_FACTORS) process.stderr.write(`${expect.getState().currentTestName} ${role} ${JSON.stringify(factorsOf(entry))}\n`)
    for (const [name, factor] of Object.entries(factorsOf(entry))) {
      expect(factor, `${role} ${name}`).toBeGreaterThan(0.5)
      expect(factor, `${role} ${name}`).toBeLessThan(2)
    }
    for (const name of ['calls', 'promptTokens', 'completionTokens'] as const)
      expect(entry.planned.most[name], `${role} ${name}`).toBeGreaterThanOrEqual(0.98 * entry.measured[name])
  }
}

/** An FB-Bench judge that fills in the form of its prompt. */
function fillIn(messages: readonly PlainMessage[]): string {
  const form: Record<string, object> = JSON.parse(/```json\n([\s\S]*)\n```$/.exec(lastOf(messages))?.[1] ?? '{}')
  const filled = Object.entries(form).map(([criterion, entry]) => {
    const left = FB_BENCH.verdictPerCriterion - count(JSON.stringify({ [criterion]: entry }))
    return [criterion, { ...entry, 评判理由: words(Math.max(1, left)), 评判结果: '是' }]
  })
  return JSON.stringify(Object.fromEntries(filled))
}

/** A KIEval evaluation of the stated length. */
function evaluation(): string {
  const form = (comment: string) => {
    const aspects = ['accuracy', 'logic', 'relevance', 'coherence', 'conciseness'].map((aspect) => [aspect, { comment, score: 3 }])
    return JSON.stringify({ ...Object.fromEntries(aspects), overall_comment: comment, overall_score: 3, stop_conversation: false, stop_reason: 'none' })
  }
  return form(words(Math.max(1, Math.round((KIEVAL.evaluation - count(form(''))) / 6))))
}

describe('planned and measured with answers of the stated lengths', () => {
  test('LIFBench', { timeout: 20_000 }, async () => {
    const options = { limit: 1, suites: { lifbench: { lengths: ['4k'] } } }
    const config = resolveConfig(options, {}, '/', [lifbenchSuite])
    const { groups } = await prepareSuite(lifbenchSuite, { config, prepare: async () => config })
    const tasks = new Map(groups.flat().map(({ id, task }) => [id, task as keyof typeof LIFBENCH]))
    const answer = (id: string) => words(LIFBENCH[tasks.get(id) as keyof typeof LIFBENCH])
    expectTruth(await planAndRun(lifbenchSuite, { candidate: (_messages, id) => answer(id) }, options), ['candidate'])
  })

  test.each([false, true])('FB-Bench, with the control %s', async (control) => {
    const said = {
      candidate: (messages: readonly PlainMessage[]) =>
        words(Math.round(FB_BENCH.answerPerFirst * count(messages.find(({ role }) => role === 'assistant')?.content ?? words(80)))),
      judge: fillIn,
    }
    const truth = await planAndRun(fbBenchSuite, said, { limit: 3, suites: { 'fb-bench': { control } } })
    expectTruth(truth, ['candidate', 'judge'])
  })

  const irrelevant = new Set(readIrrelevantQueries().map(({ query }) => query))
  test.each([{}, { curves: false, immediate: true, validity: true, requery: 'generalization' }])('RefuteBench 2.0, %j', async (own) => {
    const said = {
      candidate: (messages: readonly PlainMessage[], id: string) =>
        words(irrelevant.has(lastOf(messages)) ? REFUTEBENCH.distraction : REFUTEBENCH.answer[id.split('/')[1] as RefuteTask]),
      refuter: () => words(REFUTEBENCH.objection),
      judge: (messages: readonly PlainMessage[]) =>
        lastOf(messages).includes('already_met')
          ? '{"already_met": false, "contradicts": false}'
          : `${words(REFUTEBENCH.rating - 6)} Rating: [[4]]`,
    }
    const truth = await planAndRun(refutebenchSuite, said, { limit: 2, votes: 2, suites: { refutebench: own } })
    expectTruth(truth, ['candidate', 'judge', 'refuter'])
  })

  test('RefuteBench 1.0', async () => {
    const config = resolveConfig({ limit: 30 }, {}, '/', [refutebench1Suite])
    const { groups } = await prepareSuite(refutebench1Suite, { config, prepare: async () => config })
    const steps = groups.flat().flatMap(({ item }) => (item as Rb1Item).script.steps)
    const talk = new Set(steps.flatMap((step) => (step.kind === 'irrelevant' ? [step.text] : [])))
    const said = {
      candidate: (messages: readonly PlainMessage[], id: string) =>
        words(talk.has(lastOf(messages)) ? REFUTEBENCH1.irrelevant : REFUTEBENCH1[id.split('/')[0] as Rb1Task]),
    }
    expectTruth(await planAndRun(refutebench1Suite, said, { limit: 30 }), ['candidate'])
  })

  test.each([
    { limit: 4, votes: 2 },
    { limit: 4, suites: { kieval: { validation: 'live' as const, rounds: 3 } } },
    { limit: 4, suites: { kieval: { leak: true } } },
  ])('KIEval, %j', async (options) => {
    const said = {
      candidate: (messages: readonly PlainMessage[]) =>
        lastOf(messages).endsWith('### Answer:') ? `B. ${words(KIEVAL.static - 2)}` : words(KIEVAL.reply),
      interactor: () => words(KIEVAL.question),
      // Who validates a question is asked like the candidate, and must be right for it to count.
      judge: (messages: readonly PlainMessage[]) => (lastOf(messages).endsWith('### Answer:') ? `B. ${words(KIEVAL.static - 2)}` : evaluation()),
    }
    expectTruth(await planAndRun(kievalSuite, said, options), ['candidate', 'interactor', 'judge'])
  })

  test.each(['Vanilla', 'CoT', 'Metrics_Reference', 'Rating', 'ChatEval'] as const)('LLMBar, %s', async (strategy) => {
    const reasons = strategy === 'CoT' || strategy === 'ChatEval'
    const verdict = (text: string) => (strategy === 'Rating' ? '7' : `${text}Output (a)${reasons ? ' is better.' : ''}`)
    const said = {
      judge: (messages: readonly PlainMessage[]) => {
        if (strategy === 'Metrics_Reference' && !lastOf(messages).includes('Output (a)'))
          return words(Math.round((LLMBAR.metrics + LLMBAR.reference) / 2))
        return verdict(reasons ? `${words(LLMBAR.reasoned - 7)} Therefore, ` : '')
      },
    }
    expectTruth(await planAndRun(llmbarSuite, said, { limit: 2, suites: { llmbar: { strategy } } }), ['judge'])
  })
})
