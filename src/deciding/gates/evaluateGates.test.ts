import { describe, expect, test } from 'vitest'
import { gateParts } from '../../../test/gateParts.ts'
import { metricComparison } from '../../../test/metricComparison.ts'
import { type GateRule, gates as gatesSchema, hasMetricGates } from '../../core/format/gates.ts'
import type { Metric, SuiteScores } from '../../core/format/scoresDocument.ts'
import type { FoundCertificate } from '../../judging/certificate/certificate.ts'
import { evaluateGates, type GateFacts } from './evaluateGates.ts'

const scores = (metrics: Record<string, number>): SuiteScores => ({
  items: 4,
  passed: 2,
  failed: 2,
  unscored: 0,
  error: 0,
  skipped: 0,
  metrics: Object.fromEntries(Object.entries(metrics).map(([key, value]) => [key, { value, n: 4, ci95: null }])),
})

const SUITES = { lifbench: scores({ 'ars.overall': 0.75, pass_rate: 0.5 }) }

/** The same, with what the score says of itself. */
const saying = (description: Partial<Metric>) => ({
  lifbench: { ...SUITES.lifbench, metrics: { 'ars.overall': { value: 0.75, n: 4, ci95: null, ...description } } },
})

describe('a gate', () => {
  test.each([
    [{ min: 0.7 }, 'min 0.7', 'held'],
    [{ min: 0.75 }, 'min 0.75', 'held'],
    [{ min: 0.8 }, 'min 0.8', 'broken'],
    [{ max: 0.8 }, 'max 0.8', 'held'],
    [{ max: 0.75 }, 'max 0.75', 'held'],
    [{ max: 0.7 }, 'max 0.7', 'broken'],
  ])('%j on 0.75 is %s: %s', (bounds, rule, verdict) => {
    expect(evaluateGates({ lifbench: { 'ars.overall': bounds } }, SUITES)).toEqual([
      { ...gateParts('lifbench', 'ars.overall', rule), value: 0.75, ci95: null, verdict },
    ])
  })

  test.each(['ars.overall', 'not.there'])('on %s of a suite whose judge does not judge is undecided, and fails', (key) => {
    const judgeSigns = [{ role: 'judge', sign: 'first', n: 9, of: 9 }] as const
    const found = evaluateGates(
      { lifbench: { [key]: { min: 0.1, max: 0.2 } } },
      { lifbench: { ...SUITES.lifbench, judgeSigns: [...judgeSigns] } },
    )
    const because = 'The judge took the first output in 9 of 9 pairs, whichever of the two stood there. The figure says nothing'
    expect(found).toMatchObject([1, 2].map(() => ({ verdict: 'undecided', fails: true, because })))
    // What a drop lacks beside it is said too: else it comes out once the judge judges.
    const suites = { lifbench: { ...SUITES.lifbench, judgeSigns: [...judgeSigns] } }
    const [drop] = evaluateGates({ lifbench: { [key]: { maxDrop: 0.1 } } }, suites, { noBaseline: 'there is no baseline main yet' })
    expect(drop).toMatchObject({ verdict: 'undecided', because: `${because}; there is no baseline main yet` })
  })

  test('on a figure that no judge judged stands, whatever the judge is', () => {
    const suite = { ...scores({}), metrics: { accuracy: { value: 0.9, n: 4, ci95: null, stands: true } } } as const
    const judgeSigns = [{ role: 'interactor', sign: 'no_question', n: 9, of: 9 }] as const
    const found = evaluateGates({ demo: { accuracy: { min: 0.8, max: 0.85 } } }, { demo: { ...suite, judgeSigns: [...judgeSigns] } })
    expect(found.map(({ verdict }) => verdict)).toEqual(['held', 'broken'])
  })

  test('on a metric that misleads alone has its note, held or not', () => {
    const suite = { ...scores({}), metrics: { forgetting: { value: 0, n: 4, ci95: null, note: 'read it with satisfied' } } }
    const results = evaluateGates({ demo: { forgetting: { max: 0.5, min: 0.1 } } }, { demo: suite })
    expect(results).toMatchObject([
      { rule: 'min 0.1', verdict: 'broken', note: 'read it with satisfied' },
      { rule: 'max 0.5', verdict: 'held', note: 'read it with satisfied' },
    ])
  })

  describe('on a metric with a floor', () => {
    const suite = { ...scores({}), metrics: { score: { value: 0.9, n: 4, ci95: null, floor: 0.705 } } }
    const noteOf = (rule: GateRule, better: 'higher' | 'lower' = 'higher', facts: GateFacts = {}) =>
      evaluateGates({ demo: { score: rule } }, { demo: { ...suite, metrics: { score: { ...suite.metrics.score, better } } } }, facts)[0]
        ?.note

    test('has a note where answers without knowledge keep it', () => {
      const note = '0.705 is what answers without knowledge get, and it keeps this gate too'
      expect([noteOf({ min: 0.7 }), noteOf({ min: 0.705 })]).toEqual([note, note])
      // A suite says what its floor is, where that is something else.
      const ofForm = { floors: { demo: 'what form alone gets' } }
      expect(noteOf({ min: 0.7 }, 'higher', ofForm)).toBe('0.705 is what form alone gets, and it keeps this gate too')
    })

    test('says of a gate that the figure breaks that they keep it, and not that they keep it too', () => {
      const low = { demo: { ...suite, metrics: { score: { ...suite.metrics.score, value: 0.134 } } } }
      expect(evaluateGates({ demo: { score: { min: 0.7 } } }, low)).toMatchObject([
        { verdict: 'broken', note: '0.705 is what answers without knowledge get, and it keeps this gate' },
      ])
    })

    test('has none where they do not, and where the rule is of another kind', () =>
      expect([noteOf({ min: 0.71 }), noteOf({ max: 0.95 }), noteOf({ min: 0.7 }, 'lower')]).toEqual([undefined, undefined, undefined]))
  })

  test('with both bounds is two rules', () => {
    const results = evaluateGates({ lifbench: { 'ars.overall': { min: 0.8, max: 0.9 } } }, SUITES)
    expect(results.map(({ rule, verdict }) => [rule, verdict])).toEqual([
      ['min 0.8', 'broken'],
      ['max 0.9', 'held'],
    ])
  })

  test.each([
    [{ min: 70 }, 'ars.overall runs from 0 to 1, so no run can keep min 70. Give a bound on that scale'],
    [{ min: -1 }, 'ars.overall runs from 0 to 1, so every run keeps min -1. Give a bound on that scale'],
    [{ max: 50 }, 'ars.overall runs from 0 to 1, so every run keeps max 50. Give a bound on that scale'],
    [{ max: -0.1 }, 'ars.overall runs from 0 to 1, so no run can keep max -0.1. Give a bound on that scale'],
    [{ maxDrop: 2 }, 'ars.overall runs from 0 to 1, so every run keeps maxDrop 2. Give a bound on that scale'],
  ])('of %j off the scale of its metric is broken, whatever the figure', (bounds, because) => {
    const rules = gatesSchema.parse({ baseline: 'main', lifbench: { 'ars.overall': bounds } })
    expect(evaluateGates(rules, saying({ range: [0, 1] }))).toMatchObject([{ value: 0.75, verdict: 'broken', because }])
  })

  test('of a share on a scale of percent is broken: nearly every run keeps it', () =>
    expect(evaluateGates({ lifbench: { 'ars.overall': { min: 0.7 } } }, saying({ range: [0, 100] }))).toMatchObject([
      { verdict: 'broken', because: 'ars.overall runs from 0 to 100, so nearly every run keeps min 0.7. Give a bound on that scale' },
    ]))

  test('at an end of the scale is a rule like others', () => {
    expect(
      evaluateGates({ lifbench: { 'ars.overall': { min: 0, max: 1 } } }, saying({ range: [0, 1] })).map(({ verdict }) => verdict),
    ).toEqual(['held', 'held'])
  })

  test('on a figure beyond the scale that its suite states is held against the figure', () =>
    expect(evaluateGates({ lifbench: { 'ars.overall': { min: 0.7 } } }, saying({ range: [0, 0.5] }))).toMatchObject([{ verdict: 'held' }]))

  test('of 0 is a rule like others', () => {
    expect(evaluateGates({ demo: { score: { min: 0, max: 0 } } }, { demo: scores({ score: 0 }) })).toMatchObject([
      { rule: 'min 0', verdict: 'held' },
      { rule: 'max 0', verdict: 'held' },
    ])
  })

  test('on a metric that the run does not have is broken, with the near name', () => {
    expect(evaluateGates({ lifbench: { 'ars.overal': { min: 0.1 } } }, SUITES)).toEqual([
      {
        ...gateParts('lifbench', 'ars.overal', 'min 0.1'),
        value: null,
        verdict: 'broken',
        because: 'the run has no metric ars.overal; did you mean ars.overall?',
      },
    ])
  })

  test('on a metric that is like none is broken too', () => {
    expect(evaluateGates({ lifbench: { temperature: { max: 1 } } }, SUITES)).toMatchObject([
      {
        value: null,
        verdict: 'broken',
        because: 'the run has no metric temperature; npx holdfast show latest --metrics lists those it has',
      },
    ])
  })

  // evaluateGates.ts looks names up along the prototype: the value is undefined, and the reporter breaks on printing it.
  test('on a metric whose name every object has is broken too', () => {
    expect(evaluateGates({ lifbench: { constructor: { max: 1 } } }, SUITES)).toMatchObject([
      {
        value: null,
        verdict: 'broken',
        because: 'the run has no metric constructor; npx holdfast show latest --metrics lists those it has',
      },
    ])
  })

  test('of a suite that did not run is pending', () => {
    expect(evaluateGates({ llmbar: { score: { min: 1 } } }, SUITES, { known: ['llmbar'] })).toEqual([
      { ...gateParts('llmbar', 'score', 'suite did not run'), value: null, verdict: 'pending' },
    ])
  })

  test('of a suite whose name is nearly one that ran is broken', () => {
    expect(evaluateGates({ lifbnech: { score: { min: 1 } } }, SUITES)).toMatchObject([
      { verdict: 'broken', because: 'there is no suite lifbnech; did you mean lifbench?' },
    ])
  })
})

describe('a gate on an interval', () => {
  const wide = scores({ score: 0.7 })
  // 2.8 standard errors of 0.051 are to be 0.01: 204 times the items.
  const because = '4 items ran. To tell a figure one point (0.01) from the bound in 4 of 5 runs takes about 820 items'
  const metric = { value: 0.7, n: 4, ci95: [0.6, 0.8] as [number, number], range: [0, 1] as const }
  const suites = { demo: { ...wide, metrics: { score: metric } } }

  test.each([
    // By the normal approximation: 0.05 and 0.15 are 0.98 and 2.94 standard errors. What the figure breaks has no such chance.
    [{ min: 0.75, decide: 'value' as const }, 'min 0.75', 'broken', undefined, undefined],
    [{ min: 0.65, decide: 'value' as const }, 'min 0.65', 'held', undefined, 0.1635],
    [{ min: 0.75, decide: 'lenient' as const }, 'min 0.75 lenient', 'undecided', undefined, undefined],
    [{ min: 0.65, decide: 'strict' as const }, 'min 0.65 strict', 'undecided', true, 0.8365],
    [{ max: 0.55, decide: 'lenient' as const }, 'max 0.55 lenient', 'broken', undefined, undefined],
    [{ max: 0.85, decide: 'strict' as const }, 'max 0.85 strict', 'held', true, 0.1635],
  ])('%j is %s: %s', (rule, text, verdict, fails, chance) => {
    expect(evaluateGates({ demo: { score: rule } }, suites)).toEqual([
      {
        ...gateParts('demo', 'score', text),
        value: 0.7,
        ci95: [0.6, 0.8],
        verdict,
        ...(fails && { fails }),
        ...(chance !== undefined && { chance: expect.closeTo(chance, 4) }),
        ...(verdict === 'undecided' && { because }),
      },
    ])
  })
})

describe('a gate on the judge', () => {
  const MIN_80 = { rule: 'min 80', kind: 'min', bound: 80 }
  const standing = (...certificates: readonly FoundCertificate[]): GateFacts => ({ judge: { model: 'openai:judge', certificates } })
  const certified = (accuracy: number) => standing({ accuracy: { value: accuracy, ci95: null, n: 100 } } as FoundCertificate)
  const judge = (facts: GateFacts) => evaluateGates(gatesSchema.parse({ minJudgeAccuracy: 80 }), SUITES, facts)

  test.each([
    [80, 'held'],
    [79.9, 'broken'],
  ])('of %d %% is %s', (accuracy, verdict) => {
    expect(judge(certified(accuracy))).toEqual([{ metric: 'judge accuracy', ...MIN_80, value: accuracy, ci95: null, verdict }])
  })

  test('without a certificate is broken, and says how to get one', () => {
    expect(judge(standing())).toEqual([
      {
        metric: 'judge accuracy',
        ...MIN_80,
        value: null,
        verdict: 'broken',
        because: 'openai:judge is uncertified; run npx holdfast judge certify openai:judge',
      },
    ])
  })

  test('with a certificate that does not count is broken, and says why', () => {
    expect(judge(standing({ problem: 'expired on 2026-01-01' }))).toMatchObject([
      { value: null, verdict: 'broken', because: expect.stringContaining('its certificate expired on 2026-01-01') },
    ])
  })

  const onSet = (facts: GateFacts, judgeSet = 'mine') => evaluateGates(gatesSchema.parse({ minJudgeAccuracy: 80, judgeSet }), SUITES, facts)
  const certifiedOn = (set: string | undefined, value: number) => ({ set, accuracy: { value, ci95: null, n: 9 } }) as FoundCertificate

  test('is held against LLMBar’s certificate, whatever others there are', () => {
    expect(judge(standing(certifiedOn(undefined, 70), certifiedOn('mine', 90)))).toMatchObject([{ value: 70, verdict: 'broken' }])
    expect(judge(standing(certifiedOn('mine', 90)))).toMatchObject([
      {
        ...{ value: null, verdict: 'broken' },
        because: `openai:judge is uncertified; run npx holdfast judge certify openai:judge, or hold the gate against its certificate on mine with judgeSet: 'mine'`,
      },
    ])
  })

  test('is sent to no certificate of a judge at chance', () =>
    expect(judge(standing(certifiedOn('mine', 50)))[0]?.because).not.toContain('judgeSet'))

  test('is held against the certificate of the set that is named', () => {
    const both = standing(certifiedOn(undefined, 70), certifiedOn('mine', 90))
    expect(onSet(both)).toEqual([{ metric: 'judge accuracy on mine', ...MIN_80, value: 90, ci95: null, verdict: 'held' }])
    expect(onSet(both, 'llmbar')).toMatchObject([{ metric: 'judge accuracy', value: 70, verdict: 'broken' }])
    expect(onSet(standing(certifiedOn(undefined, 90)))).toMatchObject([
      {
        verdict: 'broken',
        because: 'openai:judge is uncertified on mine; run npx holdfast judge certify openai:judge with --from, and --name mine',
      },
    ])
    expect(onSet(standing(), 'bundled-criteria')).toMatchObject([
      {
        verdict: 'broken',
        because: 'openai:judge is uncertified on bundled-criteria; run npx holdfast judge certify openai:judge --from bundled-criteria',
      },
    ])
  })

  test('is broken by a judge that finds nearly all criteria met where nearly all are, however high its accuracy', () => {
    const yes = {
      kind: 'checklist',
      set: 'mine',
      votes: 1,
      accuracy: { value: 95, ci95: [90, 98], n: 90 },
      kappa: { value: 0, ci95: [0, 0], n: 90 },
    }
    expect(onSet(standing(yes as unknown as FoundCertificate))).toEqual([
      {
        metric: 'judge accuracy on mine',
        ...MIN_80,
        value: 95,
        ci95: [90, 98],
        verdict: 'broken',
        because: expect.stringContaining('by chance'),
      },
    ])
  })

  test('names a set only with a least accuracy', () =>
    expect(() => gatesSchema.parse({ judgeSet: 'mine' })).toThrow('minJudgeAccuracy, which is not given'))

  test('of a run that judged nothing is pending', () =>
    expect(judge({})).toEqual([{ metric: 'judge accuracy', ...MIN_80, value: null, verdict: 'pending' }]))
})

test('in a part of a run every gate is pending, without reasons and with its figures', () => {
  const gates = gatesSchema.parse({
    baseline: 'main',
    minJudgeAccuracy: 80,
    lifbench: { 'ars.overall': { min: 0.9, maxDrop: 0.02 }, 'ars.overal': { min: 0 } },
  })
  const metrics = [metricComparison({ key: 'ars.overall', a: 1.25, b: 0.75, change: -0.5 })]
  const lifbench = { metrics, first: 'ars.overall', paired: 4, contributions: {}, regressed: [], lost: 0, gained: 0 }
  const facts = { comparisons: { lifbench }, judge: { model: 'openai:judge', certificates: [] } }
  const results = evaluateGates(gates, SUITES, { ...facts, pending: true })
  expect(results.map(({ rule, value, verdict }) => [rule, value, verdict])).toEqual([
    ['min 80', null, 'pending'],
    ['min 0.9', 0.75, 'pending'],
    ['maxDrop 0.02', 0.75, 'pending'],
    ['min 0', null, 'pending'],
  ])
  expect(results.some((gate) => 'because' in gate)).toBe(false)
})

test('rules about a suite of which tasks were left out are an error, whatever its figures, unless it is allowed by name', () => {
  const leftOut = [{ reason: 'no text', tasks: ['OR'], items: 5 }]
  const suites = { ...SUITES, lifbench: { ...(SUITES.lifbench as SuiteScores), leftOut } }
  const verdicts = (given: object) =>
    evaluateGates(gatesSchema.parse({ lifbench: { 'ars.overall': { min: 0.1 } }, ...given }), suites).map(({ verdict, because }) => [
      verdict,
      because,
    ])
  const because = 'left out: OR (5 items), since no text. To decide by a part, name lifbench in gates.allowPartial'
  for (const allowPartial of [undefined, [], ['fb-bench']]) expect(verdicts({ allowPartial })).toEqual([['broken', because]])
  expect(verdicts({ allowPartial: ['fb-bench', 'lifbench'] })).toEqual([['held', undefined]])
})

test('gates keep their order within a suite, and rules of the run are not among them', () => {
  const rules = { pass_rate: { min: 0.1 }, 'ars.overall': { min: 0.1 } }
  const gates = gatesSchema.parse({ maxUnscored: 0, allowSimulated: true, lifbench: rules })
  expect(evaluateGates(gates, SUITES).map(({ metric }) => metric)).toEqual(['lifbench pass_rate', 'lifbench ars.overall'])
})

test.each([
  [undefined, false],
  [{}, false],
  [{ maxUnscored: 0.5, allowSimulated: false }, false],
  [{ lifbench: {} }, false],
  [{ lifbench: { score: { min: 1 } } }, true],
  [{ baseline: 'main' }, false],
  [{ minJudgeAccuracy: 0 }, true],
])('gates %j are about metrics: %s', (gates, expected) => expect(hasMetricGates(gates && gatesSchema.parse(gates))).toBe(expected))
