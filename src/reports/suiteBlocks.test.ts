import { expect, test } from 'vitest'
import { madeDocument, madeScores } from '../../test/madeDocument.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { Metrics, Presentation, SuiteScores } from '../core/format/scoresDocument.ts'
import { terminalBlocks } from './blocks/terminalBlocks.ts'
import { headingBlocks, scoreBlocks, suitesTable } from './suiteBlocks.ts'

const METRICS: Metrics = {
  'one.kept': { value: 0.5, n: 4, ci95: null },
  taken: { value: 0.75, n: 4, ci95: [0.5, 1] },
  kept: { value: 0.5, n: 4, ci95: null },
}
type Shown = Presentation['display']

const DISPLAY = {
  headline: { key: 'kept', label: 'kept' },
  beside: [
    { key: 'taken', label: 'taken' },
    { key: 'absent', label: 'absent' },
  ],
  taskKeys: { one: 'one.kept', two: 'two.kept' },
  rows: [],
}
const TASKS = ['one', 'two'].map((task) => ({ task, title: task }))
const RECORDS = ['passed', 'passed', 'passed', 'failed', 'error'].map(
  (status, at) => ({ suite: 'demo', item: `${at}`, task: 'one', trial: 0, status, tags: {}, scores: {} }) as ItemRecord,
)

const linesOf = (metrics: Metrics, { display, width = 80 }: { display?: Shown; width?: number } = { display: DISPLAY }) => {
  const presentation = { demo: { roles: [], tasks: TASKS, display } }
  const shown = { suites: { demo: madeScores({ metrics, headline: display ? 'kept' : 'score' }) }, presentation }
  return terminalBlocks(scoreBlocks('demo', shown, RECORDS), width)
}

test('metrics beside the headline stand above it, and what is without data is left out', () => {
  expect(linesOf(METRICS)).toEqual([
    ' score  value   95 % interval  items  passed',
    ' one    0.500                      4  3 of 4',
    ' taken  0.750  0.500 to 1.000      4',
    ' kept   0.500                      4  3 of 4',
  ])
})

test('of a suite that ended early no number stands of the items that came after the decision', () => {
  const presentation = { demo: { roles: [], tasks: TASKS, display: DISPLAY } }
  const suites = { demo: madeScores({ metrics: METRICS, headline: 'kept' }) }
  const early = { demo: { units: 4, ofUnits: 80, items: 5, ofItems: 90, risk: 0.02 } }
  const shared = RECORDS.map((record) => ({ ...record, status: 'passed' as const, clusters: { topic: 'one', item: record.item } }))
  const { run } = madeDocument({ suites, presentation, run: { early } })
  expect(terminalBlocks(scoreBlocks('demo', { suites, presentation, run }, shared), 80)).toEqual([
    ' score  value   95 % interval  items',
    ' one    0.500                      4',
    ' taken  0.750  0.500 to 1.000      4',
    ' kept   0.500                      4',
  ])
})

test('metrics are named in words where they have some, and percentages have two digits', () => {
  const { kept, taken, ...others } = METRICS as Record<'kept' | 'taken', Metrics[string]>
  const metrics = {
    ...others,
    taken: { ...taken, label: 'points taken' },
    kept: { ...kept, label: 'points kept at the end of everything that was said' },
  }
  expect(linesOf(metrics, { display: { ...DISPLAY, percent: true }, width: 60 }).slice(2)).toEqual([
    ' points taken             0.75   0.50 to 1.00      4',
    ' points kept at the end   0.50                     4  3 of 4',
    ' of everything that was',
    ' said',
  ])
})

test('a task whose title has its name is named by the title alone', () => {
  const tasks = [
    { task: 'one', title: 'number ONE' },
    { task: 'two', title: 'twofold' },
  ]
  const metrics = { ...METRICS, 'two.kept': METRICS['one.kept'] as Metrics[string] }
  const shown = {
    suites: { demo: madeScores({ metrics, headline: 'kept' }) },
    presentation: { demo: { roles: [], tasks, display: DISPLAY } },
  }
  const lines = terminalBlocks(scoreBlocks('demo', shown, RECORDS), 80)
  expect(lines.slice(1, 3).map((line) => line.slice(0, 15).trimEnd())).toEqual([' number ONE', ' two  twofold'])
})

test('a table with a floor has a column of floors', () => {
  const kept = { value: 0.5, n: 4, ci95: null, floor: 0.25 }
  expect(linesOf({ ...METRICS, kept }).map((line) => line.slice(0, 21))).toEqual([
    ' score  value  floor ',
    ' one    0.500        ',
    ' taken  0.750        ',
    ' kept   0.500  0.250 ',
  ])
})

test('a suite that names no layout has its other figures below, and says where its headline has no value', () => {
  const lines = linesOf({ score: { value: 0.5, n: 4, ci95: null }, more: { value: 1, n: 4, ci95: null } }, {})
  expect(lines).toEqual([' score  value  items  passed', ' mean   0.500      4  3 of 4', '', ' metrics     more 1.000  (4 items)'])
  expect(linesOf({}, {}).at(-1)).toBe(' mean   no value      0  3 of 4')
})

test('the suites of a run are a row each, with their change where there is a baseline', () => {
  const metric = { key: 'score', base: 1, now: 0.777, change: -0.223, ci95: [-0.294, -0.156] as [number, number] }
  const changed = { metric: { ...metric, verdict: 'worse' as const, detectable: 0.1 }, paired: 10, newlyFailing: 3, fixed: 1 }
  const baseline = { name: 'main', run: 'r', startedAt: '', model: 'm', suites: { support: changed } }
  expect(terminalBlocks([suitesTable(madeDocument())], 80)).toEqual([
    ' suite    scale    now  rests on  95 % interval   scored  below threshold',
    ' support  0–1    0.777  10 items  0.706 to 0.835      10                3',
  ])
  const [head = '', row = ''] = terminalBlocks([suitesTable(madeDocument({ baseline }))], 100)
  expect(head.trim().split(/ {2,}/)).toEqual(['suite', 'scale', 'now', 'rests on', 'base', 'change', 'verdict', 'newly failing', 'fixed'])
  expect(row.trim().split(/ {2,}/)).toEqual([
    'support',
    '0–1',
    '0.777',
    '10 items',
    '1.000',
    '-0.223 (-0.294 to -0.156)',
    '▼ worse',
    '3',
    '1',
  ])
})

test('the suites of a run lose no column on a narrow terminal, and say why a figure says nothing elsewhere', () => {
  const metric = { key: 'score', base: 1, now: 0.777, change: -0.223, ci95: [-0.294, -0.156] as [number, number] }
  const changed = { metric: { ...metric, verdict: 'worse' as const, detectable: 0.1 }, paired: 10, newlyFailing: 3, fixed: 1 }
  const baseline = { name: 'main', run: 'r', startedAt: '', model: 'm', suites: { support: changed } }
  const made = madeDocument({ baseline })
  const judgeSigns = [{ role: 'judge', sign: 'first', n: 9, of: 9 }] as const
  const support = { ...(made.suites.support as SuiteScores), judgeSigns: [...judgeSigns] }
  const text = terminalBlocks([suitesTable({ ...made, suites: { support } })], 80).join('\n')
  expect(text).not.toContain('…')
  for (const word of ['newly', 'failing', 'fixed', '0.777,', 'SAYS', 'NOTHING']) expect(text).toContain(word)
  expect(text).not.toContain('the judge')
})

test('a baseline that knows none of the suites leaves their own columns', () => {
  const baseline = { name: 'main', run: 'r', model: 'm', startedAt: '', suites: {} }
  const [head = ''] = terminalBlocks([suitesTable(madeDocument({ baseline }))], 100)
  expect(head).toContain('95 % interval')
  expect(head).not.toContain('change')
})

test('a headline says what it must not be read without', () => {
  const titleOf = (own: Parameters<typeof madeDocument>[0]) => headingBlocks('support', madeDocument(own))[0]
  const roles = { candidate: { model: 'sim:oracle', simulated: true } }
  expect(titleOf({ run: { roles } })).toMatchObject({ title: 'support: 0.777 of 1, simulated' })
  const usage = { candidate: { calls: 440, cached: 0, promptTokens: 0, completionTokens: 0, usd: null, askedOtherwise: 119 } }
  expect(titleOf({ usage })).toMatchObject({
    title: 'support: 0.777 of 1, 119 calls answered by a recording that was asked otherwise',
  })
})

test('a table says what its items share, which makes intervals wide', () => {
  const shared = RECORDS.map((record, at) => ({
    ...record,
    status: 'passed' as const,
    clusters: { topic: `${at % 2}`, item: record.item },
  }))
  const shown = {
    suites: { demo: madeScores({ metrics: METRICS, headline: 'kept' }) },
    presentation: { demo: { roles: [], tasks: TASKS, display: DISPLAY } },
  }
  const lines = (records: readonly ItemRecord[]) => terminalBlocks(scoreBlocks('demo', shown, records), 80).join('\n')
  expect(lines(shared)).toContain('wide, since 5 items share 2 topics')
  expect(lines(RECORDS)).not.toContain('intervals')
})
