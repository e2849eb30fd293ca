import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runFolder } from '../../src/core/format/runFolder.ts'
import type { Finished } from '../run.ts'
import { once, temporaryFolder, unwrapped } from './fixtureRun.ts'
import { gatesOf, holdfast, type MarksOptions, runMarks } from './marksRun.ts'
import { DEMO, NOTE, rootWith, times } from './totalsRuns.ts'

const demo = once(() => rootWith(DEMO))
const compare = (...args: string[]) => holdfast(['compare', ...args], demo())

const worse = once(() => compare('good', 'half'))
/** The row of a suite in the table of the terminal: its headline metric. */
const rowOf = ({ stdout }: Finished, suite: string) => stdout.split('\n').find((line) => line.startsWith(` ${suite} `))

describe.concurrent('two runs compared', () => {
  test('show both figures, the change, its interval and the verdict', async () => {
    const run = await worse()
    expect([run.code, run.stderr]).toEqual([0, NOTE])
    expect(rowOf(run, 'demo')).toMatch(/^ demo +0 to 1 +40 +1\.000 +0\.750 +-0\.250 +-0\.338 to -0\.137 +worse$/)
    expect(run.stdout).toContain(' A  good  openai:demo\n B  half  openai:demo\n')
    expect(run.stdout).toContain(' demo: score\n   40 items, all paired: ')
  })

  test('count the items that changed', async () =>
    expect((await worse()).stdout).toContain(': 20 newly failing, 0 fixed, 20 passed in both\n'))

  test('the other way round are better', async () =>
    expect(rowOf(await compare('half', 'good'), 'demo')).toMatch(/ 0\.750 +1\.000 +\+0\.250 +\+0\.137 to \+0\.338 +better$/))

  test('that are alike have the same figure', async () => {
    // Of 40 items z² / (40 + z²) may change all the same.
    expect(rowOf(await compare('half', 'half'), 'demo')).toMatch(/ 0\.750 +0\.750 +0\.000 +-0\.088 to \+0\.088 +same figure$/)
  })

  test('that differ on other items cannot be told apart', async () => {
    // 10 items lost half and 10 gained it: a change of 0 is no sign of anything.
    expect(rowOf(await compare('half', 'other'), 'demo')).toMatch(/ 0\.000 +-0\.\d{3} to \+0\.\d{3} +same figure$/)
  })

  test('that differ a little say what these items could tell', async () => {
    const root = rootWith({ one: DEMO.good, two: { totals: { demo: [0.5, ...times(39, 1)] } } })
    const run = await holdfast(['compare', 'one', 'two', '--change', '0.1'], root)
    expect(rowOf(run, 'demo')).toMatch(/cannot tell$/)
    // The error of one item of 40 is 0.0125, and nearly all that tells it: with 2.107 degrees of freedom Student's quantile is
    // about 4.1, and (4.1 + 1.2816) * 0.0125 = 0.067. A change of 0.1 is over that, so that fewer items will do.
    const [, from, items] =
      /a change of (0\.\d{3}) would be told in 9 of 10 runs; to tell 0\.1 takes about (\d+) items\./.exec(unwrapped(run.stdout)) ?? []
    expect(Number(from)).toBeGreaterThan(0.065)
    expect(Number(from)).toBeLessThan(0.069)
    expect(Number(items)).toBeLessThan(40)
    expect(Number(items)).toBeGreaterThan(20)
  })

  test('refuse a change of no size', async () => {
    const run = await compare('good', 'half', '--change', '0')
    expect([run.code, run.stdout]).toEqual([2, ''])
    expect(run.stderr).toContain('expected a number above 0.')
  })

  describe('that lost everything', () => {
    const lost = once(() =>
      holdfast(['compare', 'one', 'two', '--fail-on', 'worse'], rootWith({ one: DEMO.good, two: { totals: { demo: times(40, 0) } } })),
    )

    test('show the change', async () => expect(rowOf(await lost(), 'demo')).toMatch(/ 1\.000 +0\.000 +-1\.000 /))

    test('are worse', async () => expect(rowOf(await lost(), 'demo')).toMatch(/worse$/))

    test('fail on worse', async () => expect((await lost()).code).toBe(1))
  })

  test('are paired by item, and say how many are in one alone', async () => {
    const root = rootWith({ one: { totals: { demo: times(5, 1) } }, two: { totals: { demo: times(3, 1), more: [1] } } })
    const run = await holdfast(['compare', 'one', 'two'], root)
    expect(run.stdout).toContain('   3 items, 2 only in A, 1 only in B: ')
  })

  test('on other data say that they are not alike', async () => {
    const root = rootWith({ one: DEMO.good, two: { ...DEMO.half, sha256: 'f'.repeat(64) } })
    const text = unwrapped((await holdfast(['compare', 'one', 'two'], root)).stdout)
    expect(text).toContain('NOT ALIKE: made with other data (000000000000, now ffffffffffff)')
    expect(text).toContain('worse')
  })

  test('on other data hold no --fail-on, whatever their figures, and become no baseline by it', async () => {
    const root = rootWith({ one: DEMO.half, two: { ...DEMO.good, sha256: 'f'.repeat(64) } })
    const { code, stdout } = await holdfast(['compare', 'one', 'two', '--fail-on', 'worse', '--keep', 'main'], root)
    expect([code, stdout]).toEqual([1, expect.stringContaining('not comparable in demo')])
    expect(existsSync(join(root, 'reports', 'baselines'))).toBe(false)
  })

  test('of which one has no figure in a suite hold no --fail-on, though others are well', async () => {
    const root = rootWith({ one: { totals: { demo: times(8, 1) } }, two: { totals: { demo: times(8, 1) } } })
    const endings = { one: { status: 'passed', scores: { total: 1 } }, two: { status: 'unscored', scores: {}, reason: 'no verdict' } }
    for (const [name, ending] of Object.entries(endings)) {
      const { items } = runFolder(join(root, 'reports', 'runs', name))
      const more = [0, 1].map((at) => ({ suite: 'extra', item: `e/${at}`, task: 'e', trial: 0, tags: {}, ...ending }))
      appendFileSync(items, more.map((record) => `${JSON.stringify(record)}\n`).join(''))
    }
    const { code, stdout } = await holdfast(['compare', 'one', 'two', '--fail-on', 'worse'], root)
    expect([code, stdout]).toEqual([1, expect.stringContaining('no value: in B all 2 items are unscored')])
  })

  test('of simulated models say so', async () => {
    const root = rootWith({ one: { ...DEMO.good, model: 'sim:oracle' }, two: DEMO.half })
    const { stdout } = await holdfast(['compare', 'one', 'two'], root)
    expect(stdout).toContain(' A  one  sim:oracle, simulated\n')
    expect(stdout).toContain(' SIMULATED: ')
    expect((await worse()).stdout).not.toContain('SIMULATED')
  })

  test('fit into 80 columns', async () => {
    const root = rootWith({
      one: { totals: { north: times(8, 1), south: times(8, 1) } },
      two: { totals: { north: [0.5, ...times(7, 1)], south: [0.5, ...times(7, 1)] } },
    })
    const { stdout } = await holdfast(['compare', 'one', 'two'], root)
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })
})

describe.concurrent('--fail-on worse', () => {
  test('exits 1 for a worse metric, with the same text', async () => {
    const run = await compare('good', 'half', '--fail-on', 'worse')
    expect(run.code).toBe(1)
    expect(run.stdout).toBe((await worse()).stdout)
  })

  test.each([
    ['half', 'good'],
    ['half', 'half'],
    ['half', 'other'],
  ])('exits 0 for %s and %s', async (one, other) => expect(await compare(one, other, '--fail-on', 'worse')).toMatchObject({ code: 0 }))

  test('takes nothing else', async () =>
    expect(await compare('good', 'half', '--fail-on', 'better')).toMatchObject({ code: 2, stdout: '' }))

  test.each([
    ['--fail-on', 'worse'],
    ['--change', '0.02'],
  ])('is not passed over in silence for more than two runs: %s %s', async (...option) => {
    const run = await compare('good', 'half', 'low', ...option)
    expect([run.code, run.stdout]).toEqual([2, ''])
    expect(run.stderr).toContain(`${option[0]} is about two runs, A and B.`)
  })
})

describe.concurrent('three runs and more', () => {
  test('are ranked from good to bad', async () => {
    const { code, stdout } = await compare('low', 'good', 'half')
    expect(code).toBe(0)
    expect(stdout).toContain(' demo\n By score. ')
    const rows = stdout
      .split('\n')
      .flatMap((line) => [/^ openai:demo, (\w+) +(\d(?: to \d)?) +(\d\.\d{3}) +40 +0\.0$/.exec(line)?.slice(1) ?? []])
    expect(rows.filter((row) => row.length > 0)).toEqual([
      ['good', '1', '1.000'],
      ['half', '2', '0.750'],
      // (10 * 0.25 + 10 * 0.5) / 40
      ['low', '3', '0.188'],
    ])
  })

  test('share places where they cannot be told apart', async () => {
    const { rankings } = JSON.parse((await compare('other', 'half', 'good', '--json')).stdout)
    expect(rankings).toHaveLength(1)
    const places = rankings[0].runs.map(({ name, from, to }: { name: string; from: number; to: number }) => [name, from, to])
    expect(places[0]).toEqual(['good', 1, 1])
    expect(places.slice(1).sort()).toEqual([
      ['half', 2, 3],
      ['other', 2, 3],
    ])
  })

  test('of several tasks are ranked by the score of all', async () => {
    const both = (one: number, two: number) => ({ totals: { one: times(10, one), two: [0.5, ...times(9, two)] } })
    const root = rootWith({ a: both(1, 0.5), b: both(0, 1), c: both(0.5, 0.5) })
    expect((await holdfast(['compare', 'a', 'b', 'c'], root)).stdout).toContain('By score. ')
  })

  test('are ranked by the metric that is asked for', async () => {
    const run = (one: number, two: number) => ({ totals: { one: [0.75, ...times(9, one)], two: [0.25, ...times(9, two)] } })
    const root = rootWith({ a: run(1, 0), b: run(0, 1), c: run(0.5, 0.5) })
    const { stdout } = await holdfast(['compare', 'a', 'b', 'c', '--metric', 'score.one'], root)
    expect(stdout).toMatch(/ By (?:score\.)?one\. /)
    expect([...stdout.matchAll(/^ openai:demo, ([abc]) +\d(?: to \d)? /gm)].map(([, name]) => name)).toEqual(['a', 'c', 'b'])
  })
})

describe.concurrent('--metric', () => {
  test('tests that metric alone', async () => {
    const root = rootWith({
      one: { totals: { north: times(8, 1), south: times(8, 1) } },
      two: { totals: { north: [0.5, ...times(7, 1)], south: [...times(4, 0), ...times(4, 1)] } },
    })
    const { suites } = JSON.parse((await holdfast(['compare', 'one', 'two', '--metric', 'score.south', '--json'], root)).stdout)
    expect(suites[0].metrics.map(({ key }: { key: string }) => key)).toEqual(['score.south'])
  })

  describe('of a name that there is not', () => {
    test('is refused with a near name', async () => {
      const run = await compare('good', 'half', '--metric', 'scroe', '--fail-on', 'worse')
      expect(run.code).not.toBe(0)
      expect(run.stderr).toContain('score')
    })

    test('is refused for three runs too', async () => {
      const run = await compare('good', 'half', 'low', '--metric', 'scroe')
      expect(run.code).not.toBe(0)
      expect(run.stdout).not.toContain('NaN')
    })
  })
})

describe.concurrent('what is compared', () => {
  test('may be latest, a baseline, a name, a folder and an items.jsonl', async () => {
    const root = rootWith(DEMO)
    expect(await holdfast(['compare', 'half', '--keep', 'main'], root)).toMatchObject({ code: 0 })
    const figures = async (one: string, other: string) => {
      const { stdout, stderr } = await holdfast(['compare', one, other, '--json'], root)
      expect(stderr).toBe(NOTE)
      const [metric] = JSON.parse(stdout).suites[0].metrics
      return [metric.a, metric.b]
    }
    const runs = join(root, 'reports', 'runs')
    // Low is the last one written.
    expect(await figures('main', 'latest')).toEqual([0.75, 0.1875])
    expect(await figures(join(runs, 'good'), 'half')).toEqual([1, 0.75])
    expect(await figures(join(runs, 'good', 'items.jsonl'), 'main')).toEqual([1, 0.75])
  })

  test('may be two runs of Vitest', async () => {
    const first = await runMarks({ env: { HOLDFAST_MODEL: 'sim:oracle' } })
    expect(await holdfast(['compare', 'latest', '--keep', 'main'], first.root)).toMatchObject({ code: 0 })
    await runMarks({ root: first.root, marks: 'north-1=2,west=0' })
    const { code, stdout } = await holdfast(['compare', 'main', 'latest', '--flipped'], first.root)
    expect(code).toBe(0)
    expect(stdout).toContain(' A  main    sim:oracle, simulated\n')
    // (12 - 0.5 - 4) / 12
    expect(rowOf({ code, stdout, stderr: '' }, 'marks')).toMatch(/ 1\.000 +0\.625 +-0\.375 /)
    expect(stdout).toContain(': 5 newly failing, 0 fixed, 7 passed in both\n')
    expect(stdout).toMatch(/passed in A only\n {5}north-1\n {5}west-1\n {5}west-2\n {5}west-3\n {5}west-4\n/)
  })

  test('is refused where there is no such run', async () => {
    const run = await compare('good', 'kestrel')
    expect([run.code, run.stdout]).toEqual([2, ''])
    expect(run.stderr).toMatch(
      /^Failed to find the run "kestrel": there is none here, nor in \S+\/runs\. The last runs here: half, low, other; \d+ more\.\n$/,
    )
  })

  test('is refused where nothing ran yet', async () => {
    const run = await holdfast(['compare', 'main', 'latest'], temporaryFolder())
    expect(run.code).toBe(2)
    expect(run.stderr).toContain('Run a suite first.')
  })

  test('is refused for one run', async () => {
    const run = await compare('good')
    expect([run.code, run.stdout]).toEqual([2, ''])
    expect(run.stderr).toBe('Failed to compare: one run. Name two or more, for instance main latest.\n')
  })

  test('is refused for runs of different suites', async () => {
    const root = rootWith({ one: DEMO.good, two: { ...DEMO.good, suite: 'another' } })
    const run = await holdfast(['compare', 'one', 'two'], root)
    expect([run.code, run.stdout]).toEqual([1, ''])
    expect(run.stderr).toBe('Failed to compare one, two: they have no suite in common. Name runs of one suite.\n')
  })

  test('is refused for runs of different items', async () => {
    const root = rootWith({ one: DEMO.good, two: { totals: { elsewhere: [1, 1] } } })
    const run = await holdfast(['compare', 'one', 'two'], root)
    expect([run.code, run.stdout]).toEqual([1, ''])
    expect(run.stderr).toBe(`${NOTE}Failed to compare one and two: no item is scored in both. Compare runs of the same items.\n`)
  })

  test('is refused with file and line where a record is broken', async () => {
    const root = rootWith(DEMO)
    const { items } = runFolder(join(root, 'reports', 'runs', 'half'))
    const lines = readFileSync(items, 'utf8').split('\n')
    writeFileSync(items, [...lines.slice(0, 2), '{"suite":"demo"', ...lines.slice(3)].join('\n'))
    const run = await holdfast(['compare', 'good', 'half'], root)
    expect(run.code).toBe(1)
    expect(run.stderr).toContain(`${join('half', 'items.jsonl')}, line 3`)
  })
})

describe.concurrent('a bundled suite', () => {
  const judged = (judge: string, more: Pick<MarksOptions, 'root' | 'gates'> = {}) =>
    runMarks({ project: 'certified', args: ['llmbar.eval'], env: { HOLDFAST_LIMIT: '3', HOLDFAST_JUDGE: judge }, ...more })
  const runs = once(async () => {
    const good = await judged('sim:judge')
    expect(await holdfast(['compare', 'latest', '--keep', 'main'], good.root)).toMatchObject({ code: 0 })
    const gates = { baseline: 'main', llmbar: { 'accuracy.average': { maxDrop: 100 } }, allowSimulated: true }
    const noisy = await judged('sim:judge?noise=0.3', { root: good.root, gates })
    for (const [name, run] of Object.entries({ good, noisy }))
      cpSync(run.folder.path, join(good.root, 'reports', 'runs', name), { recursive: true })
    return { root: good.root, noisy }
  })
  const root = async () => (await runs()).root
  const keys = ({ stdout }: Finished): string[] => JSON.parse(stdout).suites[0].metrics.map(({ key }: { key: string }) => key)

  test('is compared by its headline metrics, and by all with --all', async () => {
    const headline = keys(await holdfast(['compare', 'good', 'noisy', '--json'], await root()))
    const all = keys(await holdfast(['compare', 'good', 'noisy', '--json', '--all'], await root()))
    expect(headline).toContain('accuracy.average')
    expect(headline).not.toContain('null_rate')
    expect(all).toEqual(expect.arrayContaining([...headline, 'null_rate', 'first_bias']))
  })

  // In llmbar the judge is the model under test: comparing two of them is what it is for.
  test('whose judge is what is measured is not called unlike for it', async () => {
    const { stdout } = await holdfast(['compare', 'good', 'noisy'], await root())
    expect(stdout).not.toContain('NOT ALIKE')
    expect(stdout).toMatch(/^ B {2}noisy {2}sim:judge\?noise=0\.3/m)
    expect(gatesOf((await runs()).noisy)).toEqual(['llmbar accuracy.average maxDrop 100 held'])
  })
})
