import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { readItemRecords, runFolder } from '../../src/core/format/runFolder.ts'
import { scoresDocument } from '../../src/core/format/scoresDocument.ts'
import { baselineFiles } from '../../src/deciding/baseline/baseline.ts'
import { occurrences, once, readItems, readScores, temporaryFolder, unwrapped } from './fixtureRun.ts'
import { holdfast, type MarksOptions, rootWithBaseline, runMarks } from './marksRun.ts'

// Of twelve items, four a task: north-1 has half its marks, south-2 none. Mean (12 - 0.5 - 1) / 12.
const BASE = { marks: 'north-1=2,south-2=0' }
const root = once(() => rootWithBaseline(BASE))

// Since then north-2 to north-4 lost half and west-2 too, and south-2 gained all: mean (12 - 4 * 0.5 - 0.5) / 12.
const NOW = 'north=2,west-2=2'
const drop = (maxDrop: number, more: object = {}) => ({ baseline: 'main', marks: { score: { maxDrop, ...more } } })
const inRoot = async (options: MarksOptions) => runMarks({ ...options, root: await root() })

const within = once(() => inRoot({ marks: NOW, gates: drop(0.084) }))
const beyond = once(() => inRoot({ marks: NOW, gates: drop(0.05, { decide: 'value' }) }))

// What a baseline holds, and which runs make none, is in src/deciding/baseline/baseline.test.ts.
describe.concurrent('a baseline', () => {
  test('is two files, named on stdout alone', async () => {
    const run = await within()
    const finished = await holdfast(['compare', run.folder.path, '--keep', 'release-1.0'], run.root)
    expect(finished).toEqual({
      code: 0,
      stdout: 'reports/baselines/release-1.0.json\nreports/baselines/release-1.0.items.jsonl\n',
      // Whether the run beside it has ended by then is a matter of time.
      stderr: expect.stringMatching(
        /^(?:chosen of \d runs that asked this candidate anew: if it was chosen for its figure, an unchanged model looks worse\. Keep the mean of them: npx holdfast compare <run> <run>… --over-time --keep release-1\.0\n)?$/,
      ),
    })
    const again = await holdfast(['compare', run.folder.path, '--keep', 'release-1.0'], run.root)
    expect(again.stderr).toMatch(
      /^it takes the place of the baseline release-1\.0 of run [a-z]+-\d{4}, module:\S+, 12 items, and has 12 items\n/m,
    )
    const kept = readItemRecords(baselineFiles(run.root, 'release-1.0').items)
    expect(kept).toHaveLength(12)
    expect(readFileSync(baselineFiles(run.root, 'main').items, 'utf8')).not.toContain('received')
    expect(readItems(run).some(({ reason }) => reason?.includes('received'))).toBe(true)
  })

  test.each([
    [{ partial: true, incomplete: { ran: 1 } }, 'is incomplete. Name a complete run.'],
    [{ shard: '1/2' }, 'is shard 1/2 of a run. Name a complete run.'],
  ])('is not made of a run that is %j', async (change, why) => {
    const folder = runFolder(join(temporaryFolder(), 'run'))
    cpSync((await within()).folder.path, folder.path, { recursive: true })
    const document = JSON.parse(readFileSync(folder.scores, 'utf8'))
    writeFileSync(folder.scores, JSON.stringify({ ...document, run: { ...document.run, ...change } }))
    const root = temporaryFolder()
    const { code, stderr } = await holdfast(['compare', folder.path, '--keep', 'main'], root)
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Failed to write the baseline main: ${folder.path} ${why}`)])
    expect(existsSync(join(root, 'reports', 'baselines'))).toBe(false)
  })
})

test('a run that is kept is not told of gates that are broken since they had no baseline to go by', async () => {
  const folder = runFolder(join(temporaryFolder(), 'run'))
  cpSync((await within()).folder.path, folder.path, { recursive: true })
  const document = JSON.parse(readFileSync(folder.scores, 'utf8'))
  const [gate] = document.gates
  const kept = async (...gates: object[]) => {
    writeFileSync(folder.scores, JSON.stringify({ ...document, gates: gates.map((own) => ({ ...gate, verdict: 'broken', ...own })) }))
    return (await holdfast(['compare', folder.path, '--keep', 'main'], temporaryFolder())).stderr
  }
  const without = { base: undefined, change: undefined, because: 'there is no baseline main yet' }
  const least = { ...without, kind: 'min', rule: 'min 0.9', because: undefined }
  expect(await kept(without, { ...least, verdict: 'held' })).not.toContain('broken')
  expect(await kept(without, least)).toContain('1 of 2 gates of it is broken: drops are measured from there now')
  expect(await kept({}, least)).toContain('2 of 2 gates of it are broken')
})

test('parts of no suite that gates are about decide nothing, exit 1', async () => {
  const { folder, root } = await within()
  const merged = (gates: object) =>
    holdfast(['merge', folder.path, '--json'], root, { HOLDFAST_GATES: JSON.stringify({ allowSimulated: true, ...gates }) })
  const about = { score: { min: 0 } }
  expect(await merged({ other: about })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no gate was checked: they are about other, which no part ran'),
  })
  const both = await merged({ other: about, marks: about })
  expect(both.stderr).not.toContain('no gate was checked')
  // As in a run without the other suite: it is named, and decides nothing.
  expect(JSON.parse(both.stdout).gates.map(({ suite, verdict }: { suite: string; verdict: string }) => [suite, verdict])).toEqual([
    ['other', 'pending'],
    ['marks', 'held'],
  ])
})

describe.concurrent('a drop', () => {
  test('within maxDrop holds, with both figures and the change in scores.json', async () => {
    const run = await within()
    expect(run.code, run.text).toBe(0)
    expect(run.stdout).toContain('exit 0: complete, all gates held.')
    const [gate] = readScores(run).gates
    expect(gate).toMatchObject({ metric: 'marks score', rule: 'maxDrop 0.084', verdict: 'held' })
    expect([gate?.base, gate?.value, gate?.change].map((value) => value?.toFixed(6))).toEqual(['0.875000', '0.791667', '-0.083333'])
  })

  test('within maxDrop stands in the table of gates', async () => {
    expect((await within()).stdout).toMatch(
      / gates against baseline main\n\n metric +n +now +base +change +95 % interval +bound +verdict\n marks score +\d+ +0\.792 of 1 +0\.875 +-0\.083 +-0\.\d{3} to \+0\.\d{3} +maxDrop +held\n +0\.084\n/,
    )
  })

  test('beyond maxDrop is broken, and says which tasks made it and how many items changed', async () => {
    const run = await beyond()
    expect(run.code, run.text).toBe(1)
    // South got better by 0.083 and is no cause.
    expect(unwrapped(run.stdout)).toContain(
      'BROKEN marks score: fell by 0.083, allowed 0.05. Of that north 0.125, west 0.042. 4 items lost full marks, 1 gained them. Its interval holds the gate: chance alone may have done this',
    )
    expect(unwrapped(run.stdout)).toContain('exit 1: 1 of 1 gate broken.')
  })

  test('beyond maxDrop that twelve items cannot tell from no change is undecided, and no failure', async () => {
    const run = await inRoot({ marks: NOW, gates: drop(0.05) })
    expect(run.code, run.text).toBe(0)
    expect(readScores(run).gates).toMatchObject([{ rule: 'maxDrop 0.05', way: 'worse', verdict: 'undecided', pairs: 12 }])
    expect(unwrapped(run.stdout)).toMatch(/shows marks score maxDrop 0\.05: these 12 pairs show a fall of 0\.\d{3} in 4 of 5 runs/)
    expect(run.stdout).toContain('exit 0: complete, all gates held but 1 undecided.')
  })

  test('beyond maxDrop says so in report.md too', async () => {
    const report = readFileSync((await beyond()).folder.markdown, 'utf8')
    expect(report).toContain('| marks score | 12 | 0.792 of 1 | 0.875 | -0.083 |')
    expect(report).toContain('- BROKEN: marks score: fell by 0.083, allowed 0.05. Of that north 0.125, west 0.042.')
  })

  test('puts the items first that passed in the baseline', async () => {
    const { stdout, folder } = await within()
    expect(stdout).toContain(' 4 of them passed in the baseline; those come first.')
    const examples = [...stdout.matchAll(/^ x (\S+)/gm)].map(([, item]) => item)
    // north-1 comes before north-2 in the run, but did not pass before.
    expect(examples).toEqual(['north-2', 'west-2', 'north-3'])
    expect(readFileSync(folder.markdown, 'utf8')).toMatch(/^\|.*\| north-2\b[^|]*; west-2\b[^|]*; north-3\b[^|]*\|$/m)
  })
})

// All that is compared is in src/deciding/baseline/baseline.test.ts.
test('a drop is measured on the items that both runs have', async () => {
  const run = await inRoot({ gates: drop(0), env: { HOLDFAST_LIMIT: '1' } })
  const items = readItems(run).map(({ item }) => item)
  const all = readItemRecords(baselineFiles(run.root, 'main').items)
  const totals = all.flatMap(({ item, scores }) => (items.includes(item) ? [scores.total ?? Number.NaN] : []))
  const base = totals.reduce((sum, total) => sum + total, 0) / 3
  const [gate] = readScores(run).gates
  expect([run.code, items.length, totals.length], run.text).toEqual([0, 3, 3])
  expect(gate).toMatchObject({ base: expect.closeTo(base, 9), value: 1, change: expect.closeTo(1 - base, 9) })
  // All twelve items of the baseline have another mean.
  expect(base).not.toBeCloseTo(0.875, 3)
})

test.each(['items', 'scores'] as const)(
  'of a baseline whose %s cannot be read the rule is broken, and nothing else of a paid run is lost',
  async (kind) => {
    const root = await rootWithBaseline(BASE)
    const file = baselineFiles(root, 'main')[kind]
    writeFileSync(file, `<<<<<<< HEAD\n${readFileSync(file, 'utf8')}`)
    const run = await runMarks({ marks: NOW, gates: drop(0.084), root })
    expect(run.code).toBe(1)
    expect(unwrapped(run.text)).toContain(`Failed to read ${file}`)
    expect(run.text).not.toContain('Unhandled')
    expect(readScores(run)).toMatchObject({ suites: { marks: { items: 12 } }, gates: [{ verdict: 'broken' }] })
    expect(existsSync(run.folder.page)).toBe(true)
  },
)

test('a baseline of other data is refused by name: the rule is broken whatever the figures, with one sentence that says why', async () => {
  const run = await inRoot({ gates: drop(1), env: { EDITION: 'second' } })
  const now = readScores(run).run.data.marks?.sha256.slice(0, 12)
  const base = scoresDocument.parse(JSON.parse(readFileSync(baselineFiles(run.root, 'main').scores, 'utf8')))
  expect(run.code, run.text).toBe(1)
  expect(unwrapped(run.stdout)).toContain(
    `the baseline main was made with other data (${base.run.data.marks?.sha256.slice(0, 12)}, now ${now})`,
  )
  // Before the first call, and with the gate.
  expect(occurrences(unwrapped(run.stdout), 'was made with')).toBe(2)
  expect(readScores(run).gates.map(({ verdict }) => verdict)).toEqual(['broken'])
  expect(readFileSync(run.folder.markdown, 'utf8')).toContain('was made with')
})

test('the checkout itself has no baseline, and its configuration no gates', () => {
  expect(existsSync(join(packageRoot, 'reports', 'baselines', 'main.json'))).toBe(false)
  expect(readFileSync(join(packageRoot, 'vitest.config.ts'), 'utf8')).not.toContain('gates')
})
