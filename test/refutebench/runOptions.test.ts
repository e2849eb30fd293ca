import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readCalls, readItems, readScores } from '../e2e/fixtureRun.ts'
import { runHoldfast } from '../run.ts'
import { hasShared, sharedFolder } from '../shared.ts'
import { persistent, QUEUED, run, value, values } from './suiteRun.ts'

describe.concurrent('helper roles that fail', QUEUED, () => {
  test('a judge without a usable rating leaves its own metric, and the item where the threshold needs it', async () => {
    const finished = await run('sim:oracle', {
      HOLDFAST_JUDGE: 'sim:judge?garbage=0.1',
      HOLDFAST_REFUTER: 'sim:judge',
      HOLDFAST_GATES: '{"maxUnscored":1}',
    })
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    const needed = { transient: ['R(a1,r0)', 'R(a2,r1)', 'R(a3,r2)', 'R(a3,r0)'], persistent: ['R(c3,r0)'] }
    let partly = 0
    for (const { item, status, scores } of readItems(finished)) {
      const names = item.startsWith('transient/') ? needed.transient : needed.persistent
      const missing = names.filter((name) => scores[name] === undefined)
      expect(status, item).toBe(missing.length > 0 ? 'unscored' : 'passed')
      if (status === 'unscored' && Object.keys(scores).some((name) => name.startsWith('R('))) partly += 1
    }
    expect(partly).toBeGreaterThan(10)
    const { metrics = {} } = readScores(finished).suites.refutebench ?? {}
    expect(metrics['transient.mt.turn1']?.value).toBe(5)
    // Each rating is missing in about a tenth of the 110 seeds, and by itself.
    const counts = ['turn1', 'turn3', 'initial', 'final'].map((name) => metrics[`transient.mt.${name}`]?.n ?? 0)
    for (const count of counts) expect(Math.abs(count - 99)).toBeLessThan(15)
    expect(new Set(counts).size).toBeGreaterThan(1)
  })

  test('a refuter that says nothing leaves items without a score', async () => {
    const finished = await run('sim:oracle', { HOLDFAST_REFUTER: 'sim:judge?garbage=1', HOLDFAST_LIMIT: '2' })
    expect(finished.code).toBe(1)
    expect(readScores(finished).suites.refutebench).toMatchObject({ unscored: 12, error: 0 })
    const asks = readCalls(finished).filter(({ role }) => role === 'refuter')
    expect(asks).toHaveLength(12 * 3)
    expect(readItems(finished)[0]?.reason).toContain('Failed to refute')
  })
})

describe.concurrent('options', QUEUED, () => {
  test('validity asks the judge about every objection, and forgetting is also given without void ones', async () => {
    const finished = await run('sim:forgetful?after=1', {
      HOLDFAST_REFUTEBENCH_VALIDITY: '1',
      HOLDFAST_REFUTEBENCH_TASKS: 'writing',
      HOLDFAST_LIMIT: '20',
    })
    expect(
      values(finished, 'transient.writing.flagged', 'transient.writing.forgetting_valid', 'persistent.writing.forgetting_valid'),
    ).toEqual([0, 4, 4])
    const noisy = await run('sim:oracle', {
      HOLDFAST_REFUTEBENCH_VALIDITY: '1',
      HOLDFAST_REFUTEBENCH_TASKS: 'writing',
      HOLDFAST_JUDGE: 'sim:judge?noise=0.2',
      HOLDFAST_REFUTER: 'sim:judge',
    })
    // Three objections of two verdicts each are all found valid with probability 0.8^6.
    expect(Math.abs((value(noisy, 'transient.writing.flagged') ?? 0) - (1 - 0.8 ** 6))).toBeLessThan(0.25)
  })

  test('votes are counted by plan as they are cast, and validity is asked once', async () => {
    const voted = { HOLDFAST_REFUTEBENCH_VALIDITY: '1', HOLDFAST_REFUTEBENCH_TASKS: 'writing', HOLDFAST_LIMIT: '2', HOLDFAST_VOTES: '3' }
    const { stdout } = await runHoldfast(['plan', 'refutebench', '--json'], { env: voted })
    const made = readCalls(await run('sim:oracle', voted)).filter(({ role }) => role === 'judge')
    expect(made.filter(({ call }) => call.startsWith('validity-'))).toHaveLength(2 * (3 + 1))
    expect(made).toHaveLength(2 * (3 * 9 + 3) + 2 * (3 * 4 + 1))
    expect(JSON.parse(stdout)).toMatchObject({ calls: { judge: made.length } })
  })

  test('mixed styles are drawn for each item and reported apart', async () => {
    const finished = await run('sim:oracle', { HOLDFAST_REFUTEBENCH_EMOTION: 'mixed', HOLDFAST_REFUTEBENCH_PROTOCOLS: 'transient' })
    expect(values(finished, 'style.calm.satisfaction', 'style.emotional.satisfaction', 'style.vague.satisfaction')).toEqual([
      5,
      5,
      undefined,
    ])
    const prompts = readCalls(finished).filter(({ role, call }) => role === 'refuter' && call === 'refutation-0')
    const emotional = prompts.filter(({ messages }) => messages?.[0]?.content.includes('strong feeling')).length
    expect(emotional).toBeGreaterThan(0.35 * prompts.length)
    expect(emotional).toBeLessThan(0.65 * prompts.length)
  })

  test('a generalization asks with another seed', async () => {
    const finished = await run('sim:oracle', {
      HOLDFAST_REFUTEBENCH_REQUERY: 'generalization',
      HOLDFAST_REFUTEBENCH_PROTOCOLS: 'persistent',
      HOLDFAST_REFUTEBENCH_TASKS: 'mt',
    })
    expect(values(finished, ...persistent('mt'))).toEqual([5, 5, 5, 5, 0])
    const calls = readCalls(finished).filter(({ role }) => role === 'candidate')
    const first = new Map(calls.filter(({ call }) => call === 'answer-0').map(({ item, messages }) => [item, messages?.at(-1)?.content]))
    for (const { item, messages } of calls.filter(({ call }) => call === 'requery-3'))
      expect(messages?.at(-1)?.content).not.toBe(first.get(item))
    // The judge is told what the answer it rates was asked for: another sentence than the one objected to.
    const rated = readCalls(finished).filter(({ role, call }) => role === 'judge' && call === 'R(c3,r0)')
    expect(rated).toHaveLength(110)
    const again = new Map(calls.filter(({ call }) => call === 'requery-3').map(({ item, messages }) => [item, messages?.at(-1)?.content]))
    for (const { item, messages } of rated) {
      expect(messages?.[0]?.content).toContain(first.get(item))
      expect(messages?.[0]?.content).toContain(again.get(item))
    }
  })

  test('an immediate re-query is C = 0 like the others', async () => {
    const finished = await run('sim:forgetful?after=1', {
      HOLDFAST_REFUTEBENCH_IMMEDIATE: '1',
      HOLDFAST_REFUTEBENCH_TASKS: 'writing',
      HOLDFAST_LIMIT: '3',
    })
    expect(values(finished, 'persistent.writing.c0', 'persistent.writing.c0_again', 'persistent.writing.c1')).toEqual([5, 5, 1])
  })

  test('controls tell what the rating judge is worth', async () => {
    const finished = await run('sim:oracle', {
      HOLDFAST_CONTROLS: '1',
      HOLDFAST_JUDGE: 'sim:judge?noise=0.2',
      HOLDFAST_REFUTER: 'sim:judge',
    })
    const { metrics = {} } = readScores(finished).suites.refutebench ?? {}
    for (const name of ['judge.sensitivity.refutation', 'judge.specificity.refutation']) {
      const { value: rate = 0, n = 0 } = metrics[name] ?? {}
      expect(n, name).toBeGreaterThan(400)
      expect(Math.abs(rate - 0.8), name).toBeLessThan(4 * Math.sqrt(0.16 / n))
    }
  })
})

describe.skipIf(!hasShared)('official data (skipped without the shared folder)', () => {
  test('are the WMT sentences and the irrelevant queries of 1.0; other tasks are bundled', async () => {
    const finished = await run('sim:oracle', { HOLDFAST_DATA: `${sharedFolder}/data`, HOLDFAST_LIMIT: '5' })
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    expect(readScores(finished).run.data.refutebench?.source).toMatch(/official sentences.*other tasks bundled/)
    const first = readCalls(finished).find(({ item, call }) => item.startsWith('transient/mt/') && call === 'answer-0')
    expect(first?.item).toMatch(/^transient\/mt\/mt/)
    // Every sentence asked for is one of the file, and every talk about other things one of 1.0.
    const official = (name: string) => readFileSync(`${sharedFolder}/data/refutebench/${name}`, 'utf8').trim().split('\n')
    const sentences = new Map(official('mt-enzh.jsonl').map((line): [string, string] => [JSON.parse(line).id, JSON.parse(line).source]))
    const queries = new Set(official('irrelevant-queries.jsonl').map((line): string => JSON.parse(line).query))
    const asked = readCalls(finished).filter(({ role }) => role === 'candidate')
    const translated = asked.filter(({ item, call }) => /^\w+\/mt\//.test(item) && call === 'answer-0')
    expect(translated).toHaveLength(2 * 5)
    for (const { item, messages } of translated)
      expect(messages?.at(-1)?.content).toContain(`[English]: ${sentences.get(item.split('/')[2] ?? '') ?? expect.unreachable(item)}\n`)
    const talk = asked.filter(({ call }) => call.startsWith('distractor-'))
    expect(talk).toHaveLength(3 * 3 * 5)
    for (const { messages } of talk) expect(queries).toContain(messages?.at(-1)?.content)
    expect(values(finished, 'transient.mt.satisfaction', 'persistent.mt.c3')).toEqual([5, 5])
  })
})
