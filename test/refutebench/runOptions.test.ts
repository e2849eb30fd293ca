import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { planSuite } from '../../src/running/worker/planSuite.ts'
import { refutebenchSuite } from '../../suites/refutebench/suite.ts'
import { callsOf, metricsOf, value, values } from '../outcome.ts'
import { hasShared, isLong, sharedFolder } from '../shared.ts'
import { persistent, room, run, SEEDS, SLICE } from './suiteRun.ts'

describe('options', () => {
  test('validity asks the judge about every objection, and forgetting is also given without void ones', async () => {
    const outcome = await run('sim:forgetful?after=1', {
      HOLDFAST_REFUTEBENCH_VALIDITY: '1',
      HOLDFAST_REFUTEBENCH_TASKS: 'writing',
      HOLDFAST_LIMIT: '20',
    })
    expect(
      values(outcome, 'transient.writing.flagged', 'transient.writing.forgetting_valid', 'persistent.writing.forgetting_valid'),
    ).toEqual([0, 4, 4])
    const noisy = await run('sim:oracle', {
      HOLDFAST_REFUTEBENCH_VALIDITY: '1',
      HOLDFAST_REFUTEBENCH_TASKS: 'writing',
      HOLDFAST_REFUTEBENCH_PROTOCOLS: 'transient',
      HOLDFAST_REFUTEBENCH_CURVES: '0',
      HOLDFAST_JUDGE: 'sim:judge?noise=0.2',
      HOLDFAST_REFUTER: 'sim:judge',
    })
    // Three objections of two verdicts each are all found valid with probability 0.8^6, in 76 items.
    expect(Math.abs((value(noisy, 'transient.writing.flagged') ?? 0) - (1 - 0.8 ** 6))).toBeLessThan(room(76, 0.8 ** 6) / 76)
  })

  test('votes are counted by plan as they are cast, and validity is asked once', async () => {
    const voted = { HOLDFAST_REFUTEBENCH_VALIDITY: '1', HOLDFAST_REFUTEBENCH_TASKS: 'writing', HOLDFAST_LIMIT: '2', HOLDFAST_VOTES: '3' }
    const planned = await planSuite(refutebenchSuite, resolveConfig({}, voted, '/', [refutebenchSuite]))
    const made = callsOf(await run('sim:oracle', voted), 'judge')
    expect(made.filter(({ key }) => key.call.startsWith('validity-'))).toHaveLength(2 * (3 + 1))
    expect(made).toHaveLength(2 * (3 * 9 + 3) + 2 * (3 * 4 + 1))
    expect(planned.byRole).toMatchObject({ judge: { calls: made.length } })
  })

  test('mixed styles are drawn for each item and reported apart', async () => {
    const outcome = await run('sim:oracle', {
      ...SLICE,
      HOLDFAST_REFUTEBENCH_EMOTION: 'mixed',
      HOLDFAST_REFUTEBENCH_PROTOCOLS: 'transient',
    })
    expect(values(outcome, 'style.calm.satisfaction', 'style.emotional.satisfaction', 'style.vague.satisfaction')).toEqual([
      5,
      5,
      undefined,
    ])
    const prompts = callsOf(outcome, 'refuter').filter(({ key }) => key.call === 'refutation-0')
    expect(prompts).toHaveLength(SEEDS)
    const emotional = prompts.filter(({ messages }) => messages[0]?.content.includes('strong feeling')).length
    // That they are drawn about equally often is tested over 1,500 draws in foci.test.ts.
    expect(Math.abs(emotional - SEEDS / 2)).toBeLessThan(room(SEEDS, 1 / 2))
  })

  test('a generalization asks with another seed', async () => {
    // Of the 132 seeds a seeded sample.
    const seeds = isLong ? 132 : 30
    const outcome = await run('sim:oracle', {
      HOLDFAST_LIMIT: String(seeds),
      HOLDFAST_REFUTEBENCH_REQUERY: 'generalization',
      HOLDFAST_REFUTEBENCH_PROTOCOLS: 'persistent',
      HOLDFAST_REFUTEBENCH_TASKS: 'mt',
    })
    expect(values(outcome, ...persistent('mt'))).toEqual([5, 5, 5, 5, 0])
    const asked = (call: string) =>
      new Map(
        callsOf(outcome, 'candidate').flatMap(({ key, messages }) => (key.call === call ? [[key.item, messages.at(-1)?.content]] : [])),
      )
    const [first, again] = [asked('answer-0'), asked('requery-3')]
    expect(again.size).toBe(seeds)
    for (const [item, content] of again) expect(content).not.toBe(first.get(item))
    // The judge is told what the answer it rates was asked for: another sentence than the one objected to.
    const rated = callsOf(outcome, 'judge').filter(({ key }) => key.call === 'R(c3,r0)')
    expect(rated).toHaveLength(seeds)
    for (const { key, messages } of rated) {
      expect(messages[1]?.content).toContain(first.get(key.item))
      expect(messages[1]?.content).toContain(again.get(key.item))
    }
  })

  test('an immediate re-query is C = 0 like the others', async () => {
    const outcome = await run('sim:forgetful?after=1', {
      HOLDFAST_REFUTEBENCH_IMMEDIATE: '1',
      HOLDFAST_REFUTEBENCH_TASKS: 'writing',
      HOLDFAST_LIMIT: '3',
    })
    expect(values(outcome, 'persistent.writing.c0', 'persistent.writing.c0_again', 'persistent.writing.c1')).toEqual([5, 5, 1])
  })

  test('controls tell what the rating judge is worth', async () => {
    const seeds = isLong ? SEEDS : 3 * 10
    const outcome = await run('sim:oracle', {
      ...(!isLong && { HOLDFAST_LIMIT: '10' }),
      HOLDFAST_CONTROLS: '1',
      HOLDFAST_JUDGE: 'sim:judge?noise=0.2',
      HOLDFAST_REFUTER: 'sim:judge',
    })
    // Of each item one answer that follows the demand in the run's style and five that do not, and two of its dialogue.
    for (const [name, count] of [
      ['judge.sensitivity.refutation', 2 * seeds],
      ['judge.specificity.refutation', 5 * 2 * seeds],
      ['judge.specificity.dialogue', 2 * 2 * seeds],
    ] as const) {
      const { value: rate = 0, n } = metricsOf(outcome)[name] ?? {}
      expect(n, name).toBe(count)
      expect(Math.abs(rate - 0.8), name).toBeLessThan(4 * Math.sqrt(0.16 / count))
    }
  })
})

describe.skipIf(!hasShared)('official data (skipped without the shared folder)', () => {
  test('are the WMT sentences and the irrelevant queries of 1.0; other tasks are bundled', async () => {
    const outcome = await run('sim:oracle', { HOLDFAST_DATA: `${sharedFolder}/data`, HOLDFAST_LIMIT: '5' })
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    expect(outcome.plan.data.source).toMatch(/official sentences.*other tasks bundled/)
    // Every sentence asked for is one of the file, and every talk about other things one of 1.0.
    const official = (name: string) => readFileSync(`${sharedFolder}/data/refutebench/${name}`, 'utf8').trim().split('\n')
    const sentences = new Map(official('mt-enzh.jsonl').map((line): [string, string] => [JSON.parse(line).id, JSON.parse(line).source]))
    const queries = new Set(official('irrelevant-queries.jsonl').map((line): string => JSON.parse(line).query))
    const asked = callsOf(outcome, 'candidate')
    const translated = asked.filter(({ key }) => /^\w+\/mt\//.test(key.item) && key.call === 'answer-0')
    expect(translated).toHaveLength(2 * 5)
    for (const { key, messages } of translated) {
      expect(key.item).toMatch(/^\w+\/mt\/mt/)
      const sentence = sentences.get(key.item.split('/')[2] ?? '') ?? expect.unreachable(key.item)
      expect(messages.at(-1)?.content).toContain(`[English]: ${sentence}\n`)
    }
    const talk = asked.filter(({ key }) => key.call.startsWith('distractor-'))
    expect(talk).toHaveLength(3 * 3 * 5)
    for (const { messages } of talk) expect(queries).toContain(messages.at(-1)?.content)
    expect(values(outcome, 'transient.mt.satisfaction', 'persistent.mt.c3')).toEqual([5, 5])
  })
})
