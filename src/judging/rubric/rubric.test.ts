import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Model } from '../../models/model.ts'
import { type Criterion, criterion, type JudgedRubric, type ProgrammaticRubric, rubric } from './rubric.ts'

/** A rubric that needs no judge: all its criteria have checks. */
const programmatic = (criteria: readonly Criterion[], options: { threshold?: number } = {}) =>
  rubric(criteria, options) as ProgrammaticRubric

describe('a criterion', () => {
  test('has weight 1 unless told otherwise', () => {
    const check = /x/
    expect(criterion('names it', { check })).toEqual({ name: 'names it', weight: 1, check })
    expect(criterion('names it', { check, weight: 0.3 }).weight).toBe(0.3)
  })

  test('has a weight over 0', () => {
    expect(() => criterion('names it', { check: /x/, weight: 0 })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to make the criterion "names it": its weight is 0. Give a finite number over 0.]`,
    )
    expect(() => criterion('names it', { check: /x/, weight: -1 })).toThrow('its weight is -1. Give a finite number over 0.')
    expect(() => criterion('names it', { check: /x/, weight: Number.NaN })).toThrow('its weight is NaN. Give a finite number over 0.')
  })

  test('has a weight that is a number of its own, not infinite', () =>
    expect(() => criterion('names it', { check: /x/, weight: Number.POSITIVE_INFINITY })).toThrow('its weight is Infinity'))
})

describe('a rubric refuses', () => {
  test.each([-1, 80, Number.NaN])('the threshold %s, which is on another scale', (threshold) => {
    expect(() => rubric([criterion('a', { check: /a/ })], { threshold })).toThrow(
      /^Failed to make a rubric: threshold .* Totals run from 0 to 1.* Give 0 <= threshold <= 1\.$/,
    )
  })

  test('a weight that is not over 0, of a criterion written by hand too', () => {
    expect(() => rubric({ a: 0 })).toThrow('Failed to make the criterion "a": its weight is 0.')
    expect(() => rubric([{ name: 'a', weight: Number.NaN }])).toThrow('Failed to make the criterion "a": its weight is NaN.')
  })
})

describe('the total of an answer', () => {
  const checks = programmatic([
    criterion('a', { weight: 3, check: /a/ }),
    criterion('b', { weight: 1, check: (text) => text.includes('b') }),
    criterion('c', { weight: 4, check: (text) => text.length / 8 }),
  ])

  test('is the share of weight that is met', () => {
    expect(checks.grade('abxx')).toEqual({ points: { a: 1, b: 1, c: 0.5 }, total: (3 + 1 + 2) / 8 })
    expect(checks.grade('b')).toEqual({ points: { a: 0, b: 1, c: 0.125 }, total: (0 + 1 + 0.5) / 8 })
    expect(checks.grade('')).toEqual({ points: { a: 0, b: 0, c: 0 }, total: 0 })
  })

  test('is exactly 1 when everything is met, whatever the weights', () => {
    const weights = fc.array(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(weights, (all) => {
        const criteria = all.map((weight, index) => criterion(String(index), { weight, check: () => true }))
        expect(programmatic(criteria).grade('').total).toBe(1)
      }),
    )
  })

  test('is from 0 to 1, and the same when all weights are multiplied', () => {
    const entries = fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(entries, (all) => {
        const total = (factor: number) =>
          programmatic(
            all.map(([weight, score], index) => criterion(`point ${index}`, { weight: weight * factor, check: () => score })),
          ).grade('').total
        expect(total(1)).toBeGreaterThanOrEqual(0)
        expect(total(1)).toBeLessThanOrEqual(1 + 1e-12)
        expect(total(1024)).toBe(total(1))
      }),
    )
  })
})

describe('a pattern', () => {
  test.each(['g', 'y', 'gy', 'gi'])('with flags %s gives the same answer every time', (flags) => {
    const one = programmatic([criterion('a', { check: new RegExp('a', flags) })])
    expect([one.grade('xa').total, one.grade('xa').total, one.grade('xa').total]).toEqual([1, 1, 1])
  })

  test('keeps its other flags', () => expect(programmatic([criterion('a', { check: /^A.B$/gis })]).grade('a\nb').total).toBe(1))

  test('is left as it was', () => {
    const check = /a/g
    programmatic([criterion('a', { check })]).grade('aaa')
    expect(check.lastIndex).toBe(0)
  })
})

test('the threshold is left to the benchmark, or the matcher, unless told', () => {
  expect(programmatic([criterion('a', { check: /a/ })]).threshold).toBe(undefined)
  expect(programmatic([criterion('a', { check: /a/ })], { threshold: 0.5 }).threshold).toBe(0.5)
})

test('a loss is explained by what each check wanted', () => {
  const one = programmatic([criterion('names it', { check: /Paris/i }), criterion('is short', { check: (text) => text.length < 9 })])
  expect(one.explain?.('Lyon is not it', one.grade('Lyon is not it'))).toEqual({
    received: 'Lyon is not it',
    evidence: { 'names it': 'does not match /Paris/i', 'is short': 'not met' },
  })
})

describe('what cannot be a rubric is refused', () => {
  test('no criteria', () => {
    expect(() => rubric([])).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to make a rubric: it has no criteria. Give at least one.]`,
    )
  })

  test('two criteria of one name', () => {
    expect(() => rubric([criterion('a', { check: /a/ }), criterion('a', { check: /b/ })])).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to make a rubric: two criteria are named "a". Rename one.]`,
    )
  })

  test('a criterion named total, whose score the total would overwrite in the record', () =>
    expect(() => rubric([criterion('total', { check: /a/ }), criterion('b', { check: /b/ })])).toThrow('"total"'))

  test.each<[string, number]>([
    ['NaN', Number.NaN],
    ['1.5', 1.5],
    ['-0.1', -0.1],
    ['undefined', undefined as unknown as number],
    ['[object Promise]', Promise.resolve(true) as unknown as number],
  ])('a check that returns %s', (shown, result) => {
    expect(() => programmatic([criterion('a', { check: () => result })]).grade('')).toThrow(
      `Failed to apply the check of the criterion "a": it returned ${shown}. Return a boolean or a number from 0 to 1.`,
    )
  })
})

test('a check that throws is an error that names its criterion, and why', () => {
  const check = (text: string) => (JSON.parse(text) as { a: boolean }).a
  const held = programmatic([criterion('is short', { check: () => true }), criterion('gives a', { check })])
  expect(() => held.grade('none')).toThrow(
    /^Failed to apply the check of the criterion "gives a": it threw SyntaxError: Unexpected token .*\. Mend it\.$/s,
  )
})

describe('a criterion that a judge decides', () => {
  /** What a judge is told beside its prompt, when it is simulated. */
  async function asked(criteria: readonly Criterion[], answer: string, flip = false) {
    const told: (string | undefined)[] = []
    const prompts: unknown[] = []
    const ask: Model['ask'] = async (prompt, options) => {
      prompts.push(prompt)
      const verdict = options?.simulation?.verdict?.(() => flip)
      told.push(verdict)
      return {
        content: verdict ?? JSON.stringify({ criteria: criteria.map((_, index) => ({ number: index + 1, reason: 'so', met: true })) }),
      }
    }
    const judge: Model = { name: 'stub', simulated: true, ask }
    const graded = await (rubric(criteria) as JudgedRubric).judged({ conversation: [], answer }, judge, 1)
    return { ...graded, told, prompt: JSON.stringify(prompts) }
  }

  const kind = criterion('is kind', { weight: 3, calibration: { simulated: /please/i } })
  const brief = criterion('is brief', { calibration: { simulated: (text) => text.length < 12 } })

  test('is met for a simulated judge where `simulated` says so', async () => {
    expect((await asked([kind, brief], 'Please wait.')).points).toEqual({ 'is kind': 1, 'is brief': 0 })
    expect((await asked([kind, brief], 'Wait.')).total).toBe(0.25)
    expect((await asked([kind, brief], 'Wait.', true)).points).toEqual({ 'is kind': 1, 'is brief': 0 })
  })

  test('is met where a real judge says so, who learns nothing of `simulated` and never asks it', async () => {
    const simulated = vi.fn(() => false)
    const ask: Model['ask'] = async (prompt, options) => {
      expect(JSON.stringify([prompt, options])).not.toContain('please')
      return { content: JSON.stringify({ criteria: [1, 2].map((number) => ({ number, reason: 'so', met: true })) }) }
    }
    const judged = rubric([kind, criterion('is brief', { calibration: { simulated } })]) as JudgedRubric
    const { total } = await judged.judged({ conversation: [], answer: 'Wait.' }, { name: 'stub', simulated: false, ask }, 1)
    expect(total).toBe(1)
    expect(simulated).not.toHaveBeenCalled()
  })

  test('is not simulated where it is not known of every one', async () =>
    expect((await asked([kind, criterion('is true')], 'Wait.')).told).toEqual([undefined]))

  test('stands beside others with a check, which stay by program', async () => {
    const { points, prompt } = await asked([kind, criterion('says wait', { check: /wait/i })], 'Please wait.')
    expect(points).toEqual({ 'is kind': 1, 'says wait': 1 })
    expect(prompt).not.toContain('says wait')
  })

  test('cannot have a check as well', () => {
    expect(() => criterion('is kind', { check: /please/, calibration: { simulated: /please/ } })).toThrow(
      'Failed to make the criterion "is kind": it has a check, so no judge is asked that could be simulated. Give one of them.',
    )
  })

  test('whose `calibration.simulated` throws is an error that names it', async () => {
    const thrower = criterion('is kind', {
      calibration: {
        simulated: () => {
          throw new TypeError('no text')
        },
      },
    })
    await expect(asked([thrower], 'x')).rejects.toThrow(
      'Failed to apply `calibration.simulated` of the criterion "is kind": it threw TypeError: no text. Mend it.',
    )
  })
})
