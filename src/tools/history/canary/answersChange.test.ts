import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../test/shared.ts'
import { random } from '../../../core/base/random.ts'
import { answersChange } from './answersChange.ts'

const QUESTIONS = 12
const REPEATS = 5
/** The level of one check of a weekly year. */
const LEVEL = 0.05 / 52
const RUNS = isLong ? 20_000 : 200

const VOCABULARY = Array.from({ length: 40 }, (_, at) => `word${at}`)

/** A model that gives one answer to a question, or with a chance another one: some words of it are drawn anew. */
function model(name: string, variation: number) {
  return (question: number, draw: ReturnType<typeof random>) => {
    const own = random('canary model', name, question)
    const words = Array.from({ length: 12 }, () => own.pick(VOCABULARY))
    const varies = draw.int(0, 999) < 1000 * variation
    return words.map((word) => (varies && draw.int(0, 3) === 0 ? draw.pick(VOCABULARY) : word)).join(' ')
  }
}

/** The p-values of checks. */
function checks(old: ReturnType<typeof model>, now: ReturnType<typeof model>, runs: number): number[] {
  const found: number[] = []
  for (let seed = 0; seed < runs; seed += 1) {
    const draw = random('canaries', seed)
    const questions = Array.from({ length: QUESTIONS }, (_, question) => ({
      reference: Array.from({ length: REPEATS }, () => old(question, draw)),
      now: now(question, draw),
    }))
    found.push(answersChange(questions).p)
  }
  return found
}

const share = (ps: readonly number[], level: number) => ps.filter((p) => p <= level).length / ps.length

describe('answers of the same model', () => {
  test('that never vary give no sign', () => {
    const { p, repeated, steady } = answersChange(
      Array.from({ length: QUESTIONS }, () => ({ reference: ['yes', 'yes', 'yes'], now: 'yes' })),
    )
    expect([p, repeated, steady]).toEqual([1, QUESTIONS, QUESTIONS])
  })

  test.each([0.05, 0.5, 1])('that vary with a chance of %s give as many alarms as the level says, or fewer', (variation) => {
    const own = model('a', variation)
    const ps = checks(own, own, RUNS)
    for (const level of [0.05, LEVEL]) {
      expect(share(ps, level)).toBeLessThanOrEqual(level + 3 * Math.sqrt((level * (1 - level)) / RUNS))
    }
  })
})

describe('answers of another model', () => {
  test('each of k questions that was steady and is not now counts (r + 1) times', () => {
    const questions = (changed: number) =>
      Array.from({ length: QUESTIONS }, (_, at) => ({ reference: ['a', 'a', 'a', 'a', 'a'], now: at < changed ? 'b' : 'a' }))
    for (const changed of [1, 2, 4, 12]) expect(answersChange(questions(changed)).p).toBeCloseTo(6 ** -changed, 12)
    // So four of them are an alarm of a weekly year, and three are none.
    expect([3, 4].map((changed) => answersChange(questions(changed)).p <= LEVEL)).toEqual([false, true])
  })

  test.each([0, 0.5, 1])('are seen by 12 calls, at the level of a weekly year, where answers vary with a chance of %s', (variation) => {
    expect(share(checks(model('a', variation), model('b', variation), 100), LEVEL)).toBeGreaterThanOrEqual(0.99)
  })
})
