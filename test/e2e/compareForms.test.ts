import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { once, temporaryFolder } from './fixtureRun.ts'
import { holdfast } from './marksRun.ts'
import { DEMO, NOTE, rootWith, times } from './totalsRuns.ts'

const demo = once(() => rootWith(DEMO))
const compare = (...args: string[]) => holdfast(['compare', ...args], demo())

describe.concurrent('--flipped', () => {
  const section = (stdout: string, title: string) => {
    const lines = stdout.split('\n')
    const from = lines.indexOf(`   ${title}`) + 1
    const to = lines.indexOf('', from)
    return from === 0 ? undefined : lines.slice(from, to).map((line) => line.trim())
  }

  test('lists the items with full marks in one run alone', async () => {
    const { stdout } = await compare('half', 'other', '--flipped')
    expect(section(stdout, 'newly failing, passed in A only')).toEqual(Array.from({ length: 10 }, (_, index) => `demo/${index + 20}`))
    expect(section(stdout, 'fixed, passed in B only')).toEqual(Array.from({ length: 10 }, (_, index) => `demo/${index}`))
  })

  test('lists fifty of a kind, and says where the rest are', async () => {
    const root = rootWith({ one: { totals: { demo: times(64, 1) } }, two: { totals: { demo: [...times(60, 0.5), ...times(4, 1)] } } })
    const listed = section((await holdfast(['compare', 'one', 'two', '--flipped'], root)).stdout, 'newly failing, passed in A only')
    expect(listed).toHaveLength(51)
    expect(listed?.at(-1)).toBe('… 10 more: --json has all')
  })

  test('is what is left out without it', async () => expect((await compare('half', 'other')).stdout).not.toContain('demo/20'))
})

describe.concurrent('--json', () => {
  test('is one document with every figure and every flipped item', async () => {
    const { code, stdout, stderr } = await compare('good', 'half', '--json')
    expect([code, stderr]).toEqual([0, NOTE])
    const { a, b, suites } = JSON.parse(stdout)
    expect([a, b]).toEqual([
      { name: 'good', model: 'openai:demo' },
      { name: 'half', model: 'openai:demo' },
    ])
    expect(suites).toHaveLength(1)
    expect(suites[0]).toMatchObject({ suite: 'demo', paired: 40, onlyA: 0, onlyB: 0, gained: [] })
    expect(suites[0].lost).toHaveLength(20)
    const [metric, ...others] = suites[0].metrics
    expect(others).toEqual([])
    expect(metric).toMatchObject({ key: 'score', a: 1, b: 0.75, change: -0.25, verdict: 'worse', n: 40, level: 0.05, needed: null })
    expect(metric.se).toBeCloseTo(Math.sqrt(0.0625 / 39), 10)
    expect(metric.df).toBeCloseTo(39, 9)
    expect(metric.detectable).toBeCloseTo((2.022691 + 1.281552) * Math.sqrt(0.0625 / 39), 6)
    // t is 6.245 with 39 degrees of freedom, p 2.5e-7; the interval is longer towards 0.
    expect(metric.p).toBeGreaterThan(1e-7)
    expect(metric.p).toBeLessThan(0.001)
    expect(suites[0].fullMarks).toEqual({ onlyA: 20, onlyB: 0, both: 20, neither: 0 })
  })

  test('goes to a file with --out, and then nothing to stdout', async () => {
    const file = join(temporaryFolder(), 'comparison.json')
    expect(await compare('good', 'half', '--json', '--out', file)).toEqual({ code: 0, stdout: '', stderr: NOTE })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('suites')
  })
})

/** Cells of a markdown row: what stands between pipes that are not escaped. */
const cellsOf = (row: string) =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())
const tableOf = (stdout: string) => stdout.split('\n').filter((line) => line.startsWith('|'))

describe.concurrent('--markdown', () => {
  const HOSTILE = 'a | b](http://evil) <img src=x onerror=alert(1)> `c` **d** @team #1'
  const hostile = once(() =>
    rootWith({
      'one|two': { totals: { [HOSTILE]: times(8, 1), plain: times(8, 1) }, model: `openai:${HOSTILE}` },
      three: { totals: { [HOSTILE]: [0.5, ...times(7, 1)], plain: times(8, 1) } },
      four: { totals: { [HOSTILE]: times(8, 0.5), plain: times(8, 1) } },
    }),
  )

  test('is a table with a row for each suite', async () => {
    const { code, stdout } = await compare('good', 'half', '--markdown')
    expect(code).toBe(0)
    expect(stdout).toContain('### demo: score\n\n40 items, all paired: 20 newly failing, 0 fixed, 20 passed in both\n')
    expect(tableOf(stdout).map(cellsOf)).toEqual([
      ['', 'run', 'model'],
      ['---', '---', '---'],
      ['A', 'good', 'openai:demo'],
      ['B', 'half', 'openai:demo'],
      ['suite', 'scale', 'n', 'A', 'B', 'B - A', '95 % interval', 'verdict', 'newly failing', 'fixed'],
      ['---', '---', '---:', '---:', '---:', '---:', '---', '---', '---:', '---:'],
      ['demo', '0 to 1', '40', '1.000', '0.750', '-0.250', '-0.338 to -0.137', 'worse', '20', '0'],
    ])
  })

  test('has names that cannot break out of their cell or be read as markup', async () => {
    const { stdout } = await holdfast(['compare', 'one|two', 'three', '--markdown', '--all'], hostile())
    const rows = tableOf(stdout)
    // The runs, the suite, and its other two metrics.
    expect(rows.map((row) => cellsOf(row).length)).toEqual([3, 3, 3, 3, 10, 10, 10, 7, 7, 7, 7])
    expect(stdout).not.toMatch(/(?<!\\)[<`@]|(?<!\\)\*\*d|(?<!\\)\]\(/)
    expect(rows[2]).toBe(
      '| A | one\\|two | openai:a \\| b\\](http:\u200b//evil) \\<img src=x onerror=alert(1)\\> \\`c\\` \\*\\*d\\*\\* \\@\u200bteam \\#\u200b1 |',
    )
  })

  test('of a ranking has names that cannot break out of their cell', async () => {
    const { stdout } = await holdfast(['compare', 'one|two', 'three', 'four', '--markdown'], hostile())
    const rows = tableOf(stdout).map(cellsOf)
    // Places and scores have a row of dashes under their heading and three runs each; then come the items.
    expect(rows.slice(0, 5).map((row) => row.length)).toEqual([6, 6, 6, 6, 6])
    expect(stdout).not.toMatch(/(?<!\\)</)
  })

  test('has a suite name that cannot be read as markup', async () => {
    const suite = '<img src=x>'
    const root = rootWith({ one: { ...DEMO.good, suite }, two: { ...DEMO.half, suite } })
    const { stdout } = await holdfast(['compare', 'one', 'two', '--markdown'], root)
    expect(stdout).not.toMatch(/(?<!\\)</)
  })
})
