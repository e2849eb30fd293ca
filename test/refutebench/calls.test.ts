import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { planSuite } from '../../src/running/worker/planSuite.ts'
import { refutebenchSuite } from '../../suites/refutebench/suite.ts'
import { callsOf, values } from '../outcome.ts'
import type { SuiteOutcome } from '../runSuite.ts'
import { run, SEEDS, SLICE } from './suiteRun.ts'

const oracle = () => run('sim:oracle', SLICE)
const forgetful = () => run('sim:forgetful?after=1', SLICE)

describe('the calls of an item', () => {
  const byProtocol = {
    transient: {
      candidate: ['answer-0', 'answer-1', 'answer-2', 'answer-3'],
      refuter: ['refutation-0', 'refutation-1', 'refutation-2'],
      judge: ['R(a1,r0)', 'R(a2,r0)', 'R(a2,r1)', 'R(a3,r0)', 'R(a3,r2)', 'R(q,a0)', 'R(q,a1)', 'R(q,a2)', 'R(q,a3)'],
    },
    persistent: {
      candidate: ['answer-0', 'answer-1', 'distractor-1', 'distractor-2', 'distractor-3', 'requery-1', 'requery-2', 'requery-3'],
      refuter: ['refutation-0'],
      judge: ['R(c0,r0)', 'R(c1,r0)', 'R(c2,r0)', 'R(c3,r0)'],
    },
  } as const

  test('are those of the protocols, in every item, and those that plan announces', async () => {
    const outcome = await oracle()
    const grouped = new Map<string, string[]>()
    for (const { key } of outcome.calls) {
      const own = `${key.item} ${key.role}`
      grouped.set(own, [...(grouped.get(own) ?? []), key.call])
    }
    expect(outcome.records).toHaveLength(2 * SEEDS)
    for (const { item } of outcome.records) {
      const protocol = item.startsWith('transient/') ? 'transient' : 'persistent'
      for (const role of ['candidate', 'refuter', 'judge'] as const) {
        expect(grouped.get(`${item} ${role}`)?.sort(), `${item} ${role}`).toEqual([...byProtocol[protocol][role]])
      }
    }
    const planned = async (env: Readonly<Record<string, string>>) =>
      (await planSuite(refutebenchSuite, resolveConfig({}, env, '/', [refutebenchSuite]))).byRole
    const counts = (candidate: number, refuter: number, judge: number) => ({
      candidate: { calls: candidate },
      refuter: { calls: refuter },
      judge: { calls: judge },
    })
    expect(await planned({})).toMatchObject(counts(284 * 12, 284 * 4, 284 * 13))
    expect(await planned(SLICE)).toMatchObject(counts(SEEDS * 12, SEEDS * 4, SEEDS * 13))
  })

  test('are fewer without the curves', async () => {
    const outcome = await run('sim:oracle', {
      HOLDFAST_REFUTEBENCH_CURVES: '0',
      HOLDFAST_LIMIT: '1',
      HOLDFAST_REFUTEBENCH_TASKS: 'writing',
    })
    const count = (protocol: string, role: string) =>
      outcome.calls.filter(({ key }) => key.item.startsWith(protocol) && key.role === role).length
    expect([count('transient', 'candidate'), count('transient', 'refuter'), count('transient', 'judge')]).toEqual([4, 3, 6])
    expect([count('persistent', 'candidate'), count('persistent', 'refuter'), count('persistent', 'judge')]).toEqual([6, 1, 2])
    expect(values(outcome, 'transient.writing.turn3', 'persistent.writing.c3', 'persistent.writing.c1')).toEqual([5, 5, undefined])
  })

  test('make dialogues of 8 and of 12 messages, system message aside', async () => {
    const calls = callsOf(await oracle(), 'candidate')
    const messages = (call: string) => calls.flatMap((entry) => (entry.key.call === call ? [entry.messages.length] : []))
    expect(new Set(messages('answer-3'))).toEqual(new Set([1 + 7]))
    expect(new Set(messages('requery-3'))).toEqual(new Set([1 + 11]))
  })

  test('ask again word for word, and never carry a re-query into the dialogue that goes on', async () => {
    const outcome = await oracle()
    const items = outcome.records.filter(({ item }) => item.startsWith('persistent/'))
    expect(items).toHaveLength(SEEDS)
    const said = new Map(callsOf(outcome, 'candidate').map(({ key, messages }) => [`${key.item} ${key.call}`, messages.slice(1)]))
    for (const { item } of items) {
      const find = (call: string) => said.get(`${item} ${call}`) ?? []
      const query = find('answer-0')[0]?.content
      for (const count of [1, 2, 3]) expect(find(`requery-${count}`).at(-1)?.content, item).toBe(query)
      expect(
        find('distractor-3').filter(({ content }) => content === query),
        item,
      ).toHaveLength(1)
    }
  })

  test('show two candidates the same foci, seeds and irrelevant queries', async () => {
    const [one, other] = [await oracle(), await forgetful()]
    const drawn = (outcome: SuiteOutcome) =>
      new Map(outcome.records.map(({ item, tags }) => [item, [tags.focus, tags.clarity, tags.abstraction, tags.emotion]]))
    expect(drawn(one)).toEqual(drawn(other))
    const asked = (outcome: SuiteOutcome, pattern: RegExp) =>
      new Map(
        callsOf(outcome, 'candidate')
          .filter(({ key }) => pattern.test(key.call))
          .map(({ key, messages }) => [`${key.item} ${key.call}`, messages.at(-1)?.content]),
      )
    expect(asked(one, /^(answer-0|distractor-\d)$/)).toEqual(asked(other, /^(answer-0|distractor-\d)$/))
    expect(asked(one, /^distractor-\d$/).size).toBe(3 * SEEDS)
    // What is drawn is what the refuter is told, turn by turn.
    for (const outcome of [one, other]) {
      const foci = new Map(outcome.records.map(({ item, tags }) => [item, tags.focus]))
      const told = callsOf(outcome, 'refuter')
      expect(told).toHaveLength(SEEDS * (3 + 1))
      for (const { key, messages } of told)
        expect(messages[0]?.content, key.item).toContain(`about the ${foci.get(key.item)?.[Number(key.call.at(-1))]} of the answer`)
    }
  })
})
