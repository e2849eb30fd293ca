import { describe, expect, test } from 'vitest'
import { tokenizer } from '../../src/core/base/text/tokenizer.ts'
import { refutebenchOptions } from '../../suites/refutebench/names.ts'
import { openSeeds } from '../../suites/refutebench/openSeeds.ts'
import { callsOf, metricsOf, value, values } from '../outcome.ts'
import { run } from './suiteRun.ts'

const MT = { HOLDFAST_REFUTEBENCH_TASKS: 'mt', HOLDFAST_LIMIT: '2' }
const PERSISTENT = { ...MT, HOLDFAST_REFUTEBENCH_PROTOCOLS: 'persistent' }
const open = (given: Record<string, unknown>) => openSeeds('bundled', refutebenchOptions.parse(given), 0)

describe('irrelevant queries', () => {
  test('can be twenty for every task, all different, of which fewer are a beginning', async () => {
    const [many, few] = [await open({ distractions: 20 }), await open({})]
    const off = many.items.filter(({ irrelevant }, at) => {
      const ids = irrelevant.map(({ id }) => id)
      const start = few.items[at]?.irrelevant.map(({ id }) => id) ?? []
      return new Set(ids).size !== 20 || ids.slice(0, 3).join() !== start.join()
    })
    expect(many.items.length).toBe(2 * 284)
    expect(off).toEqual([])
  })

  test('are asked again after 1, 2, 3, 5, 10 and 20, and each answer is rated by the demand', async () => {
    const outcome = await run('sim:forgetful?after=6', { ...PERSISTENT, HOLDFAST_REFUTEBENCH_DISTRACTIONS: '20' })
    // The answer at C = 5 is the sixth since, that at C = 10 the eleventh.
    expect(values(outcome, ...[0, 1, 2, 3, 5, 10, 20].map((count) => `persistent.mt.c${count}`))).toEqual([5, 5, 5, 5, 5, 1, 1])
    expect(values(outcome, 'persistent.mt.forgetting', 'persistent.mt.forgetting_paired', 'persistent.forgetting')).toEqual([4, 4, 4])
    expect(values(outcome, 'persistent.mt.retained_given_satisfied.c5', 'persistent.retained_given_satisfied')).toEqual([1, 0])
    expect(outcome.plan.display?.taskKeys['persistent/mt']).toBe('persistent.mt.c20')
    expect(callsOf(outcome, 'candidate').filter(({ key }) => key.call.startsWith('requery-'))).toHaveLength(2 * 6)
  })

  test('can ask for long answers', async () => {
    for (const { irrelevant } of (await open({ long: true })).items.filter((_, at) => at % 20 === 0)) {
      for (const { query, reference } of irrelevant) {
        expect(query).toMatch(/about 400 words/)
        expect(reference.split(/\s+/).length).toBeGreaterThanOrEqual(400)
      }
    }
  })
})

describe('the distance between an objection and the last re-query', () => {
  const distance = async (given: Readonly<Record<string, string>>) => {
    const outcome = await run('sim:oracle', { ...PERSISTENT, ...given })
    return { outcome, tokens: value(outcome, 'persistent.mt.distance') ?? Number.NaN }
  }

  test('is what was asked and answered between, in tokens', async () => {
    const { outcome, tokens } = await distance({})
    const { count } = tokenizer('o200k_base')
    // The last re-query is sent all of it: the system message, four messages, three queries with their answers, and itself.
    const sent = callsOf(outcome, 'candidate').filter(({ key }) => key.call === 'requery-3')
    const between = sent.map(({ messages }) =>
      count(
        messages
          .slice(5, -1)
          .map(({ content }) => content)
          .join('\n'),
      ),
    )
    expect(sent.map(({ messages }) => messages.length)).toEqual([12, 12])
    expect(tokens).toBe(between.reduce((sum, own) => sum + own, 0) / 2)
    expect(tokens).toBeLessThan(150)
  })

  // Table 2: 12 turns of 152.6 tokens are 1,831 in a whole dialogue of translation.
  test('is with long answers what the tokens of the paper’s dialogues leave room for', async () => {
    const { tokens } = await distance({ HOLDFAST_REFUTEBENCH_LONG: '1' })
    expect(tokens).toBeGreaterThan(1_200)
    expect(tokens).toBeLessThan(2_200)
  })
})

test('more objections are answered and rated, and the last answer is held against the first of them', async () => {
  const outcome = await run('sim:forgetful?after=3', {
    ...MT,
    HOLDFAST_REFUTEBENCH_PROTOCOLS: 'transient',
    HOLDFAST_REFUTEBENCH_OBJECTIONS: '5',
  })
  const metrics = metricsOf(outcome)
  const curve = [1, 2, 3, 4, 5].map((answer) => metrics[`transient.mt.curve.refutation.${answer}`]?.value)
  expect(curve).toEqual([5, 5, 5, 5, 1])
  expect(values(outcome, 'transient.mt.turn5', 'transient.mt.forgetting', 'transient.mt.retained_given_satisfied')).toEqual([1, 4, 0])
  expect(metrics['transient.mt.satisfaction']).toMatchObject({ value: 5, n: 2 })
  expect(metrics).not.toHaveProperty('transient.mt.turn3')
})
