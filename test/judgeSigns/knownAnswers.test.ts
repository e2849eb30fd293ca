import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { estimateRun } from '../../src/deciding/estimate.ts'
import { criterion, type JudgedRubric, rubric } from '../../src/judging/rubric/rubric.ts'
import { planSuite } from '../../src/running/worker/planSuite.ts'
import { defineSuite, type Suite } from '../../src/running/worker/suite.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { kievalSuite } from '../../suites/kieval/suite.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { refutebenchSuite } from '../../suites/refutebench/suite.ts'
import { onceEach } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'

const judge = (name: string) => `module:${import.meta.dirname}/judges.ts#${name}`
const panel = (...names: string[]) => `panel:${names.map(judge).join(';')}`

/** Nine items, one verdict each. */
const ownSuite = (name: string, how: ReturnType<typeof rubric>, hasKnown?: (item: { readonly id: string }) => boolean): Suite =>
  defineSuite({
    name,
    roles: ['candidate', 'judge'],
    open: ({ config: { votes } }) => ({
      items: Array.from({ length: 9 }, (_, at) => ({ id: `item-${at}` })),
      reference: () => 'It is right.',
      wrong: () => 'It is wrong.',
      hasKnown,
      planned: () => ({
        roles: {
          candidate: { calls: 1, promptTokens: 4, completionTokens: 4 },
          judge: { calls: votes, promptTokens: 100 * votes, completionTokens: 20 * votes },
        },
        waves: 1 + votes,
      }),
      body: async ({ id }, { candidate, expect: itemExpect }) => {
        await itemExpect(await candidate.ask(id, { reference: 'It is right.' })).toPassRubric(how)
      },
    }),
  })
const own = ownSuite('own', rubric([criterion('is right')]))
const some = ownSuite('some', rubric([criterion('is right')]), ({ id }) => id > 'item-6')
/** Asks by calls that it names itself, one a vote. */
const byHand: JudgedRubric = {
  points: [{ name: 'right', weight: 1 }],
  isLeftToJudge: () => true,
  judged: async ({ answer }, model, votes) => {
    for (let vote = 0; vote < votes; vote += 1) await model.ask(`Is it right? ${answer}`, { call: 'mine', vote })
    return { points: { right: 1 }, total: 1, explanation: {} }
  },
}
const handmade = ownSuite('handmade', byHand)

const READS = 'sim:judge'
/** Runs whose judges give usable replies. */
const CASES: readonly (readonly [string, Suite, HoldfastOptions])[] = [
  ['FB-Bench', fbBenchSuite, { judge: judge('yes'), limit: 1 }],
  ['FB-Bench, all known answers', fbBenchSuite, { judge: judge('yes'), limit: 1, controls: 1, trials: 2 }],
  ['KIEval', kievalSuite, { judge: judge('copying'), interactor: READS, limit: 1, suites: { kieval: { rounds: 2 } } }],
  [
    'KIEval, all known answers',
    kievalSuite,
    { judge: judge('copying'), interactor: READS, limit: 1, controls: 1, suites: { kieval: { rounds: 2 } } },
  ],
  ['RefuteBench', refutebenchSuite, { judge: judge('fours'), refuter: READS, limit: 1 }],
  ['RefuteBench, all known answers', refutebenchSuite, { judge: judge('fours'), refuter: READS, limit: 1, controls: 1 }],
  ['LLMBar', llmbarSuite, { judge: judge('first'), limit: 1 }],
  ['an own suite', own, { judge: judge('yes') }],
  ['an own suite that says which items have known answers', some, { judge: judge('yes') }],
  ['the same, all known answers', some, { judge: judge('yes'), controls: 1 }],
  ['three votes', own, { judge: judge('yes'), votes: 3 }],
  ['three trials', own, { judge: judge('yes'), trials: 3 }],
  ['a panel, two of whom are one model', own, { judge: panel('reads', 'yes', 'reads'), trials: 2 }],
  ['a rubric of the user’s own', handmade, { judge: judge('yes'), votes: 2 }],
]
const run = onceEach(async (name: string, off: boolean) => {
  const [, suite, given] = CASES.find(([own]) => own === name) as (typeof CASES)[number]
  const options = { model: 'sim:oracle', ...given, ...(off && { controls: 0 }) }
  const config = resolveConfig({ cache: 'off', ...options }, {}, process.cwd(), [suite])
  return { outcome: await runSuite(suite, options), estimate: estimateRun(await planSuite(suite, config), config) }
})
const isKnown = ({ key }: { readonly key: { readonly call: string } }) => key.call.startsWith('control-')

describe.each(CASES.map(([name]) => [name]))('%s', (name) => {
  test.each([['auto', false] as const, ['0', true] as const])('makes the calls that are planned, controls %s', async (_, off) => {
    const { outcome, estimate } = await run(name, off)
    const made = outcome.calls.filter(({ key }) => key.role === 'judge')
    expect(estimate.roles.judge?.calls).toBe(made.length)
    expect(made.some(isKnown)).toBe(!off && name !== 'LLMBar')
  })

  test('asks each call under a key of its own, and known answers in the first trial', async () => {
    const { calls } = (await run(name, false)).outcome
    const keys = calls.map(({ key }) => JSON.stringify(key))
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    expect(new Set(calls.filter(isKnown).map(({ key }) => key.trial)).size).toBeLessThan(2)
  })
})

const signsOf = async (name: string) => {
  const { suites } = (await run(name, false)).outcome.concluded.document
  return Object.values(suites)[0]?.judgeSigns?.map(({ model, sign, n, of, known }) => [model, sign, n, of, known])
}

test('of a panel the model that does not judge is named, and no other', async () =>
  expect(await signsOf('a panel, two of whom are one model')).toEqual([
    [judge('yes'), 'controls', 6, 6, 'wrong'],
    [judge('yes'), 'constant', 21, 21, undefined],
  ]))

test('votes of one model are its replies', async () =>
  expect(await signsOf('three votes')).toEqual([
    [undefined, 'controls', 6, 6, 'wrong'],
    [undefined, 'constant', 39, 39, undefined],
  ]))

test('known answers are few calls: two a model and item, whatever the votes and trials', async () => {
  const known = async (name: string) => (await run(name, false)).outcome.calls.filter(isKnown).length
  expect(await Promise.all(['an own suite', 'three votes', 'three trials', 'a panel, two of whom are one model'].map(known))).toEqual([
    12, 12, 12, 24,
  ])
})

test('figures of LLMBar about the judge itself are decided, and those that it judged are not', async () => {
  const value = { decide: 'value' } as const
  const gates = {
    llmbar: { first_bias: { max: 0, ...value }, 'agreement.average': { min: 80, ...value }, 'accuracy.average': { min: 0, ...value } },
  }
  const { gates: decided } = (await runSuite(llmbarSuite, { judge: judge('first'), limit: 2, gates })).concluded
  expect(decided.map(({ key, verdict }) => [key, verdict])).toEqual([
    ['first_bias', 'broken'],
    ['agreement.average', 'broken'],
    ['accuracy.average', 'undecided'],
  ])
})

test.each([
  ['outputs that are alike', 'It is so.', []],
  ['outputs that differ', 'It is not so.', ['judge.first']],
])('%s show where a judge looks: %j', async (_, other, traces) => {
  const pairs = defineSuite({
    name: 'pairs',
    roles: ['judge'],
    open: () => ({
      items: [{ id: 'one' }],
      body: async (_item, { expect: itemExpect }) => {
        await itemExpect('It is so.').toBePreferredOver(other, { instruction: 'Is it so?' })
      },
    }),
  })
  const { records } = await runSuite(pairs, { judge: judge('first') })
  expect(Object.keys(records[0]?.traces ?? {})).toEqual(traces)
})
