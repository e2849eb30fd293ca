import { describe, expect, test } from 'vitest'
import { madeDocument, madeScores } from '../../../test/madeDocument.ts'
import { ORDINARY_TESTS } from '../../core/format/scoresDocument.ts'
import { costText, durationText, judgeText, reusedTexts, runDuration, sampleFact, unprovenJudge } from './runFacts.ts'

const DATA = { support: { source: 'bundled', sha256: 'aa', items: 934 } }

test.each<[string, Parameters<typeof madeDocument>[0], string]>([
  ['all of it', {}, 'FULL all 10 items'],
  ['a sample', { run: { data: DATA, limit: 10 } }, 'SAMPLE 10 of 934 items, at most 10 a task'],
  ['a sample of an older run, which does not tell its limit', { run: { data: DATA } }, 'SAMPLE 10 of 934 items'],
  [
    'a sample that a file chose',
    { run: { data: DATA, items: { suite: 'support', items: 10, sha256: 'bb' } } },
    'SAMPLE 10 of 934 items, chosen by a file',
  ],
  ['a file for another suite', { run: { data: DATA, items: { suite: 'other', items: 10, sha256: 'bb' } } }, 'SAMPLE 10 of 934 items'],
  ['a sample with trials', { run: { data: DATA, limit: 10, trials: 3 } }, 'SAMPLE 10 of 934 items, at most 10 a task, 3 trials each'],
  ['a limit that left nothing out', { run: { limit: 20 } }, 'FULL all 10 items'],
  ['an incomplete run', { run: { data: DATA, partial: true, incomplete: { ran: 3 } } }, 'PART 10 of 934 items'],
  [
    'one that says how far it came, by what it was to run',
    { run: { data: DATA, partial: true, incomplete: { ran: 3, planned: 10 } } },
    'PART 3 of 10 planned items, of 934 there are',
  ],
  ['one of all the data', { run: { partial: true, incomplete: { ran: 3, planned: 10 } } }, 'PART 3 of 10 planned items'],
  ['one part of a run', { run: { data: DATA, shard: '2/8' } }, 'PART shard 2/8 · 10 of 934 items'],
  ['suites of the data that did not run are not counted', { run: { data: { ...DATA, other: DATA.support } } }, 'SAMPLE 10 of 934 items'],
  [
    'ordinary tests',
    { run: { data: { support: { source: ORDINARY_TESTS, sha256: 'aa', items: 10 } } } },
    'FULL 10 tests that called models',
  ],
  [
    'several suites',
    { run: { data: { ...DATA, demo: { ...DATA.support, items: 20 } } }, suites: { support: madeScores(), demo: madeScores() } },
    'SAMPLE 20 of 954 items',
  ],
])('how much of the data ran: %s', (_name, own, said) => {
  const { kind, text } = sampleFact(madeDocument(own))
  expect(`${kind} ${text}`).toBe(said)
})

describe('how long it took', () => {
  test.each([
    [300, 'under 1 s'],
    [24_400, '24 s'],
    [59_700, '1 min'],
    [240_000, '4 min'],
    [4_320_000, '1 h 12 min'],
    [7_200_000, '2 h'],
  ])('%i ms', (milliseconds, said) => expect(durationText(milliseconds)).toBe(said))

  test('with what was resumed said, and no time where there is none', () => {
    const { run } = madeDocument()
    expect(runDuration(run)).toBe('4 min')
    expect(runDuration({ ...run, resumed: true })).toBe('4 min from first start to end, resumed between')
    expect(runDuration({ ...run, startedAt: '', finishedAt: '' })).toBeUndefined()
    expect(runDuration({ ...run, finishedAt: '2026-11-23T16:00:00.000Z' })).toBeUndefined()
  })
})

describe('what it cost', () => {
  const role = (own: object = {}) => ({ calls: 5, cached: 0, promptTokens: 9, completionTokens: 9, usd: null, ...own })
  const roles = { candidate: { model: 'openai:a', simulated: false }, judge: { model: 'openai:j', simulated: false } }
  test.each<[string, Parameters<typeof madeDocument>[0], string | undefined]>([
    ['known prices', { usage: { candidate: role({ usd: 1 }), judge: role({ usd: 0.204 }) } }, '$1.20'],
    ['less than a cent', { usage: { candidate: role({ usd: 0.001 }) } }, 'under $0.01'],
    ['unknown prices', { usage: { candidate: role(), judge: role() } }, 'price unknown'],
    ['one unknown', { usage: { candidate: role({ usd: 1 }), judge: role() } }, '$1.00 and the judge, price unknown'],
    ['all from the cache', { usage: { candidate: role({ cached: 5 }) } }, 'no cost: all from cache or recording'],
    ['nothing asked', { usage: {} }, undefined],
  ])('%s', (_name, own, said) => expect(costText(madeDocument({ run: { roles }, ...own }))).toBe(said))

  test('of simulated models', () => {
    const simulated = { candidate: { model: 'sim:oracle', simulated: true } }
    expect(costText(madeDocument({ run: { roles: simulated }, usage: { candidate: role() } }))).toBe('no cost: simulated')
  })
})

test('the judge stands with its certificate, unless it is itself what is measured', () => {
  const [candidate, judge] = [
    { model: 'a', simulated: false },
    { model: 'gpt-5', simulated: false },
  ]
  const of = (roles: ReturnType<typeof madeDocument>['run']['roles'], standing?: Parameters<typeof judgeText>[1]) =>
    judgeText(madeDocument({ run: { roles } }).run, standing)
  expect(of({ candidate, judge }, { line: 'pairwise 83.7 %', proof: 'better' })).toBe('judge gpt-5, pairwise 83.7 %')
  expect(of({ candidate, judge })).toBe('judge gpt-5, uncertified')
  expect(of({ judge })).toBeUndefined()
  expect(of({ candidate })).toBeUndefined()
})

describe('a judge without a certificate', () => {
  const candidate = { model: 'a', simulated: false }
  const judge = { model: 'openai:m@http://gpu7/v1', simulated: false }
  const rate = (value: number, n: number, group: string, part: string) => ({ value, n, ci95: null, group, part })
  const FB = {
    'judge.sensitivity.ec': rate(0.75, 8, 'sensitivity', 'ec'),
    'judge.sensitivity.rm': rate(0.8, 5, 'sensitivity', 'rm'),
    'judge.specificity.ec': rate(1, 6, 'specificity', 'ec'),
    'judge.specificity.plausible': rate(0, 6, 'specificity', 'plausible'),
  }
  const REFUTED = { 'judge.specificity.refutation': rate(0.5, 4, 'specificity', 'refutation') }
  const of = (metrics: object, proof: 'better' | 'chance' | 'none' = 'none', own: object = {}, scores: object = {}) => {
    const suites = { support: madeScores({ metrics: metrics as ReturnType<typeof madeScores>['metrics'], ...scores }) }
    const told = unprovenJudge(madeDocument({ run: { roles: { candidate, judge: { ...judge, ...own } } }, suites }), { line: '', proof })
    return told && `${told.text} ${told.command}`
  }

  test('is told by its answers to known answers, each counted once, and the command for criteria', () =>
    expect(of(FB)).toBe(
      'The judge has no certificate that counts. On known answers it accepted 10 of 13 right points and rejected 6 of 6 wrong points. Measure it on more: npx holdfast judge certify openai:m@http://gpu7/v1 --from bundled-criteria',
    ))

  test('has another command where it rates', () =>
    expect(of(REFUTED)).toBe(
      'The judge has no certificate that counts. On known answers it rejected 2 of 4 wrong points. Measure it on more: npx holdfast judge certify openai:m@http://gpu7/v1 --strategy Rating',
    ))

  test('has the command alone where no known answers were asked', () =>
    expect(of({})).toBe(
      'The judge has no certificate that counts. Measure it: npx holdfast judge certify openai:m@http://gpu7/v1 --from bundled-criteria',
    ))

  test('whose certificate shows it no better than chance is told of, whatever else it showed', () =>
    expect(of(FB, 'chance')).toBe(
      'By its certificate the judge is not surely right more often than by chance: do not go by its verdicts. The gate minJudgeAccuracy stops such runs. Have people label its answers, or certify another one and have it judge them (judge again): npx holdfast judge certify MODEL --from bundled-criteria',
    ))

  test('is told of where it has none, and is a model that can be asked and reads', () => {
    expect(of(FB, 'better')).toBeUndefined()
    expect(unprovenJudge(madeDocument({ run: { roles: { candidate, judge } } }), undefined)).toBeUndefined()
    expect(of(FB, 'none', { simulated: true })).toBeUndefined()
    expect(of(FB, 'none', { model: 'replay:recorded/m' })).toBeUndefined()
    expect(of(FB, 'none', {}, { judgeSigns: [{ role: 'judge', sign: 'controls', n: 6, of: 6 }] })).toBeUndefined()
    expect(unprovenJudge(madeDocument({ run: { roles: { judge } } }), { line: '', proof: 'none' })).toBeUndefined()
  })
})

test('answers of the cache are told from those that the run itself had asked for', () => {
  const of = (oldestCached: number) => {
    const usage = { judge: { calls: 100, cached: 3, fromCache: 3, oldestCached, promptTokens: 1, completionTokens: 1, usd: null } }
    return reusedTexts(madeDocument({ usage, run: { startedAt: '2026-11-22T09:05:00.000Z' } }))
  }
  expect(of(Date.parse('2026-11-20T10:00:00Z'))).toEqual(['3 % of answers from the cache, the oldest of 2026-11-20'])
  expect(of(Date.parse('2026-11-22T09:05:01Z'))).toEqual(['3 % of answers from the cache, since this run had asked the same'])
})
