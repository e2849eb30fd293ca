import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gateParts } from '../../../test/gateParts.ts'
import { madeDocument, madeScores } from '../../../test/madeDocument.ts'
import { gates as gatesSchema } from '../../core/format/gates.ts'
import { modelEntry } from '../../core/format/modelEntry.ts'
import type { PlanSummary } from '../../core/format/planSummary.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import { ruleLines } from '../../reports/planLines.ts'
import { forecastRules, runToForecastBy } from './ruleForecast.ts'

const PLAN: PlanSummary = {
  roles: ['candidate'],
  source: 'bundled',
  sha256: 'hash',
  options: {},
  tasks: [{ task: 'one', title: 'one', items: 400, tokens: 0 }],
  distinctTokens: 0,
  scales: { score: [0, 10] },
  notes: [],
}
// 100 items at 0.8 with an error of 0.04; with 400 items it is 0.02.
const metrics = { score: { value: 0.8, n: 100, ci95: [0.7216, 0.8784] as [number, number] } }
const run = (gates: ScoresDocument['gates'] = []) => ({
  name: 'then',
  document: madeDocument({ suites: { demo: madeScores({ items: 100, metrics }) }, gates }),
})
const forecast = (rule: object, by: Parameters<typeof forecastRules>[3]) =>
  forecastRules(
    'demo',
    { ...PLAN, ...(by.rate === undefined && { scales: {} }) },
    gatesSchema.parse({ baseline: 'main', demo: { score: rule } }),
    by,
  )

test.each([
  // Two runs that share nothing: an error of 0.0283. A drop of 0.02 is 0.707 of it.
  [{ maxDrop: 0.02, decide: 'value' }, 0.2398, 0.02 + 0.0238],
  [{ maxDrop: 0.02 }, 0.025, 0.0554 + 0.0238],
  // 2.5 errors of the figure.
  [{ min: 0.75 }, 0.0062, 0.05 + 0.0168],
  [{ max: 0.82, decide: 'strict' }, 0.8315, 0],
] as const)('%j by a run, at four times its items', (rule, chance, shows) => {
  expect(forecast(rule, { run: run() })).toMatchObject([
    { by: 'run then of openai:acme-chat-7', chance: expect.closeTo(chance, 3), shows: expect.closeTo(shows, 3) },
  ])
})

test('a change varies as the run itself says, where gates measured one', () => {
  const gate = {
    ...gateParts('demo', 'score', 'maxDrop 0.02'),
    value: 0.8,
    change: 0,
    ci95: [-0.0392, 0.0392] as [number, number],
    verdict: 'held' as const,
  }
  const [told] = forecast({ maxDrop: 0.02, decide: 'value' }, { run: run([gate]) })
  // An error of 0.02 with 100 items, of 0.01 with 400.
  expect(told).toMatchObject({ chance: expect.closeTo(0.0228, 3) })
  expect(told?.isMost).toBeUndefined()
})

test('a drop has no more pairs than the baseline has items', () => {
  const [few] = forecast({ maxDrop: 0.02, decide: 'value' }, { run: run(), baselineItems: 100 })
  // Two runs of 100 items: an error of 0.0566.
  expect(few).toMatchObject({ chance: expect.closeTo(0.3618, 3) })
  const [min] = forecast({ min: 0.75 }, { run: run(), baselineItems: 100 })
  expect(min).toMatchObject({ chance: expect.closeTo(0.0062, 3) })
})

test('a stated rate is on the scale of the metric', () => {
  // 8 of 10, with an error of 10 x 0.02.
  expect(forecast({ min: 7.6 }, { rate: 0.8 })).toMatchObject([{ at: 8, by: 'a rate of 0.8', chance: expect.closeTo(0.0228, 3) }])
  expect(forecast({ maxDrop: 0.2, decide: 'value' }, { rate: 0.8, run: run() })).toMatchObject([
    { chance: expect.closeTo(0.2398, 3), isMost: true },
  ])
})

test('nothing is told without a run, a figure or a scale, and the lines say what to do', () => {
  const told = [...forecast({ min: 0.5 }, {}), ...forecastRules('demo', PLAN, { demo: { other: { min: 0.5 } } }, { rate: 0.5 })]
  expect(told).toEqual([
    { rule: 'score min 0.5', way: 'value' },
    { rule: 'other min 0.5', way: 'value' },
  ])
  expect(ruleLines(told).join(' ')).toContain('state a share of full marks')
  expect(ruleLines([])).toEqual([])
})

test('the lines of a plan say how often a rule is red by chance, what it sees, and by what', () => {
  const said = ruleLines(forecast({ maxDrop: 0.02 }, { run: run() }))
    .join(' ')
    .replace(/\s+/g, ' ')
  expect(said).toContain('score maxDrop 0.02, surely worse than the baseline: red in about 2.5 % of runs of a model that did not change')
  expect(said).toContain(
    'in 4 of 5 where it gets worse by 0.079 (by run then of openai:acme-chat-7, at most: no run tells how far changes vary)',
  )
})

test('the newest run of the planned model counts, else the newest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, model] of [
    ['a', 'openai:x'],
    ['b', 'openai:y'],
  ] as const) {
    mkdirSync(join(folder, name))
    const document = madeDocument({ suites: { demo: madeScores({ metrics }) }, run: { roles: { candidate: { model, simulated: false } } } })
    writeFileSync(join(folder, name, 'scores.json'), JSON.stringify(document))
  }
  const nameFor = (uri: string, suite = 'demo') =>
    runToForecastBy(folder, suite, PLAN, { roles: { candidate: modelEntry.parse({ uri }) } } as never)?.name
  expect([nameFor('openai:x'), nameFor('openai:y')]).toEqual(['a', 'b'])
  expect(['a', 'b']).toContain(nameFor('openai:z'))
  expect(nameFor('openai:x', 'other')).toBeUndefined()
})

test('no run counts that has a part of the suite alone, or a judge that did not judge', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, run: object, scores: object = {}) => {
    mkdirSync(join(folder, name))
    const document = madeDocument({ suites: { demo: madeScores({ metrics, ...scores }) }, run })
    writeFileSync(join(folder, name, 'scores.json'), JSON.stringify(document))
  }
  write('early', { early: { demo: { items: 29, of: 160 } } })
  write('part', { shard: '1/2' })
  write('unjudged', {}, { judgeSigns: [{ role: 'judge', sign: 'constant', n: 20, of: 20 }] })
  expect(runToForecastBy(folder, 'demo', PLAN, { roles: {} })).toBeUndefined()
  write('whole', {})
  expect(runToForecastBy(folder, 'demo', PLAN, { roles: {} })?.name).toBe('whole')
})
