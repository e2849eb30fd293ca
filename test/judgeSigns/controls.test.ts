import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import type { Gates } from '../../src/core/format/gates.ts'
import { conclude } from '../../src/deciding/conclude.ts'
import { mergeRuns } from '../../src/deciding/mergeRuns.ts'
import { certificatePath } from '../../src/judging/certificate/certificate.ts'
import { checklistPromptHash } from '../../src/judging/checklistJudge.ts'
import { criterion, rubric } from '../../src/judging/rubric/rubric.ts'
import { planSuite } from '../../src/running/worker/planSuite.ts'
import { defineSuite } from '../../src/running/worker/suite.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { onceEach } from '../outcome.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const judge = (name: string) => `module:${import.meta.dirname}/judges.ts#${name}`
const YES = { model: 'sim:wrong', judge: judge('yes'), limit: 1 }

const run = onceEach((options: HoldfastOptions = {}) => runSuite(fbBenchSuite, { ...YES, ...options }))
const controls = ({ calls }: SuiteOutcome) =>
  calls.filter(({ key }) => key.call.startsWith('control-')).map(({ key }) => `${key.item} ${key.call}`)

describe('a real judge without a certificate', () => {
  test('judges a right and a wrong answer to six items, chosen by the seed, and the figures stay', async () => {
    const outcome = await run()
    expect(new Set(controls(outcome).map((call) => call.split(' ')[0])).size).toBe(6)
    expect(
      controls(outcome)
        .map((call) => call.split(' ')[1])
        .sort(),
    ).toEqual([...Array(6).fill('control-plausible'), ...Array(6).fill('control-reference')])
    const without = await run({ controls: 0 })
    expect(controls(without)).toEqual([])
    const figures = ({ concluded }: SuiteOutcome) =>
      Object.entries(concluded.document.suites['fb-bench']?.metrics ?? {}).filter(
        ([key]) => !key.startsWith('judge.') && key !== 'control_undecided',
      )
    expect(figures(outcome)).toEqual(figures(without))
    expect(outcome.concluded.document.suites['fb-bench']?.metrics['judge.specificity.plausible']?.value).toBe(0)
    expect(controls(await run({ seed: 1 }))).not.toEqual(controls(outcome))
    expect(outcome.plan.notes.at(-1)).toContain('on 6 items')
  })

  test('is planned with these calls and their waves, exactly', async () => {
    const planned = async (more: HoldfastOptions) => planSuite(fbBenchSuite, resolveConfig({ ...YES, ...more }, {}, '/', [fbBenchSuite]))
    const [{ byRole, waves, notes }, none] = [await planned({}), await planned({ controls: 0 })]
    expect(byRole?.judge?.calls).toBe((await run()).calls.filter(({ key }) => key.role === 'judge').length)
    expect([byRole?.judge?.calls, waves]).toEqual([(none.byRole?.judge?.calls ?? 0) + 12, (none.waves ?? 0) + 2])
    expect(notes.at(-1)).toContain('HOLDFAST_CONTROLS=0')
  })
})

test('a simulated judge has none', async () => expect(controls(await run({ judge: 'sim:judge' }))).toEqual([]))

test('a judge with a certificate that counts has none, and one whose certificate has expired has', async () => {
  const root = temporaryFolder()
  const figure = { value: 90, ci95: null, n: 100 }
  const certificate = {
    schema: 'holdfast.certificate/1',
    kind: 'checklist',
    judge: YES.judge,
    simulated: false,
    votes: 1,
    promptSha256: checklistPromptHash(),
    set: 'own',
    data: { source: 'own', sha256: '0', items: 1 },
    version: '0',
    run: 'r',
    date: '2026-01-01T00:00:00Z',
    criteria: 1,
    ...Object.fromEntries(['accuracy', 'sensitivity', 'specificity', 'kappa'].map((name) => [name, figure])),
  }
  const path = certificatePath(root, YES.judge, 'own')
  mkdirSync(dirname(path), { recursive: true })
  const asked = async (expires: string) => {
    writeFileSync(path, JSON.stringify({ ...certificate, expires }))
    return controls(await runSuite(fbBenchSuite, YES, {}, root)).length
  }
  expect([await asked('2999-01-01T00:00:00Z'), await asked('2026-02-01T00:00:00Z')]).toEqual([0, 12])
})

describe('a suite of a user', () => {
  const own = (known: object = { reference: () => 'It is right.', wrong: () => 'It is wrong.' }) =>
    defineSuite({
      name: 'own',
      roles: ['candidate', 'judge'],
      open: () => ({
        items: Array.from({ length: 40 }, (_, at) => ({ id: `item-${at}` })),
        ...known,
        body: async ({ id }, { candidate, expect: itemExpect }) => {
          await itemExpect(await candidate.ask(id, { reference: 'It is right.' })).toPassRubric(rubric([criterion('is right')]))
        },
      }),
    })
  const name: string = 'own'
  const options = { model: 'sim:oracle', judge: judge('yes'), gates: { allowSimulated: true, [name]: { pass_rate: { min: 0.5 } } } }

  test('has them where it says which answers are right and wrong', async () => {
    const outcome = await runSuite(own(), options)
    expect([...new Set(controls(outcome).map((call) => call.split(' ')[1]))].sort()).toEqual([
      'control-right-verdict',
      'control-wrong-verdict',
    ])
    const { document } = outcome.concluded
    expect(document.suites.own?.judgeSigns).toEqual([
      { role: 'judge', sign: 'controls', n: 6, of: 6, known: 'wrong' },
      { role: 'judge', sign: 'constant', n: 52, of: 52 },
    ])
    expect(document.gates.map(({ verdict }) => verdict)).toEqual(['undecided'])
    expect(document.exitCode).toBe(1)
    // Put together again from records alone, as merges, summaries and judgements anew are.
    const merged = mergeRuns({
      records: outcome.records,
      figures: [outcome.figures],
      parts: [{ document, settings: undefined }],
      name: 'm',
    })
    const flags = { strict: false, interrupted: false, sharded: false, otherFailures: [] }
    const gates = options.gates as Gates
    const again = conclude(merged, { gates, baseline: undefined, certificates: [], known: [], flags }).document
    expect(again.suites.own?.judgeSigns).toEqual(document.suites.own?.judgeSigns)
    expect([again.gates, again.exitCode]).toEqual([document.gates, 1])
  })

  test('is not decided early by such a judge', async () => {
    const { concluded, records } = await runSuite(own(), { ...options, decide: 'early', controls: 1, concurrency: 1 })
    expect(concluded.document.gates).toMatchObject([{ verdict: 'undecided', because: expect.stringContaining('known to be wrong') }])
    expect(records.filter(({ status }) => status === 'skipped')).toEqual([])
    const unmeasured = await runSuite(own(), { ...options, decide: 'early', controls: 0, concurrency: 1 })
    expect(unmeasured.records.filter(({ status }) => status === 'skipped').length).toBeGreaterThan(0)
  })

  test('has none where nothing is known', async () => expect(controls(await runSuite(own({}), options))).toEqual([]))
})
