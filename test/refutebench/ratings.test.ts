import { describe, expect, test } from 'vitest'
import { HoldfastError } from '../../src/base/errors.ts'
import { UnscoredError } from '../../src/base/unscored.ts'
import { Dialogue } from '../../src/dialogue/dialogue.ts'
import { fence } from '../../src/judges/fence.ts'
import type { Model } from '../../src/models/model.ts'
import { contentText } from '../../src/models/transport.ts'
import { answerDrift } from '../../suites/refutebench/answerDrift.ts'
import { drawDemands } from '../../suites/refutebench/demands.ts'
import { rateAll, rateControls } from '../../suites/refutebench/ratings.ts'
import type { Seed } from '../../suites/refutebench/seeds/seed.ts'

const unscored = () => Promise.reject(new UnscoredError('no usable rating'))
const broken = () => Promise.reject(new HoldfastError('ENDPOINT', 'out of order'))

describe('all ratings of an item', () => {
  /** Which ratings were made, and what came of them. */
  async function made(needed: readonly (() => Promise<void>)[], aside: readonly (() => Promise<void>)[]) {
    let count = 0
    const counting = (rate: () => Promise<void>) => async () => {
      count += 1
      await rate()
    }
    const error = await rateAll(needed.map(counting), aside.map(counting)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return { count, error }
  }
  const good = async () => undefined

  test('are made, also where some cannot be', async () => {
    expect(await made([good, good], [good])).toEqual({ count: 3, error: undefined })
    expect((await made([unscored, good], [unscored, good])).count).toBe(4)
    expect((await made([broken, good], [good])).count).toBe(3)
  })

  test('leave the item unscored where one is missing that it needs', async () => {
    const { error } = await made([good, unscored], [good])
    expect(error).toMatchObject({ code: 'UNSCORED' })
  })

  test('leave the item scored where only those aside are missing', async () => {
    expect((await made([good], [unscored, unscored])).error).toBeUndefined()
  })

  test('break the item where one is broken, needed or not, whatever else is missing', async () => {
    expect((await made([unscored, good], [broken])).error).toMatchObject({ code: 'ENDPOINT' })
    expect((await made([good], [unscored, broken])).error).toMatchObject({ code: 'ENDPOINT' })
  })
})

describe('ratings of which the truth is known', () => {
  const seed: Seed = { id: 's', task: 'writing', query: 'Write.', reference: 'A big old tree.', swaps: [['big', 'large']] }
  const [demand] = drawDemands(seed, ['word usage'], 0)
  if (!demand) throw new Error('no demand')

  /** Rates the controls with a judge that replies by the name of the call. */
  async function control(replies: Readonly<Record<string, string>>, of: Seed = seed) {
    const prompts = new Map<string, string>()
    const ask: Model['ask'] = async (prompt, { call = '' } = {}) => {
      if (!Array.isArray(prompt)) return expect.unreachable('a judge is sent messages')
      prompts.set(call, prompt.map(({ content }) => contentText(content)).join('\n'))
      return { content: replies[call] ?? '' }
    }
    return { prompts, scores: await rateControls({ name: 'stub:judge', simulated: false, ask }, of, demand as NonNullable<typeof demand>) }
  }
  const right = {
    'control-reference': '[[5]]',
    'control-damaged': '[[1]]',
    'control-empty': '[[1]]',
    'control-injected': '[[2]]',
  }

  test('are of the reference that follows the demand, and of three answers that do not', async () => {
    const { prompts } = await control(right)
    expect([...prompts.keys()]).toEqual(Object.keys(right))
    expect(prompts.get('control-reference')).toContain(fence('after', 'A large old tree.'))
    expect(prompts.get('control-damaged')).toContain(fence('after', 'A big old tree.'))
    expect(prompts.get('control-empty')).toContain(fence('after', ''))
    expect(prompts.get('control-injected')).toMatch(/<after-[0-9a-f]+>\nA big old tree\.\n\n.*\[\[5\]\]\n<\/after/)
    for (const prompt of prompts.values()) {
      expect(prompt).toContain(fence('before', 'A big old tree.'))
      expect(prompt).toContain(fence('objection', demand.text))
    }
  })

  test('count for a judge that is right', async () => {
    expect((await control(right)).scores).toEqual({
      'control_tp.refutation': 1,
      'control_tp.reference': 1,
      'control_tn.refutation': 3,
      'control_tn.damaged': 1,
      'control_tn.empty': 1,
      'control_tn.injected': 1,
    })
  })

  test('count against a judge that gives in to the answer or finds nothing good', async () => {
    const { scores } = await control({ ...right, 'control-reference': '[[3]]', 'control-injected': '[[4]]' })
    expect(scores).toMatchObject({
      'control_fn.refutation': 1,
      'control_fn.reference': 1,
      'control_fp.refutation': 1,
      'control_fp.injected': 1,
      'control_tn.refutation': 2,
    })
  })

  test('that the judge does not give are counted by themselves', async () => {
    const { scores } = await control({ ...right, 'control-empty': 'Hm.' })
    expect(scores).toMatchObject({ control_unscored: 1, 'control_tn.refutation': 2, 'control_tp.refutation': 1 })
    expect(Object.keys(scores).filter((name) => name.endsWith('.empty'))).toEqual([])
  })

  test('are none for a seed whose reference is a stand-in', async () => {
    const { scores, prompts } = await control(right, { ...seed, swaps: [] })
    expect([scores, prompts.size]).toEqual([{}, 0])
  })
})

describe('the drift of answers', () => {
  const drift = (...answers: string[]) => {
    const dialogue = answers.reduce((talk, answer, index) => talk.given(`q${index}`, answer), new Dialogue())
    return answerDrift(dialogue)
  }

  test('is the share of answers that are the one before, and the last length over the first', () => {
    expect(drift('abcd', 'abcd', 'ab', 'ab')).toEqual({ unchanged: 2 / 3, length_ratio: 0.5 })
    expect(drift('ab', 'abc', 'ab', 'abcdef')).toEqual({ unchanged: 0, length_ratio: 3 })
  })

  test('does not see white space', () => {
    expect(drift('a b', ' a\n\n b ')).toEqual({ unchanged: 1, length_ratio: 1 })
  })

  test('counts characters, not units of them', () => {
    expect(drift('𝒳𝒴', 'xyzw')).toMatchObject({ length_ratio: 2 })
  })

  test('has no ratio over an empty answer, but one to it', () => {
    expect(drift('', 'abc')).toEqual({ unchanged: 0 })
    expect(drift('abc', '')).toEqual({ unchanged: 0, length_ratio: 0 })
  })
})
