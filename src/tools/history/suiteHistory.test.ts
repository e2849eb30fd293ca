import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { madeDocument } from '../../../test/madeDocument.ts'
import { temporaryFolder } from '../../../test/temporaryFolder.ts'
import { makeFolder } from '../../core/base/files/makeFolder.ts'
import { random } from '../../core/base/random.ts'
import { runFolder } from '../../core/format/runFolder.ts'
import { ORDINARY_TESTS } from '../../core/format/scoresDocument.ts'
import { metric } from '../../core/stats/summary/metric.ts'
import { type SuiteRules, summaryRules } from '../../deciding/suiteRules.ts'
import { markdownBlocks } from '../../reports/blocks/markdownBlocks.ts'
import { terminalBlocks } from '../../reports/blocks/terminalBlocks.ts'
import { historyBlocks } from './historyBlocks.ts'
import { type HistoryRun, historyRuns, inTime } from './historyRuns.ts'
import { suiteHistory } from './suiteHistory.ts'
import { ITEMS, type Made, OPTIONS, right, rules, screenOf, week, weeks } from './test/madeWeeks.ts'

/** Three points of a hundred less: six of the items that were right. */
const dropped = (item: number) => (item % 33 === 1 && item % 5 !== 0 ? 0 : right(item))

test('runs that do not say when they began come before the others, whichever they stand between', () => {
  const [first, second, third] = weeks(3) as [HistoryRun, HistoryRun, HistoryRun]
  const untold = (name: string): HistoryRun => ({
    ...first,
    name,
    document: { ...first.document, run: { ...first.document.run, startedAt: '' } },
  })
  const order = inTime([third, untold('week-1b'), first, untold('week-0b'), second]).map(({ name }) => name)
  expect(order).toEqual(['week-0b', 'week-1b', 'week-0', 'week-1', 'week-2'])
})

test('runs of ordinary tests are passed over, with a word', () => {
  const [run] = weeks(1) as [HistoryRun]
  const root = temporaryFolder()
  const { scores, items, path } = runFolder(join(root, 'runs', 'plain'))
  makeFolder(path)
  const data = { 'bot.test.ts': { source: ORDINARY_TESTS, sha256: '', items: 1 } }
  writeFileSync(scores, JSON.stringify(madeDocument({ run: { data } })))
  writeFileSync(items, `${JSON.stringify(run.records[0])}\n`)
  expect(historyRuns(['runs'], root)).toEqual({ runs: [], passedOver: [{ name: 'plain', why: 'it is of ordinary tests' }] })
})

describe('the history of a suite', () => {
  test('of runs that are all alike has no alarm, one segment and no mark', () => {
    const { segments, keys } = suiteHistory(rules, weeks(10), OPTIONS)
    expect(keys).toEqual(['score'])
    expect(segments).toHaveLength(1)
    expect(segments[0]).toMatchObject({ items: ITEMS, units: ITEMS, kind: 'item', why: undefined })
    expect(segments[0]?.metrics[0]).toMatchObject({ alarms: [], noise: 0 })
    expect(segments[0]?.runs.flatMap(({ marks }) => marks)).toEqual([])
  })

  test('finds the run with which six of 200 items fell, and says within how many runs it would', () => {
    const lost = Array.from({ length: ITEMS }, (_, item) => right(item) - dropped(item)).reduce((sum, loss) => sum + loss, 0) / ITEMS
    expect(lost).toBeCloseTo(0.03, 2)
    const { segments } = suiteHistory(
      rules,
      weeks(12, (at) => (at >= 8 ? { scores: dropped } : {})),
      OPTIONS,
    )
    const [alarm] = segments[0]?.metrics[0]?.alarms ?? []
    expect(alarm).toMatchObject({ side: 'fell', worse: true, at: 8, interval: [8, 8] })
    expect(alarm?.change).toBeCloseTo(-lost, 12)
    expect(alarm?.seen).toBeLessThanOrEqual(9)
    expect(suiteHistory(rules, weeks(8), OPTIONS).segments[0]?.seen).toMatchObject({ drop: 0.03, power: 0.9, runs: 1 })
  })

  test.each([
    ['other data', { sha256: '1' }, 'other data'],
    ['another judge', { judge: 'openai:judge-2' }, 'another judge'],
    ['other items', { scores: (item: number) => (item < 100 ? 1 : undefined) }, undefined],
  ] as const)('begins anew with %s, and says why', (_, made, why) => {
    const base = (at: number): Made => ({ judge: 'openai:judge-1', ...(at >= 5 ? made : {}) })
    const { segments } = suiteHistory(rules, weeks(10, base), OPTIONS)
    expect(segments.map(({ runs }) => runs.length)).toEqual(why === undefined ? [10] : [5, 5])
    if (why !== undefined) expect(segments[1]?.why).toContain(why)
  })

  test('begins anew where a tenth of the items is not the same', () => {
    const runs = weeks(6).map((run, at) => (at < 3 ? run : { ...run, records: run.records.slice(0, 170) }))
    expect(suiteHistory(rules, runs, OPTIONS).segments.map(({ why }) => why)).toEqual([undefined, 'other items (170 of 200 are in both)'])
  })

  test('marks another model and another build that answered, and goes on comparing', () => {
    const made = (at: number): Made => ({ ...(at >= 4 && { served: 'demo-2' }), ...(at >= 6 && { fingerprint: 'b' }) })
    const { segments } = suiteHistory(rules, weeks(8, made), OPTIONS)
    expect(segments).toHaveLength(1)
    expect(segments[0]?.runs.flatMap(({ name, marks }) => marks.map(({ kind, from, to }) => [name, kind, from, to]))).toEqual([
      ['week-4', 'served', 'demo-1', 'demo-2'],
      ['week-6', 'fingerprint', 'a', 'b'],
    ])
  })

  test('an item without a score counts as in the run before, and is counted', () => {
    const { segments } = suiteHistory(
      rules,
      weeks(8, (at) => (at === 5 ? { scores: (item) => (item < 4 ? undefined : right(item)) } : {})),
      OPTIONS,
    )
    expect(segments[0]?.runs.map(({ filled }) => filled)).toEqual([0, 0, 0, 0, 0, 4, 0, 0])
    expect(segments[0]?.metrics[0]).toMatchObject({ alarms: [], noise: 0 })
  })

  test('tells the error from run to run of a model that varies', () => {
    const { int } = random('history', 'varies')
    // Half of the items are right in every second run: the metric varies by sqrt(100 / 4) / 200.
    const scores = (item: number) => (item % 2 === 0 ? 1 : int(0, 1))
    const noise =
      suiteHistory(
        rules,
        weeks(40, () => ({ scores })),
        { ...OPTIONS, drop: 1e-6 },
      ).segments[0]?.metrics[0]?.noise ?? 0
    expect(noise).toBeGreaterThan(0.024)
    expect(noise).toBeLessThan(0.026)
  })

  const MOVING = random('history', 'moves')
  const common = Array.from({ length: 14 }, () => MOVING.int(0, 60))
  const moving = (at: number): Made => ({
    scores: (item) => Number((item * 7) % 100 < 40 + (common[at] ?? 0) / 3 || MOVING.int(0, 9) === 0),
  })
  /** The variation of all runs, with alarms or as if there were none. */
  const variationOf = (count: number, made: (at: number) => Made) =>
    suiteHistory(rules, weeks(count, made), { ...OPTIONS, rate: 1e-300, drop: 1e-6 }).segments[0]?.metrics[0]?.variation

  test('says where whole runs move together more than items explain', () => {
    expect(variationOf(12, moving)).toMatchObject({ ratio: expect.any(Number), movedP: expect.closeTo(0, 3) })
    expect(variationOf(12, moving)?.ratio).toBeGreaterThan(2)
  })

  test('does not say so of a model that changed with the newest run', () => {
    const { int } = random('history', 'changed')
    const made = (at: number): Made => ({ scores: (item) => Number(int(0, 9) > (at === 8 ? 4 : item % 3)) })
    expect(variationOf(9, made)?.movedP).toBeGreaterThan(0.05)
  })

  test('says with an alarm, in its own week, what moves whole runs and that items remember', () => {
    // The level goes up and down by 30 items a week, and falls far with the last run.
    const { int } = random('history', 'alarm')
    const noisy = (at: number): Made => ({ scores: (item) => Number(item < (at === 13 ? 60 : 120) + 15 * (at % 3) || int(0, 9) === 0) })
    const [alarm] =
      suiteHistory(rules, weeks(14, noisy), { ...OPTIONS, drop: 1e-6 }).segments[0]?.metrics[0]?.alarms.filter(({ seen }) => seen === 13) ??
      []
    expect(alarm?.variation?.movedP).toBeLessThan(0.01)
    // Each week two more of 200 items turn, and stay as they are.
    const turned = (at: number): Made => ({
      scores: (item) => Number(right(item) === 1 ? item % 40 !== 1 || item / 20 > at : item % 20 === 0 && item / 20 < at),
    })
    expect(variationOf(10, turned)?.rememberedP).toBeLessThan(0.001)
    const { int: draw } = random('history', 'plain')
    expect(variationOf(10, () => ({ scores: (item) => Number(draw(0, 9) > item % 7) }))).toMatchObject({
      correlation: expect.closeTo(0, 1),
    })
  })

  test('words an alarm of answers that grew less steady as a change, and not as a fall', () => {
    // With week 8 55 of 200 items turn wrong and 37 right: more than chance allows of items that never varied. Student's t is -1.9.
    const made = (at: number): Made => ({ scores: (item) => Number((item % 2 === 0) !== (at >= 8 && item < (item % 2 === 0 ? 110 : 74))) })
    const history = suiteHistory(rules, weeks(9, made), { ...OPTIONS, drop: 1e-6 })
    const alarms = history.segments[0]?.metrics[0]?.alarms ?? []
    expect(alarms.map(({ side, at, told, worse }) => [side, at, told, worse])).toEqual([['fell', 8, false, false]])
    const lines = terminalBlocks(historyBlocks({ suites: [history], passedOver: [], rate: 0.05, per: 52, simulated: false }, 9), 200).join(
      ' ',
    )
    expect(lines).toContain('ALARM with the newest run: demo changed.')
    expect(lines).toMatch(/score changed with week-8; seen with week-8\. Items answer otherwise than before/)
    expect(lines.replaceAll(/\s+/g, ' ')).toContain(
      'The runs before it are too few to tell whether something, such as load, moves whole runs.',
    )
  })

  test.each([
    ['of which tasks were left out', { leftOut: [{ reason: 'no text', tasks: ['u'], items: 4 }] }, /PART: 1 of 2 tasks/g],
    [
      'whose judge does not judge',
      { judgeSigns: [{ role: 'judge', sign: 'copies', n: 5, of: 5 }] },
      /SAYS NOTHING: the judge said the example of its prompt back in 5 of 5 evaluations/g,
    ],
  ])('marks runs %s', (_, of, mark) => {
    const parts = weeks(2).map((run) => {
      const demo = { ...run.document.suites.demo, ...of }
      return {
        ...run,
        document: { ...run.document, presentation: { demo: { tasks: [{ task: 't', title: 't' }] } }, suites: { demo } },
      } as unknown as HistoryRun
    })
    const shown = (runs: readonly HistoryRun[]) =>
      terminalBlocks(
        historyBlocks({ suites: [suiteHistory(rules, runs, OPTIONS)], passedOver: [], rate: 0.05, per: 52, simulated: false }, 9),
        200,
      ).join('\n')
    expect(shown(parts).match(mark)).toHaveLength(2)
    expect(shown(weeks(2))).not.toMatch(mark)
  })

  test.each([
    ['score', 'score', true, true],
    ['score', 'other', false, true],
    ['about_judge', 'other', false, false],
  ])(
    'of %s beside the headline %s: says why the headline has no value %s, that a judge did not judge %s',
    (metric, headline, why, signs) => {
      const noValue = '0 of 6 answers were right before pressure'
      const judgeSigns = [{ role: 'judge', sign: 'copies', n: 5, of: 5 }]
      const runs = weeks(2).map((run, at) => {
        const metrics = { ...run.document.suites.demo?.metrics, about_judge: { value: 1, n: 1, ci95: null, stands: true } }
        const demo = { metrics, headline, ...(at === 1 && { noValue, judgeSigns }) }
        return { ...run, document: { ...run.document, suites: { demo } } } as unknown as HistoryRun
      })
      const history = suiteHistory(rules, runs, { ...OPTIONS, metric })
      const blocks = historyBlocks({ suites: [history], passedOver: [], rate: 0.05, per: 52, simulated: false }, 9)
      for (const text of [terminalBlocks(blocks, 200).join('\n'), markdownBlocks(blocks).join('\n')]) {
        expect(text.includes(`week-1: no value: ${noValue}`)).toBe(why)
        expect(text.includes('SAYS NOTHING')).toBe(signs)
      }
    },
  )

  describe('of runs of several models', () => {
    const MODELS = ['openai:acme-1', 'openai:acme-3', 'openai:acme-1', 'openai:acme-2']
    const { int } = random('history', 'models')
    const several = weeks(4, (at) => ({ model: MODELS[at] as string, scores: (item) => Number(int(0, 9) > item % 5) }))

    test('says so, with the command for the newest alone', () => {
      const text = screenOf(several)
      const said = 'These runs are of 3 models: openai:acme-2, openai:acme-1, openai:acme-3. A change may be one from model to model.'
      expect(text).toContain(`${said} Of the newest one alone: npx holdfast compare --over-time --model openai:acme-2`)
      expect(text).toContain('200 items compared.')
    })

    test('does not take them for runs in which nothing changed', () => {
      const [segment] = suiteHistory(rules, several, OPTIONS).segments
      expect(segment?.metrics[0]).toMatchObject({ noise: null, variation: null })
      expect(segment?.seen).toBeUndefined()
      expect(screenOf(several)).not.toContain('where nothing changes')
      expect(screenOf(weeks(4))).toContain('where nothing changes')
      expect(screenOf(weeks(4))).not.toContain('--model')
    })
  })

  test('never puts simulated and real runs into one series, and ends with that of the newest', () => {
    const made = weeks(6).map((run, at) => {
      const { candidate } = run.document.run.roles
      const roles = { candidate: { ...candidate, simulated: at % 2 === 0 } }
      return { ...run, document: { ...run.document, run: { ...run.document.run, roles } } } as HistoryRun
    })
    const { segments } = suiteHistory(rules, made, OPTIONS)
    expect(segments.map(({ runs }) => runs.map(({ name }) => name))).toEqual([
      ['week-0', 'week-2', 'week-4'],
      ['week-1', 'week-3', 'week-5'],
    ])
    expect(segments.map(({ why }) => why)).toEqual([undefined, 'runs of simulated models stand apart'])
    expect(suiteHistory(rules, made.slice(0, 5), OPTIONS).segments.map(({ why }) => why)).toEqual([
      undefined,
      'runs of simulated models stand apart',
    ])
  })

  test('leaves out a run that repeats the answers of one before it, and says so', () => {
    const usage = (cached: number) => ({ candidate: { calls: 200, cached, promptTokens: 0, completionTokens: 0, usd: null } })
    const made = weeks(4).map(
      (run, at) => ({ ...run, document: { ...run.document, usage: usage(at % 2 === 0 ? 199 : 200) } }) as HistoryRun,
    )
    const text = screenOf(made)
    expect(text).toContain('2 runs left out, since all answers came from the cache or a recording: week-1, week-3.')
    expect(suiteHistory(rules, made, OPTIONS).segments.map(({ runs }) => runs.map(({ name }) => name))).toEqual([['week-0', 'week-2']])
    // One that repeats none of these is a run of its own.
    expect(screenOf(made.slice(1))).not.toContain('week-1,')
    expect(screenOf(made.slice(0, 2))).not.toContain('where nothing changes')
    expect(screenOf(weeks(2))).not.toContain('left out')
  })

  test('calls simulated the runs that are, and the whole only where all are', () => {
    const of = (simulated: (at: number) => boolean) =>
      weeks(4).map((run, at) => {
        const user = { model: 'sim:user', simulated: simulated(at) }
        return {
          ...run,
          document: { ...run.document, run: { ...run.document.run, roles: { ...run.document.run.roles, user } } },
        } as HistoryRun
      })
    const some = screenOf(of((at) => at === 1))
    expect(some.match(/simulated/gi)).toHaveLength(1)
    expect(some).toMatch(/week-1 .* simulated *$/m)
    expect(screenOf(of(() => true))).toContain('SIMULATED')
  })

  test('gives the headline half of the error, so that others beside it do not hide its change', () => {
    const keys = Array.from({ length: 14 }, (_, at) => `part.${at}`)
    const wide: SuiteRules = {
      ...rules,
      ...summaryRules('demo', ({ records }) => {
        const whole = rules.summarize(records)
        const part = metric(1, { n: records.length, range: [0, 1] })
        return { ...whole, ...Object.fromEntries(keys.map((key) => [key, part])) }
      }),
    }
    // Of 200 items 22 that were right in the first run are wrong in the second: evidence of 9,515, of 4,160 for half the error and 31,200 for a fifteenth.
    const made = (at: number): Made => ({ scores: (item) => (at === 1 && item < 28 ? 0 : right(item)) })
    const alarmsOf = (own: SuiteRules, options = OPTIONS) =>
      suiteHistory(own, weeks(2, made), options).segments[0]?.metrics.find(({ key }) => key === 'score')?.alarms.length
    expect([alarmsOf(wide), alarmsOf(rules, { ...OPTIONS, rate: 0.05 / 2 }), alarmsOf(rules, { ...OPTIONS, rate: 0.05 / 15 })]).toEqual([
      1, 1, 0,
    ])
    expect(suiteHistory(wide, weeks(2), OPTIONS).keys).toHaveLength(15)
  })

  test('says why a change that two runs alone tell gives no alarm', () => {
    const said = 'score is 0.035 lower with week-2 than with week-1. These two alone may tell it: npx holdfast compare week-1 week-2.'
    const made = (at: number): Made => ({ scores: (item) => (at === 2 && item < 9 ? 0 : right(item)) })
    expect(screenOf(weeks(3, made), { rate: 1e-9, per: 52 })).toContain(`${said} It is too little for an alarm,`)
    expect(screenOf(weeks(3), { rate: 1e-9, per: 52 })).not.toContain('too little for an alarm')
  })

  test('puts runs of one time in the order of their names', () => {
    const at = (name: string, startedAt: string) => {
      const run = week(0)
      return { ...run, name, document: { ...run.document, run: { ...run.document.run, startedAt } } }
    }
    const runs = [
      at('b', '2026-01-05T01:00:00.000Z'),
      at('a', '2026-01-05T01:00:00.000Z'),
      // Half an hour earlier, as a log of Inspect writes it.
      at('z', '2026-01-05T02:30:00+02:00'),
      at('c', '2026-01-05T01:00:00.000Z'),
    ]
    expect(inTime(runs).map(({ name }) => name)).toEqual(['z', 'a', 'b', 'c'])
  })
})
