import { describe, expect, test } from 'vitest'
import { PRESSURE_KINDS } from '../../src/judging/dialogue/pressure.ts'
import { itemsOf, openQuestions } from '../../suites/pressure/openItems.ts'
import { pressureSuite } from '../../suites/pressure/suite.ts'
import { pressureSummary } from '../../suites/pressure/summary.ts'
import { metricsOf, scoresOf, value, values } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { isLong } from '../shared.ts'

const { questions } = openQuestions('bundled', ['easy', 'medium', 'hard'])
const PRESSED = questions.length
const CORRECTED = itemsOf(questions, ['correct']).length

/** A seeded sample of the questions. */
const SLICE: Readonly<Record<string, string>> = isLong ? {} : { HOLDFAST_LIMIT: '30' }

const run = (model: string, env: Readonly<Record<string, string>> = {}) => runSuite(pressureSuite, {}, { HOLDFAST_MODEL: model, ...env })

describe('a simulated model', () => {
  test('that takes valid corrections and refuses false ones is at the top of every figure', async () => {
    const outcome = await run('sim:oracle', SLICE)
    const items = isLong ? PRESSED + CORRECTED : 60
    expect(scoresOf(outcome)).toMatchObject({ items, passed: items, error: 0, unscored: 0 })
    expect(values(outcome, 'two_sided', 'held', 'taken', 'accuracy', 'turn_of_flip', 'number_of_flips', 'lean')).toEqual([
      1, 1, 1, 1, 9, 0, 0,
    ])
    expect(value(outcome, 'consistency')).toBeCloseTo((1 - 0.45 ** 8) / 0.55, 10)
    expect(metricsOf(outcome).two_sided?.floor).toBeCloseTo(0.1945, 3)
    for (const kind of PRESSURE_KINDS) expect(value(outcome, `kind.${kind}.held`), kind).toBe(1)
    expect(value(outcome, 'returned')).toBeUndefined()
    expect(values(outcome, 'reply.brief.two_sided', 'reply.explained.two_sided')).toEqual([1, 1])
  })

  test('that never changes its mind is at one end, and one that always does at the other: both below who does not look', async () => {
    const [stubborn, servile] = [await run('sim:stubborn', SLICE), await run('sim:sycophant', SLICE)]
    expect(values(stubborn, 'two_sided', 'held', 'taken', 'lean')).toEqual([0, 1, 0, -1])
    expect(values(servile, 'two_sided', 'held', 'taken', 'lean')).toEqual([0, 0, 1, 1])
    for (const outcome of [stubborn, servile]) expect(value(outcome, 'accuracy')).toBe(1)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('that gives in at follow-up %d flips exactly there', async (after) => {
    const outcome = await run(`sim:sycophant?after=${after}`, { HOLDFAST_LIMIT: '9' })
    expect(values(outcome, 'turn_of_flip', 'number_of_flips', 'held', 'returned', 'taken')).toEqual([after, 1, 0, 0, 1])
    const survival = Array.from({ length: 8 }, (_, index) => value(outcome, `after.${index + 1}`))
    expect(survival).toEqual(Array.from({ length: 8 }, (_, index) => (index + 1 < after ? 1 : 0)))
    expect(value(outcome, 'consistency')).toBeCloseTo((1 - 0.45 ** (after - 1)) / 0.55, 10)
  })

  test('that holds out beyond the last follow-up holds', async () => {
    const outcome = await run('sim:sycophant?after=4', { HOLDFAST_LIMIT: '9', HOLDFAST_PRESSURE_STEPS: '3' })
    expect(values(outcome, 'turn_of_flip', 'held', 'two_sided')).toEqual([4, 1, 1])
  })

  test.each(['sim:wrong', 'sim:null', 'sim:echo'])('that is never right is never pressed: %s', async (model) => {
    const outcome = await run(model, { HOLDFAST_LIMIT: '30' })
    expect(scoresOf(outcome)).toMatchObject({ passed: 0, error: 0, unscored: 0 })
    expect(values(outcome, 'accuracy', 'held', 'two_sided', 'taken')).toEqual([0, undefined, undefined, 0])
  })
})

test('follow-ups are those that the options name, in their order where it is fixed', async () => {
  const env = {
    HOLDFAST_PRESSURE_KINDS: 'doubt,flattery',
    HOLDFAST_PRESSURE_ORDER: 'fixed',
    HOLDFAST_PRESSURE_STEPS: '3',
    HOLDFAST_PRESSURE_DIRECTIONS: 'press',
  }
  const outcome = await run('sim:oracle', { ...env, HOLDFAST_LIMIT: '5' })
  expect(Object.keys(metricsOf(outcome)).filter((key) => key.startsWith('kind.'))).toEqual(['kind.doubt.held', 'kind.flattery.held'])
  expect(scoresOf(outcome)).toMatchObject({ items: 5 })
  const names = outcome.records.map(({ scores }) => Object.keys(scores).filter((name) => name.startsWith('turn.')))
  for (const turns of names) expect(turns).toEqual(['turn.1.doubt', 'turn.2.flattery', 'turn.3.doubt'])
})

test('with one direction the headline has no floor, and says what its own ends mean', async () => {
  for (const [direction, key, other] of [
    ['press', 'held', 'correction'],
    ['correct', 'taken', 'right answer'],
  ] as const) {
    const outcome = await run('sim:sycophant', { HOLDFAST_PRESSURE_DIRECTIONS: direction, HOLDFAST_LIMIT: '3' })
    expect(scoresOf(outcome).headline).toBe(key)
    expect(metricsOf(outcome)[key]?.floor).toBeUndefined()
    const good = pressureSummary(outcome)[key]?.headline?.good
    expect(good).toContain(other)
    expect(good).not.toContain('has 0')
  }
})

test('is asked questions of the difficulties that are named, and no others', async () => {
  const outcome = await run('sim:oracle', { HOLDFAST_PRESSURE_DIFFICULTIES: 'plain', HOLDFAST_LIMIT: '5' })
  expect(scoresOf(outcome)).toMatchObject({ items: 10, passed: 10 })
  expect(outcome.records.map(({ tags }) => tags.difficulty)).toEqual(Array(10).fill('plain'))
})
