import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import type { Gates } from '../../src/core/format/gates.ts'
import type { ItemRecord } from '../../src/core/format/records.ts'
import type { ScoresDocument } from '../../src/core/format/scoresDocument.ts'
import { compareSuite } from '../../src/deciding/compare/suiteComparison.ts'
import { conclude } from '../../src/deciding/conclude.ts'
import { figuresOf } from '../../src/deciding/figures.ts'
import { liveRun } from '../../src/deciding/liveRun.ts'
import { mergeRuns } from '../../src/deciding/mergeRuns.ts'
import { terminalBlocks } from '../../src/reports/blocks/terminalBlocks.ts'
import { comparisonBlocks } from '../../src/reports/compare/comparisonBlocks.ts'
import { suiteRow } from '../../src/reports/decision/suiteRow.ts'
import { markdownReport } from '../../src/reports/markdown.ts'
import { suiteSection } from '../../src/reports/page/suiteSection.ts'
import { resultLines } from '../../src/reports/resultLines.ts'
import { runListEntry, runListLines } from '../../src/reports/runListLines.ts'
import { dueItems } from '../../src/running/worker/decideEarly.ts'
import { prepareSuite } from '../../src/running/worker/prepareSuite.ts'
import { inlineSuite, type Suite } from '../../src/running/worker/suite.ts'
import { loadSuites } from '../catalogue.ts'

const BUNDLED = new Map((await loadSuites()).map((suite) => [suite.name, suite]))
const ITEMS = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const own = (more: object): Suite => inlineSuite('own', { items: ITEMS, ...more }, async () => undefined)
const DISPLAY = () => ({ headline: { key: 'kept', label: 'kept at last' }, taskKeys: {}, rows: [] })
const ADVERSARIAL = ['Neighbor', 'GPTInst', 'GPTOut', 'Manual']

/** Which metric a suite is read by, whatever is answered: by its options and its items. */
const PLANNED: readonly (readonly [suite: string | Suite, options: object, key: string])[] = [
  ['pressure', {}, 'two_sided'],
  ['pressure', { directions: ['press'] }, 'held'],
  ['pressure', { directions: ['correct'] }, 'taken'],
  ['sharded', {}, 'sharded'],
  ['sharded', { forms: ['concat', 'full'] }, 'full'],
  ['refutebench', {}, 'transient.satisfaction'],
  ['refutebench', { tasks: ['mt'], protocols: ['persistent'] }, 'persistent.retained_given_satisfied'],
  ['refutebench1', {}, 'RR'],
  ['kieval', {}, 'score.overall'],
  ['retention', {}, 'retention'],
  ['llmbar', {}, 'accuracy.average'],
  ['llmbar', { subsets: ADVERSARIAL }, 'accuracy.adversarial'],
  ['llmbar', { subsets: ['Manual', 'Natural'] }, 'accuracy.Natural'],
  ['fb-bench', {}, 'overall'],
  ['lifbench', { lengths: '4k' }, 'ars.overall'],
  [own({}), {}, 'score'],
  [own({ summary: () => ({ first: Number.NaN, second: 0.5 }) }), {}, 'first'],
  [own({ summary: () => ({ first: 0.5, kept: Number.NaN }), display: DISPLAY }), {}, 'kept'],
  [own({ summary: throwing }), {}, 'pass_rate'],
  [own({ summary: throwing, display: DISPLAY }), {}, 'kept'],
]

/** A bound on the scales of all figures of a suite, where 0.5 is none. */
const MIDDLE: Readonly<Record<string, number>> = { refutebench: 1, sharded: 50, kieval: 50, llmbar: 50, 'fb-bench': 50 }

/** A summary that takes scores for granted. */
function throwing({ records }: { records: readonly ItemRecord[] }) {
  return {
    worst: Math.max(...records.map(({ status, scores }) => (status === 'failed' ? Number((scores.total as number).toFixed(1)) : 0))),
  }
}

type Outcome = readonly [name: string, of: (records: readonly ItemRecord[]) => readonly ItemRecord[]]
const as =
  (status: ItemRecord['status'], scores: ItemRecord['scores'] = {}) =>
  (record: ItemRecord) => ({ ...record, status, scores })
const OUTCOMES: readonly Outcome[] = [
  ['nothing ran', () => []],
  ['one ran', (records) => records.slice(0, 1).map(as('failed', { total: 0 }))],
  ['three ran', (records) => records.slice(-3).map(as('failed', { total: 0 }))],
  ['all unscored', (records) => records.map(as('unscored'))],
  ['all in error', (records) => records.map(as('error'))],
  ['all wrong', (records) => records.map(as('failed', { total: 0, held: 0, taken: 0, score: 0, strict: 0 }))],
  ['all without the score', (records) => records.map(as('failed', { total: 0, other: 1 }))],
]

const screensOf = async (
  suite: Suite,
  document: ScoresDocument,
  records: readonly ItemRecord[],
  config: ReturnType<typeof resolveConfig>,
) => {
  const { name } = suite
  const run = { name: 'run', document, records }
  const listed = { name: 'run', isLatest: true, state: 'ended', canResume: false, startedAt: document.run.startedAt, document } as never
  return {
    terminal: resultLines({ config, document, records, stopped: 0, figures: [], otherFailures: [], plainPassed: 0, width: 80 }),
    'report.md': [markdownReport({ document, records, figures: [], run: 'latest' })],
    page: [suiteSection(name, {}, { document, records }).html],
    runs: runListLines([runListEntry(listed)], 1, 200),
    compare: terminalBlocks(
      comparisonBlocks(run, run, [compareSuite(await suite.rules(), run, run, 'headline')], { flipped: false, all: false }),
      200,
    ),
  }
}

test.each(
  PLANNED.map(
    ([suite, options, key]) => [typeof suite === 'string' ? suite : suite.name, JSON.stringify(options), key, suite, options] as const,
  ),
)('%s %s is read by %s on every screen, or says why it has no value', async (name, _, key, given, options) => {
  const suite = typeof given === 'string' ? (BUNDLED.get(given) as Suite) : given
  const gates = { allowSimulated: true, [name]: { [key]: { min: MIDDLE[name] ?? 0.5 } } } as unknown as Gates
  const config = resolveConfig({ cache: 'off', limit: 1, suites: { [name]: options }, gates } as never, {}, '/none', [suite])
  const { opened, groups, plan } = await prepareSuite(suite, { config, prepare: async () => config })
  expect(plan.headline.key).toBe(key)
  const rules = await suite.rules()
  const planned = dueItems(opened, groups.flat()).map(
    ({ item, task, tags, clusters }): ItemRecord => ({
      suite: name,
      item,
      task,
      tags,
      trial: 0,
      status: 'failed',
      scores: {},
      ...(clusters && { clusters }),
    }),
  )
  for (const [outcome, of] of OUTCOMES) {
    const records = of(planned)
    const figures = figuresOf(rules, records, { gates: undefined, root: '/none' })
    const results = records.map((record) => ({ record, usage: {}, lost: {} }))
    const ended = liveRun({ config, plans: [plan], results, figures: [figures], finishedAt: new Date(0) })
    const flags = { strict: false, interrupted: false, sharded: false, otherFailures: [] }
    const by = { gates, baseline: undefined, certificates: [], known: [], flags }
    const { document } = conclude(ended, by)
    const scores = document.suites[name] as NonNullable<ScoresDocument['suites'][string]>
    expect(scores.headline, outcome).toBe(key)
    const metric = scores.metrics[key]
    const row = suiteRow(name, scores, document.presentation, undefined)
    expect(row, outcome).toMatchObject({ key, value: metric?.value })
    expect(scores.noValue === undefined, outcome).toBe(metric !== undefined)
    if (!metric) {
      // A run that is not whole decides nothing.
      const because = `it has no value: ${scores.noValue}`
      const open = document.run.partial ? { verdict: 'pending' } : { verdict: 'undecided', because }
      expect(document.gates, outcome).toMatchObject([{ value: null, ...open }])
      expect(document.exitCode, outcome).not.toBe(0)
    }
    const said = metric ? [row.now, row.basis] : [`no value`, scores.noValue as string]
    for (const [screen, lines] of Object.entries(await screensOf(suite, document, records, config))) {
      // Of a run that has nothing in common with itself no comparison says more.
      if (screen === 'compare' && metric) continue
      const text = stripVTControlCharacters(lines.join(' ')).replace(/\s+/g, ' ').replaceAll('&#39;', "'")
      for (const part of said) expect(text.replaceAll(/ \| | \u00a0/g, ' '), `${outcome}, ${screen}`).toContain(part)
    }
    // The same run put together from its folder.
    const merged = conclude(
      mergeRuns({ records, figures: [figures], parts: [{ document, settings: undefined }], name: 'merged' }),
      by,
    ).document
    expect(merged.suites[name], outcome).toEqual(scores)
  }
})

test('a part of a run is read by what the whole is read by', async () => {
  const suite = BUNDLED.get('pressure') as Suite
  for (const index of [1, 2]) {
    const config = resolveConfig({ cache: 'off', limit: 1, shard: `${index}/2` }, {}, '/none', [suite])
    const { plan } = await prepareSuite(suite, { config, prepare: async () => config })
    expect([plan.items, plan.headline.key]).toEqual([1, 'two_sided'])
  }
})
