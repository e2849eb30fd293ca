import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { Dialogue, STAND_IN } from '../src/judging/dialogue/dialogue.ts'
import { criterion, type Rubric, rubric } from '../src/judging/rubric/rubric.ts'
import { currentScope, newScope, runInScope } from '../src/running/worker/itemScope.ts'
import { passRubric } from './toPassRubric.ts'

const capital = rubric([
  criterion('names it', { weight: 3, check: /Paris/ }),
  criterion('is short', { weight: 1, check: (text) => text.length < 20 }),
])

/** A rubric whose only point has this score. */
const scoring = (total: number, threshold?: number): Rubric => ({
  points: [{ name: 'point', weight: 2 }],
  ...(threshold !== undefined && { threshold }),
  grade: () => ({ points: { point: total }, total }),
})

test('what a simulated model says for want of a reference is not judged', async () => {
  const message =
    "Failed to apply toPassRubric: the model is simulated and the turn has no reference answer. Give ask or refute a reference, as { reference: '…' }."
  for (const subject of [STAND_IN, { content: STAND_IN }, new Dialogue().given('q', STAND_IN)]) {
    await expect(passRubric(currentScope(), subject, capital)).rejects.toMatchObject({ code: 'USAGE', message })
  }
  // Where it is not the last answer, it is of no matter.
  expect(await passRubric(currentScope(), new Dialogue().given('q', STAND_IN).given('q', 'Paris'), capital)).toMatchObject({ passed: true })
})

describe('the verdict', () => {
  test('of an answer that passes has its scores and no loss', async () => {
    expect(await passRubric(currentScope(), 'Paris', capital)).toMatchObject({
      passed: true,
      scores: { 'names it': 1, 'is short': 1, total: 1 },
      threshold: 1,
      lost: {},
    })
  })

  test('of an answer that fails has its scores, its losses and the whole message', async () => {
    const verdict = await passRubric(currentScope(), 'Lyon', capital)
    expect(verdict).toMatchObject({
      passed: false,
      scores: { 'names it': 0, 'is short': 1, total: 0.25 },
      lost: { 'names it': 0.75 },
    })
    expect(verdict.message).toMatchInlineSnapshot(`
      "Failed to pass the rubric: total 0.250, threshold 1.000.
        received  "Lyon"
        lost      names it 3 of 4 points: does not match /Paris/"
    `)
  })

  test('of an answer that fails shows what was asked, shortened, and an answer known to be good', async () => {
    const dialogue = new Dialogue().given(`Which city is the capital of France? ${'Think. '.repeat(100)}`, 'Lyon')
    const { message } = await passRubric(currentScope(), dialogue, capital, { reference: 'Paris' })
    expect(message).toMatch(/\n {2}asked {5}Which city is the capital of France\? [Think. ]+…\n/)
    expect(message).toContain('\n  expected  "Paris"\n  received  "Lyon"\n')
  })

  test('names losses by the titles of points', async () => {
    const titled: Rubric = {
      points: [{ name: 'ori', title: 'from the list', weight: 1 }],
      grade: () => ({ points: { ori: 0.5 }, total: 0.5 }),
    }
    expect((await passRubric(currentScope(), 'x', titled)).lost).toEqual({ 'from the list': 0.5 })
  })

  test('has losses that add up to what the total lacks', async () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 10 })), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(points, async (entries) => {
        const criteria = entries.map(([weight, tenths], index) => criterion(`point ${index}`, { weight, check: () => tenths / 10 }))
        const { scores, lost, passed } = await passRubric(currentScope(), '', rubric(criteria))
        const sum = Object.values(lost).reduce((total, share) => total + share, 0)
        expect(sum).toBeCloseTo(passed ? 0 : 1 - (scores.total ?? Number.NaN), 9)
      }),
    )
  })

  test('asks why only below the threshold', async () => {
    const explain = vi.fn(() => ({ received: 'shortened' }))
    await passRubric(currentScope(), 'x', { ...scoring(0.5, 0.5), explain } as Rubric)
    expect(explain).not.toHaveBeenCalled()
    const { message } = await passRubric(currentScope(), 'x', { ...scoring(0.4, 0.5), explain } as Rubric)
    expect(message).toContain('  received  "shortened"')
  })
})

describe('the threshold', () => {
  test.each([
    [1, undefined, undefined, 1, true],
    [0.9, undefined, undefined, 1, false],
    [0.5, 0.5, undefined, 0.5, true],
    [0.5, 0.5, 0.6, 0.6, false],
    [0.5, 0.9, 0, 0, true],
  ])('a total of %s under a rubric of %s and an option of %s is held to %s', async (total, ofRubric, ofOption, threshold, passed) => {
    const options = ofOption === undefined ? {} : { threshold: ofOption }
    expect(await passRubric(currentScope(), 'x', scoring(total, ofRubric), options)).toMatchObject({ threshold, passed })
  })

  test.each([
    ['the option', scoring(0.5), { threshold: -1 }],
    ['the rubric', scoring(0.5, 80), {}],
    ['the option', scoring(0.5), { threshold: Number.NaN }],
  ])('of %s is refused off the scale', async (_, held, options) => {
    await expect(passRubric(currentScope(), 'x', held, options)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(/^Failed to apply toPassRubric: threshold .* Totals run from 0 to 1.* Give 0 <= threshold <= 1\.$/),
    })
  })

  test('leaves room for rounding: full marks are 1 - 1e-6 and more', async () => {
    expect((await passRubric(currentScope(), 'x', scoring(1 - 0.9e-6))).passed).toBe(true)
    expect((await passRubric(currentScope(), 'x', scoring(1 - 1.1e-6))).passed).toBe(false)
    expect((await passRubric(currentScope(), 'x', scoring(0.1 + 0.2, 0.3))).passed).toBe(true)
  })
})

test('points over their maximum cannot stand in for what others lack', async () => {
  const points = [
    { name: 'ori', weight: 1 },
    { name: 'correct', weight: 1 },
  ]
  const over: Rubric = { points, grade: () => ({ points: { ori: 2, correct: 0.5 }, total: 1.25, passes: false }) }
  const { passed, message } = await passRubric(undefined, 'an answer', over)
  expect(passed).toBe(false)
  expect(message.split('\n')[0]).toBe('Failed to pass the rubric: total 1.250, made by points over their maximum, threshold 1.000.')
})

test('a weight that is not over 0 is refused, of a rubric written by hand too', async () => {
  const weightless: Rubric = { points: [{ name: 'point', weight: 0 }], grade: () => ({ points: { point: 0 }, total: 1 }) }
  await expect(passRubric(currentScope(), 'x', weightless)).rejects.toThrow(
    'Failed to apply toPassRubric: the weight of "point" is 0. Give a finite number over 0.',
  )
})

describe('the subject', () => {
  test('may be a text or an answer of a model', async () => {
    expect((await passRubric(currentScope(), 'Paris', capital)).passed).toBe(true)
    expect((await passRubric(currentScope(), { content: 'Paris', usage: undefined, finish: 'stop' }, capital)).passed).toBe(true)
  })

  test('may be an empty answer', async () =>
    expect(await passRubric(currentScope(), { content: '' }, capital)).toMatchObject({ passed: false, scores: { 'names it': 0 } }))

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [7, 'number'],
    [{ text: 'Paris' }, 'object'],
    [{ content: null }, 'object'],
  ])('may not be anything else: %s', async (received, type) => {
    // passRubric may throw or reject.
    await expect(async () => passRubric(currentScope(), received, capital)).rejects.toThrow(
      new RegExp(`^Failed to apply toPassRubric: expected a text.*, received ${type}\\. Pass what the model answered\\.$`),
    )
  })
})

test('a Promise as subject says that an await is missing', async () => {
  await expect(passRubric(currentScope(), Promise.resolve('Paris'), capital)).rejects.toMatchObject({
    code: 'USAGE',
    message: 'Failed to apply toPassRubric: expected a text, an answer or a dialogue, received a Promise. Await it first: expect(await …).',
  })
})

test('a dialogue without a turn is an error and no score', async () => {
  await expect(passRubric(currentScope(), new Dialogue(), capital)).rejects.toMatchObject({
    code: 'USAGE',
    message: 'Failed to apply toPassRubric: the dialogue has no turn yet. Call dialogue.ask(...) first.',
  })
})

test('an answer that passes and should not says so in plain words', async () => {
  expect((await passRubric(currentScope(), 'Paris', capital)).message).toBe(
    'Expected it not to pass the rubric, and it did: total 1.000, threshold 1.',
  )
})

describe('the threshold', () => {
  const half = rubric([criterion('a', { check: /a/ }), criterion('b', { check: /b/ })])
  const judging = { judge: () => expect.unreachable(), votes: 1 }
  const passedWithin = (threshold?: number) =>
    runInScope(newScope(true, judging, threshold), async () => (await passRubric(currentScope(), 'a', half)).passed)

  test('is the benchmark’s where neither the rubric nor the matcher names one', async () => {
    expect(await passedWithin(0.5)).toBe(true)
    expect(await passedWithin(0.6)).toBe(false)
    expect(await passedWithin()).toBe(false)
  })
})
