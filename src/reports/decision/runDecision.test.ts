import { describe, expect, test } from 'vitest'
import { gateParts } from '../../../test/gateParts.ts'
import { madeDocument, madeScores } from '../../../test/madeDocument.ts'
import { type GateResult, ORDINARY_TESTS, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import { runDecision } from './runDecision.ts'

const gate = (verdict: GateResult['verdict'], own: Partial<GateResult> = {}): GateResult => ({
  ...gateParts('support', 'score', 'min 0.9'),
  value: 0.777,
  verdict,
  ...own,
})
const gates = (...verdicts: GateResult['verdict'][]) => verdicts.map((verdict) => gate(verdict))
const ORDINARY = { data: { 'bank.test.ts': { source: ORDINARY_TESTS, sha256: 'aa', items: 3 } } }

test.each<[string, Parameters<typeof madeDocument>[0], string]>([
  ['broken rules', { gates: gates('held', 'broken', 'broken', 'held', 'held'), exitCode: 1 }, '✗ Do not release: 2 of 5 gates broken'],
  ['and undecided ones', { gates: gates('broken', 'undecided'), exitCode: 1 }, '✗ Do not release: 1 of 2 gates broken, 1 undecided'],
  ['rules that held', { gates: gates('held', 'held') }, '✓ Release: all 2 gates held'],
  ['one that held', { gates: gates('held') }, '✓ Release: its 1 gate held'],
  ['no rules', {}, 'support 0.777 of 1 (0.706 to 0.835)'],
  ['lenient rules that nobody can decide', { gates: gates('held', 'undecided') }, '? No gate broken: 1 of 2 gates held, 1 undecided'],
  [
    'rules of suites that did not run',
    { gates: gates('held', 'pending') },
    '? No gate broken: 1 of 2 gates held, 1 not checked because its suite did not run',
  ],
  ['only such rules', { gates: gates('pending') }, 'Complete: no gate was checked, their suites did not run'],
  [
    'a strict rule that nobody can decide',
    { gates: gates('held', 'undecided'), exitCode: 1, reasons: ['1 of 2 gates undecided'] },
    '✗ Do not release: 1 of 2 gates undecided',
  ],
  [
    'another reason, with rules',
    { gates: gates('held'), exitCode: 1, reasons: ['5 of 10 items have no score, over the limit of 1 %'] },
    '✗ Do not release: 5 of 10 items have no score, over the limit of 1 %',
  ],
  ['another reason, without', { exitCode: 1, reasons: ['HOLDFAST_STRICT: 3 items failed'] }, '✗ Failed: HOLDFAST_STRICT: 3 items failed'],
  ['a reason that an older document does not say', { exitCode: 1 }, '✗ Failed: see the terminal for the reason'],
  [
    'an incomplete run',
    { run: { partial: true, incomplete: { ran: 1 } }, gates: gates('pending'), exitCode: 75 },
    '? Not decided: the run is incomplete',
  ],
  [
    'a part of a run',
    { run: { shard: '2/8' }, gates: gates('pending') },
    '? Part 2/8 of a run: nothing is decided before all parts are merged',
  ],
  [
    'tests of which some failed',
    { run: ORDINARY, suites: { 'bank.test.ts': madeScores({ items: 3, passed: 2, failed: 1, metrics: {} }) }, exitCode: 1 },
    '✗ 1 of 3 tests with dialogues failed',
  ],
  [
    'tests that passed',
    { run: ORDINARY, suites: { 'bank.test.ts': madeScores({ items: 3, passed: 3, failed: 0, metrics: {} }) } },
    '✓ All 3 tests with dialogues passed',
  ],
])('the heading says it of %s', (_name, own, heading) => {
  const decision = runDecision(madeDocument(own))
  expect([decision.sign, decision.heading].filter(Boolean).join(' ')).toBe(heading)
})

const presentation: ScoresDocument['presentation'] = {
  support: {
    roles: ['candidate'],
    tasks: [],
    about: { title: 'Support', question: 'Does it help?', good: 'Higher is better.' },
    headline: { key: 'score', label: 'overall score', range: [0, 1], digits: 3 },
  },
}

describe('the rules', () => {
  const broken = [
    gate('held', { rule: 'max 1' }),
    gate('undecided', { ...gateParts('support', 'waits', 'max 20 lenient'), value: 19, ci95: [15, 25], because: '10 items ran' }),
    gate('broken'),
    gate('broken', { rule: 'maxDrop 0.02', base: 1, change: -0.223, ci95: [-0.3, -0.1], because: 'fell by 0.223, allowed 0.02' }),
  ]

  test('that are broken stand first, those on one metric together, each with its distance from the bound', () => {
    const metrics = {
      score: { value: 0.777, n: 10, ci95: null, label: 'overall score' },
      waits: { value: 19, n: 10, ci95: null, label: 'words before the answer', better: 'lower' as const },
    }
    const { rules } = runDecision(madeDocument({ gates: broken, suites: { support: madeScores({ metrics }) }, presentation, exitCode: 1 }))
    expect(rules.map(({ title, label, value, texts }) => `${title} ${label} ${value}: ${texts.join('; ')}`)).toEqual([
      'Support overall score 0.777: gate at least 0.9, 0.123 short; fell by 0.223, allowed 0.02',
      'Support words before the answer 19.0: 10 items ran',
    ])
  })

  test('of the whole run and of suites that are not known keep their names', () => {
    const { rules } = runDecision(
      madeDocument({
        gates: [
          gate('broken', {
            metric: 'judge accuracy',
            suite: undefined,
            key: undefined,
            rule: 'min 90',
            value: null,
            because: 'j is uncertified',
          }),
          gate('broken', { ...gateParts('suport', 'score', 'suite did not run'), value: null, because: 'there is no suite suport' }),
        ],
        exitCode: 1,
      }),
    )
    expect(rules.map(({ title, label, value, texts }) => [title, label, value, ...texts])).toEqual([
      ['', 'judge accuracy', '', 'j is uncertified'],
      ['', 'suport score', '', 'there is no suite suport'],
    ])
  })
})

describe('beside the rules', () => {
  test('stand the other reasons for exit 1, each once', () => {
    const reasons = ['1 of 1 gate broken', 'gates are configured and the candidate is sim:oracle, simulated: name a real model']
    expect(runDecision(madeDocument({ gates: gates('broken'), exitCode: 1, reasons })).reasons).toEqual(reasons.slice(1))
    expect(runDecision(madeDocument({ exitCode: 1, reasons: ['no item ran'] })).reasons).toEqual([])
    expect(runDecision(madeDocument({ run: ORDINARY, exitCode: 1, reasons: ['1 of 3 tests failed'] })).reasons).toEqual([])
  })

  test('stands that items below their threshold decide nothing, unless they do', () => {
    expect(runDecision(madeDocument()).notes).toEqual(['3 of 10 scored items are below the threshold, which decides nothing.'])
    const strict = { exitCode: 1, reasons: ['HOLDFAST_STRICT: 3 items failed'] }
    expect(runDecision(madeDocument(strict)).notes).toEqual(['3 of 10 scored items are below the threshold.'])
    expect(runDecision(madeDocument({ run: ORDINARY })).notes).toEqual([])
  })

  test('stand items without a score, and what makes the models doubtful', () => {
    const suites = { support: madeScores({ passed: 6, failed: 0, unscored: 3, error: 1 }) }
    const usage = { candidate: { calls: 12, cached: 0, promptTokens: 0, completionTokens: 0, usd: null, cut: 2 } }
    expect(runDecision(madeDocument({ suites, usage })).notes).toEqual([
      '4 items without a score: 3 unscored, 1 in error. They are in no mean.',
      'candidate: 2 of 12 answers cut off by their cap.',
    ])
  })
})
