import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { runFolder } from '../../src/core/format/runFolder.ts'
import { scoresDocument } from '../../src/core/format/scoresDocument.ts'
import { baselineFiles, readItemRecords } from '../../src/deciding/baseline/baseline.ts'
import { occurrences, once, readItems, readScores, temporaryFolder, unwrapped, type VitestRun } from './fixtureRun.ts'
import { gatesOf, holdfast, type MarksOptions, rootWithBaseline, runMarks } from './marksRun.ts'

// Of twelve items, four a task: north-1 has half its marks, south-2 none. Mean (12 - 0.5 - 1) / 12.
const BASE = { marks: 'north-1=2,south-2=0' }
const root = once(() => rootWithBaseline(BASE))

// Since then north-2 to north-4 lost half and west-2 too, and south-2 gained all: mean (12 - 4 * 0.5 - 0.5) / 12.
const NOW = 'north=2,west-2=2'
const drop = (maxDrop: number, more: object = {}) => ({ baseline: 'main', marks: { score: { maxDrop, ...more } } })
const inRoot = async (options: MarksOptions) => runMarks({ ...options, root: await root() })

const within = once(() => inRoot({ marks: NOW, gates: drop(0.084) }))
const beyond = once(() => inRoot({ marks: NOW, gates: drop(0.05) }))

describe.concurrent('a baseline', () => {
  const made = once(async () => {
    const run = await runMarks({ marks: NOW })
    return { run, finished: await holdfast(['baseline', 'release-1.0'], run.root) }
  })

  test('is two files, named on stdout alone, of the latest run', async () => {
    const { run, finished } = await made()
    expect(finished).toEqual({
      code: 0,
      stdout: 'reports/baselines/release-1.0.json\nreports/baselines/release-1.0.items.jsonl\n',
      stderr: '',
    })
    const files = baselineFiles(run.root, 'release-1.0')
    expect(JSON.parse(readFileSync(files.scores, 'utf8'))).toEqual(readScores(run))
  })

  test('keeps what items are compared by, and not the texts of models', async () => {
    const { run } = await made()
    const kept = readItemRecords(baselineFiles(run.root, 'release-1.0').items)
    const texts = readFileSync(baselineFiles(run.root, 'release-1.0').items, 'utf8')
    expect(readItems(run).some(({ reason }) => reason?.includes('received'))).toBe(true)
    expect(texts).not.toContain('received')
    expect(kept.map(({ item, status, scores }) => [item, status, scores.total])).toEqual(
      readItems(run).map(({ item, status, scores }) => [item, status, scores.total]),
    )
  })

  test('of the same name is replaced', async () => {
    const first = await runMarks({ marks: 'all=0' })
    const second = await runMarks({ root: first.root })
    for (const { folder } of [first, second])
      expect(await holdfast(['baseline', 'main', folder.path], first.root)).toMatchObject({ code: 0 })
    const files = baselineFiles(first.root, 'main')
    expect(scoresDocument.parse(JSON.parse(readFileSync(files.scores, 'utf8'))).suites.marks?.passed).toBe(12)
    expect(readItemRecords(files.items).filter(({ status }) => status === 'passed')).toHaveLength(12)
  })
})

describe.concurrent('a baseline is not made', () => {
  /** A copy of a run whose scores.json has something else. */
  async function changed(change: (run: object) => object): Promise<string> {
    const folder = runFolder(join(temporaryFolder(), 'run'))
    cpSync((await within()).folder.path, folder.path, { recursive: true })
    const document = JSON.parse(readFileSync(folder.scores, 'utf8'))
    writeFileSync(folder.scores, JSON.stringify({ ...document, run: change(document.run) }))
    return folder.path
  }

  test('of a partial run', async () => {
    const folder = await changed((run) => ({ ...run, partial: true }))
    const root = temporaryFolder()
    const finished = await holdfast(['baseline', 'main', folder], root)
    expect(finished.code).toBe(2)
    expect(finished.stderr).toBe(`Failed to write the baseline main: ${folder} is partial. Name a complete run.\n`)
    expect(existsSync(join(root, 'reports', 'baselines'))).toBe(false)
  })

  test('of a run that did not finish', async () => {
    const folder = await changed((run) => run)
    rmSync(runFolder(folder).scores)
    expect((await holdfast(['baseline', 'main', folder], temporaryFolder())).stderr).toContain('is not finished. Name a complete run.')
  })

  test('of one part of a sharded run', async () => {
    const folder = await changed((run) => ({ ...run, shard: '1/2' }))
    expect(await holdfast(['baseline', 'main', folder], temporaryFolder())).toMatchObject({ code: 2 })
  })

  test('of a run that there is not', async () => {
    const finished = await holdfast(['baseline', 'main', 'kestrel'], temporaryFolder())
    expect(finished.code).toBe(2)
    expect(finished.stderr).toContain('Failed to find the run "kestrel"')
  })

  test.each(['../main', 'a b', ''])('under the name %j', async (name) => {
    const finished = await holdfast(['baseline', name, (await within()).folder.path], temporaryFolder())
    expect(finished.code).toBe(2)
    expect(finished.stderr).toContain(`Failed to write the baseline ${JSON.stringify(name)}: use letters, digits, dots, hyphens.`)
  })
})

describe.concurrent('a drop', () => {
  test('within maxDrop holds, with both figures and the change in scores.json', async () => {
    const run = await within()
    expect(run.code, run.text).toBe(0)
    const [gate] = readScores(run).gates
    expect(gate).toMatchObject({ metric: 'marks score', rule: 'maxDrop 0.084', verdict: 'held' })
    expect([gate?.base, gate?.value, gate?.change].map((value) => value?.toFixed(6))).toEqual(['0.875000', '0.791667', '-0.083333'])
  })

  test('within maxDrop stands in the table of gates', async () => {
    expect((await within()).stdout).toMatch(
      / gates against baseline main\n\n metric +now +base +change +95 % interval +rule +verdict\n marks score +0\.792 of 1 +0\.875 +-0\.083 +-0\.\d{3} to \+0\.\d{3} +maxDrop +held\n +0\.084\n/,
    )
  })

  test('beyond maxDrop is broken, and says which tasks made it and how many items changed', async () => {
    const run = await beyond()
    expect(run.code, run.text).toBe(1)
    // South got better by 0.083 and is no cause.
    expect(unwrapped(run.stdout)).toContain(
      'BROKEN marks score: fell by 0.083, allowed 0.05. Of that north 0.125, west 0.042. 4 items lost full marks, 1 gained them',
    )
    expect(unwrapped(run.stdout)).toContain('exit 1: 1 of 1 rule broken.')
  })

  test('beyond maxDrop says so in report.md too', async () => {
    const report = readFileSync((await beyond()).folder.markdown, 'utf8')
    expect(report).toContain('| marks score | 0.792 | 0.875 | −0.083 |')
    expect(report).toContain('- broken marks score: fell by 0.083, allowed 0.05. Of that north 0.125, west 0.042.')
  })

  test('puts the items first that passed in the baseline', async () => {
    const { stdout, folder } = await within()
    expect(stdout).toContain(' 4 of them passed in the baseline; those come first.')
    const examples = [...stdout.matchAll(/^ x (\S+)/gm)].map(([, item]) => item)
    // north-1 comes before north-2 in the run, but did not pass before.
    expect(examples).toEqual(['north-2', 'west-2'])
    const listed = [...readFileSync(folder.markdown, 'utf8').matchAll(/^- ([a-z]+-\d(?:, [a-z]+-\d)*)( \(passed in the baseline\))?:/gm)]
    expect(listed.flatMap(([, items = '', mark]) => items.split(', ').map((item) => [item, mark !== undefined]))).toEqual([
      ['north-2', true],
      ['north-3', true],
      ['north-4', true],
      ['west-2', true],
      ['north-1', false],
    ])
  })

  test('is measured on the items that both runs have', async () => {
    // One item a task, whichever: those of north have half their marks in this baseline, all others all.
    const half = await rootWithBaseline({ marks: 'north=2' })
    const run = await runMarks({ root: half, gates: drop(0), env: { HOLDFAST_LIMIT: '1' } })
    expect(run.code, run.text).toBe(0)
    const [gate] = readScores(run).gates
    expect([gate?.base, gate?.value, gate?.change].map((value) => value?.toFixed(6))).toEqual(['0.833333', '1.000000', '0.166667'])
  })

  test('from a baseline without that suite says so, and does not blame the data', async () => {
    const run = await inRoot({ gates: { baseline: 'main', second: { score: { maxDrop: 0.1 } } }, args: ['second.eval'] })
    expect(run.code).toBe(1)
    expect(unwrapped(run.stdout)).toContain('the baseline main has no score of second')
    expect(run.text).not.toContain('other data')
  })
})

// All that is compared is in src/deciding/baseline/baseline.test.ts.
describe.concurrent('a baseline is refused by name', () => {
  /** A run is refused: the rule is broken whatever the figures, with one sentence that says why. */
  function expectRefused(run: VitestRun, why: string): void {
    expect(run.code, run.text).toBe(1)
    expect(unwrapped(run.stdout)).toContain(`the baseline main was made with ${why}`)
    expect(occurrences(unwrapped(run.stdout), 'was made with')).toBe(1)
    expect(readScores(run).gates.map(({ verdict }) => verdict)).toEqual(['broken'])
    expect(readFileSync(run.folder.markdown, 'utf8')).toContain('was made with')
  }

  test('for other data', async () => {
    const run = await inRoot({ gates: drop(1), env: { EDITION: 'second' } })
    const now = readScores(run).run.data.marks?.sha256.slice(0, 12)
    const base = scoresDocument.parse(JSON.parse(readFileSync(baselineFiles(run.root, 'main').scores, 'utf8')))
    expectRefused(run, `other data (${base.run.data.marks?.sha256.slice(0, 12)}, now ${now})`)
  })

  const llmbar = { project: 'certified', args: ['llmbar.eval'], env: { HOLDFAST_LIMIT: '1', HOLDFAST_JUDGE: 'sim:judge' } }
  const rule = { baseline: 'main', llmbar: { null_rate: { maxDrop: 1 } }, allowSimulated: true }
  const compared = once(() => rootWithBaseline(llmbar))

  test('for other options', async () => {
    const env = { ...llmbar.env, HOLDFAST_LLMBAR_STRATEGY: 'CoT', HOLDFAST_LLMBAR_STRICT: '1' }
    expectRefused(await runMarks({ ...llmbar, root: await compared(), gates: rule, env }), 'other options of llmbar (strategy, strict)')
  })

  // In llmbar the judge is the model under test, as the candidate is elsewhere: a baseline must be able to measure another one.
  test('but not for another judge where the judge is what is measured', async () => {
    const env = { ...llmbar.env, HOLDFAST_JUDGE: 'sim:judge?noise=0.1' }
    const run = await runMarks({ ...llmbar, root: await compared(), gates: rule, env })
    expect(gatesOf(run)).toEqual(['llmbar null_rate maxDrop 1 held'])
  })
})

test('the checkout itself has no baseline, and its configuration no gates', () => {
  expect(existsSync(join(packageRoot, 'reports', 'baselines', 'main.json'))).toBe(false)
  expect(readFileSync(join(packageRoot, 'vitest.config.ts'), 'utf8')).not.toContain('gates')
})
