import { describe, expect, test } from 'vitest'
import { nearest } from '../../src/core/base/text/nearest.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { besideOf } from '../../src/core/format/figureBeside.ts'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { isScored } from '../../src/core/stats/summary/combineTrials.ts'
import { plainMetrics } from '../../src/core/stats/summary/metric.ts'
import { itemSums, withoutItems } from '../../src/core/stats/withoutItems.ts'
import { loadSuites } from '../catalogue.ts'
import { metricsOf, once } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { isLong } from '../shared.ts'

const SUITES = await loadSuites()

// Three items a task: intervals as wide as they come. Of LIFBench the two shortest lengths; in the long run all by default.
const options = {
  votes: 2,
  model: 'sim:degraded?p=0.3',
  judge: 'sim:judge?noise=0.2',
  limit: 3,
  ...(!isLong && { suites: { lifbench: { lengths: '4k,8k' } } }),
}
/** Options that give more figures. */
const MORE: HoldfastOptions['suites'] = {
  'fb-bench': { control: true },
  refutebench: { validity: true, fitness: true, immediate: true, clarity: 'mixed' },
}

/** Figures that no verdict has a part in, by suite. */
const BY_PROGRAM: Readonly<Record<string, RegExp>> = {
  kieval: /^(level\..+\.)?accuracy$|^dropped$/,
  'fb-bench': /undecided$/,
  refutebench: /(^|\.)(length_ratio|unchanged|distance)$|^focus\.|^refuter\.(words|courteous)$/,
}
/** Figures that tell of the judge, of a user who is played, or of replies before anybody judges them. */
const OF_THE_JUDGE =
  /^(judge\.|user\.|unscored_rate|cut_rate|tie_rate|first_bias|kappa\.agreement|judge_agreement|refused)|(^|\.)(null_rate|unparsable_rate|agreement)(\.|$)/

const RUNS = SUITES.map((suite) => ({
  name: suite.name,
  suite,
  run: once(() => runSuite(suite, suite.name === 'lifbench' ? options : { ...options, suites: { [suite.name]: MORE[suite.name] ?? {} } })),
}))

/** What another scored item of the task has. */
function scoresOfAnother(records: readonly ItemRecord[], { item, task }: ItemRecord): Partial<ItemRecord> {
  const other = records.findLast((record) => record.task === task && record.item !== item && isScored(record))
  return other ? { scores: other.scores, status: other.status } : {}
}

describe.each(RUNS)('$name', ({ name, suite, run }) => {
  test('says of every figure what it is: its name, its range, which way it is good', async () => {
    const metrics = Object.entries(metricsOf(await run()))
    expect(metrics.length).toBeGreaterThan(0)
    for (const [key, { label, range, better }] of metrics) {
      expect(label, key).not.toBe(key)
      // A key that leaked into a name: no name in words has a dot or an underscore.
      expect(label?.replace(/\d\.\d/g, ''), key).toMatch(/^[^._]+$/)
      expect(range, key).toHaveLength(2)
      expect(better, key).toMatch(/^(?:higher|lower|none)$/)
    }
    const labels = metrics.map(([, { label }]) => label)
    expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
  })

  test('has in a test the figures that scores.json has', async () => {
    const outcome = await run()
    const plain = Object.entries(outcome.plain ?? {}).map(([key, own]) => [key, own.value])
    expect(plain).toEqual(Object.entries(metricsOf(outcome)).map(([key, own]) => [key, own.value]))
    expect(plain.length).toBeGreaterThan(0)
  })

  test('has figures about the judge, or about replies alone, that stand where the judge does not judge', async () => {
    for (const [key, { stands = false }] of Object.entries(metricsOf(await run())))
      expect(stands, key).toBe(OF_THE_JUDGE.test(key) || (BY_PROGRAM[name]?.test(key) ?? false))
  })

  test('has no figure and no interval beyond what the metric can be', async () => {
    const { records } = await run()
    const open = Object.entries((await suite.rules()).summarize(records)).flatMap(([key, figure]) => (figure.open ? [key] : []))
    for (const [key, { value, ci95, range: [low, high] = [null, null] }] of Object.entries(metricsOf(await run()))) {
      for (const figure of [value, ...(ci95 ?? [])]) {
        expect(figure, key).toBeGreaterThanOrEqual(low ?? Number.NEGATIVE_INFINITY)
        // Where the rules of a figure let it exceed its scale, its interval does so with it.
        const exceeds = open.includes(key) && value > (high ?? Number.POSITIVE_INFINITY)
        expect(figure, key).toBeLessThanOrEqual(exceeds ? Number.POSITIVE_INFINITY : (high ?? Number.POSITIVE_INFINITY))
      }
    }
  })

  test('rests each figure on items, which are no more than ran, and says so at each point of its pictures', async () => {
    const { records, concluded } = await run()
    const metrics = metricsOf(await run())
    const { items = 0 } = concluded.document.suites[name] ?? {}
    for (const [key, { n, common }] of Object.entries(metrics)) if (!common) expect(n, key).toBeLessThanOrEqual(items)
    const pictures = suite.view?.pictures?.({ metrics, base: undefined, records }) ?? []
    const marks = pictures.flatMap((picture) => [...(picture?.html ?? '').matchAll(/<title>([^<]*)<\/title>/g)].map(([, text]) => text))
    // A mark of a single item, which a scatter has, rests on that.
    for (const text of marks)
      if (!records.some(({ item }) => text?.startsWith(`${item}:`))) expect(text).toMatch(/, (?:n )?\d[\d,]*(?: items?)?$/)
  })

  test('has the same figures without some items as over the rest', async () => {
    const [{ records }, rules] = [await run(), await suite.rules()]
    const figures = rules.summarize(records)
    const without = withoutItems(figures, records)
    // Of another figure an interval would cost a summary for each item.
    const sought = Object.entries(figures).filter(([, { ci95, interval, value }]) => !ci95 && interval !== false && Number.isFinite(value))
    expect(sought.map(([key]) => key).filter((key) => !without(new Set())[key])).toEqual([])
    const items = [...new Set(records.map(({ item }) => item))]
    for (const some of [[], items.slice(0, 1), items.filter((_, at) => at % 3 === 1), items.filter((_, at) => at % 7 > 0)]) {
      const rest = rules.summarize(records.filter(({ item }) => !some.includes(item)))
      for (const [key, { value }] of Object.entries(without(new Set(records.filter(({ item }) => some.includes(item))))))
        if (!Number.isNaN(value) && !Number.isNaN(rest[key]?.value ?? Number.NaN))
          expect({ key, value: rest[key]?.value }).toEqual({ key, value: expect.closeTo(value, 9) })
    }
  })

  test('has the same figures with other scores of some items as over all of them', async () => {
    const [{ records }, rules] = [await run(), await suite.rules()]
    const others = records.filter((_, at) => at % 5 === 2).map((record) => ({ ...record, ...scoresOfAnother(records, record) }))
    const known = itemSums(rules.summarize(records), records).withOthers(new Map(others.map((record) => [record.item, [record]])))
    const instead = new Map(others.map((record) => [record.item, record]))
    const figures = rules.summarize(records.map((record) => instead.get(record.item) ?? record))
    expect(others.length).toBeGreaterThan(0)
    for (const [key, { value }] of Object.entries(known))
      expect({ key, value: figures[key]?.value }).toEqual({ key, value: Number.isNaN(value) ? value : expect.closeTo(value, 9) })
  })

  test('says before the first item what its figures are, as it does afterwards', async () => {
    const outcome = await run()
    const planned = (await suite.rules()).planned(outcome.records)
    for (const [key, { label, range = [null, null], better = 'higher' }] of Object.entries(plainMetrics(planned))) {
      const now = metricsOf(outcome)[key]
      if (now) expect({ label: now.label, range: now.range, better: now.better }, key).toEqual({ label, range, better })
    }
    expect(Object.keys(planned)).toContain(outcome.concluded.document.suites[name]?.headline)
    // A plan takes a gate on a figure that is not planned, and nearly called like one that is, for a slip.
    const keys = Object.keys(metricsOf(outcome)).filter((key) => !Object.hasOwn(planned, key) && !besideOf(key, planned))
    expect(keys.filter((key) => nearest(key, Object.keys(planned)) !== undefined)).toEqual([])
  })

  test('says what it is, and by which figure it is read first', async () => {
    const { presentation, suites } = (await run()).concluded.document
    const { about, headline } = presentation?.[name] ?? {}
    expect(about?.question).toMatch(/\?$/)
    expect(about?.good).toMatch(/better/)
    // A published figure stands beside one of the items that ran.
    expect(about?.good).not.toMatch(/official (?!\w+, which are others than the bundled ones\.)/)
    expect(headline?.unit).toMatch(/^[a-z ]+$/)
    expect(headline?.key).toBe(suites[name]?.headline)
    // One metric has one name and one scale, whichever screen it stands on.
    expect(suites[name]?.metrics[headline?.key ?? '']).toMatchObject({ label: headline?.label, range: headline?.range })
  })
})
