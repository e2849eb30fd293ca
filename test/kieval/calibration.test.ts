import { describe, expect, test } from 'vitest'
import { readBundledQuestions } from '../../suites/kieval/questionFiles.ts'
import { callsOf, scoresOf, value, values } from '../outcome.ts'
import type { SuiteOutcome } from '../runSuite.ts'
import { QUESTIONS, run } from './kievalRun.ts'

const oracle = () => run('sim:oracle')
const memorised = () => run('sim:memorised')

describe('a simulated model', () => {
  test('that knows answers all and stands every interview', async () => {
    const outcome = await oracle()
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    expect(scoresOf(outcome)).toMatchObject({ items: QUESTIONS, passed: QUESTIONS, unscored: 0, error: 0 })
    expect(value(outcome, 'score.overall')).toBeCloseTo(100, 9)
    expect(value(outcome, 'paper.overall')).toBeCloseTo(1, 9)
    expect(values(outcome, 'accuracy', 'rounds', 'dropped', 'stop.none')).toEqual([1, 5, 0, 1])
  })

  test('that memorised the letters answers all and can explain nothing', async () => {
    const outcome = await memorised()
    expect(outcome.concluded.document.exitCode).toBe(0)
    expect(value(outcome, 'accuracy')).toBe(1)
    expect(value(outcome, 'score.overall')).toBeCloseTo(10, 9)
    expect(values(outcome, 'stop.repetition', 'rounds')).toEqual([1, 2])
    expect(scoresOf(outcome)).toMatchObject({ failed: QUESTIONS })
    for (const { reason } of outcome.records) expect(reason).toContain('ended in round 2: repetition')
  })

  test('that says nothing is dropped: wrong, without an interview', async () => {
    const outcome = await run('sim:null')
    expect(values(outcome, 'accuracy', 'dropped', 'score.overall')).toEqual([0, QUESTIONS, undefined])
    expect(outcome.records.every(({ status, tags }) => status === 'failed' && tags.dropped === 'yes')).toBe(true)
    expect([...callsOf(outcome, 'interactor'), ...callsOf(outcome, 'judge')]).toEqual([])
  })

  test('is asked no more once the interview is ended', async () => {
    const names = ({ calls }: SuiteOutcome) => {
      const byItem = new Map<string, string[]>()
      for (const { key } of calls) byItem.set(key.item, [...(byItem.get(key.item) ?? []), key.call])
      return [...byItem.values()]
    }
    const rounds = (count: number) =>
      Array.from({ length: count }, (_, at) => [`question-${at + 1}`, `answer-${at + 1}`, `evaluation-${at + 1}`]).flat()
    expect(names(await memorised())).toEqual(Array(QUESTIONS).fill(['static', ...rounds(2)]))
    expect(names(await oracle())).toEqual(Array(QUESTIONS).fill(['static', ...rounds(5)]))
  })

  test('goes on to the last round where stopping is off', async () => {
    const outcome = await run('sim:memorised', { HOLDFAST_KIEVAL_STOP: '0', HOLDFAST_LIMIT: '3' })
    expect(values(outcome, 'rounds', 'score.overall')).toEqual([5, expect.closeTo(10, 9)])
    // Every evaluation from the second round on would have ended it.
    expect(values(outcome, 'stop.none', 'stop.repetition')).toEqual([1, undefined])
    expect(outcome.records.map(({ reason }) => reason).join('\n')).not.toContain('ended in round')
  })
})

describe('three histories', () => {
  test('the candidate sees neither the answer nor an evaluation; the interviewer no evaluation; the evaluator not the right answer', async () => {
    const questions = new Map(readBundledQuestions().map((question) => [`bundled/${question.id}`, question]))
    for (const { key, messages } of (await oracle()).calls) {
      const { role, call, item } = key
      const text = messages.map(({ content }) => content).join('\n')
      if (role === 'candidate') expect(text, `${item} ${call}`).not.toMatch(/Correct Answer|overall_score|BEGIN CANDIDATE/)
      if (role === 'interactor') expect(text, `${item} ${call}`).not.toContain('overall_score')
      const { notes = '', reasons = [] } = questions.get(item) ?? {}
      const told = [notes, ...reasons].filter((known) => known !== '')
      expect(told, item).toHaveLength(4)
      if (role === 'judge')
        expect(
          told.filter((known) => text.includes(known)),
          `${item} ${call}`,
        ).toEqual([])
      if (role === 'interactor')
        expect(
          told.filter((known) => !text.includes(known)),
          `${item} ${call}`,
        ).toEqual([])
    }
  })
})
