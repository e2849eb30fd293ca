import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import '../matchers.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { blobPath } from '../../src/core/format/blobStore.ts'
import { type CallRecord, inOrder } from '../../src/core/format/records.ts'
import { runVitest } from '../run.ts'
import { runSuite } from '../runSuite.ts'
import { fixture, once, readCalls, readItems, readScores, runLifbench, temporaryFolder, unwrapped, type VitestRun } from './fixtureRun.ts'

const TASKS = { HOLDFAST_LIFBENCH_TASKS: 'LSI,OQ' }
/** Half of the items are damaged, so that equal scores are no accident. */
const DEGRADED = { ...TASKS, HOLDFAST_MODEL: 'sim:degraded?p=0.5' }

const first = once(() => runLifbench(DEGRADED))
/** The same within this process. */
const runHere = (options: HoldfastOptions) =>
  runSuite(lifbenchSuite, { limit: 2, ...options }, { HOLDFAST_LIFBENCH_LENGTHS: '4k', HOLDFAST_LIFBENCH_TASKS: 'LSI,OQ' })

describe.concurrent('the run folder', () => {
  test('holds a record for every item, as docs/formats.md, section 3 has it', async () => {
    const run = await first()
    expect(run.code).toBe(0)
    const items = readItems(run)
    expect(items.map(({ task }) => task).sort()).toEqual(['LSI', 'LSI', 'OQ', 'OQ'])
    for (const { item, tags, clusters, scores, threshold } of items) {
      expect(item).toMatch(/^(list-single_query_id|onedoc-qa)\/3\/\d+\/\d+$/)
      expect(Object.keys(tags).sort()).toEqual(['expression', 'length', 'scenario', 'variable'])
      expect(Object.keys(clusters ?? {}).sort()).toEqual(['context', 'template'])
      expect(scores.total).toBeGreaterThanOrEqual(0)
      expect(threshold).toBe(1)
    }
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['passed', 'failed']))
  })

  test('holds exactly one answer call for every item', async () => {
    const run = await first()
    const calls = readCalls(run)
    const ids = readItems(run).map(({ item }) => item)
    expect(calls.map(({ item }) => item).sort()).toEqual(ids.sort())
    for (const call of calls)
      expect(call).toMatchObject({ role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0, model: 'sim:degraded?p=0.5' })
  })

  test('holds every long text once, under its SHA-256', async () => {
    const run = await first()
    const files = readdirSync(run.folder.blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const { name, parentPath } of files) expect(sha256(readFileSync(join(parentPath, name), 'utf8'))).toBe(name)
    const segments = readCalls(run).flatMap(segmentsOf)
    expect(files.map(({ name }) => name).sort()).toEqual([...new Set(segments.map((segment) => segment.sha256))].sort())
    // Two items of one document share it: fewer contexts than calls.
    const contexts = segments.filter(({ name }) => name === 'context')
    expect(contexts.length).toBe(2)
    expect(new Set(contexts.map((context) => context.sha256)).size).toBe(1)
  })

  test('gives back each prompt, which ends with its instruction', async () => {
    const run = await first()
    for (const call of readCalls(run)) {
      const prompt = promptOf(call, run)
      expect(prompt.length).toBeGreaterThan(4000)
      const instruction = segmentsOf(call).find(({ name }) => name === 'instruction')
      if (instruction) expect(prompt.endsWith(readBlob(run, instruction.sha256))).toBe(true)
      expect(prompt.slice(-1500)).toMatch(/instruction: \S/i)
    }
  })

  test('has scores.json with the metric keys of docs/suites/lifbench.md, R17, R18, R19, S1, S3', async () => {
    const { run, suites, usage, exitCode } = readScores(await first())
    expect(run).toMatchObject({ seed: 0, partial: false, roles: { candidate: { model: 'sim:degraded?p=0.5', simulated: true } } })
    expect(run.data.lifbench).toMatchObject({ source: 'bundled', items: 60, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(Object.keys(run.roles)).toEqual(['candidate'])
    expect(suites.lifbench).toMatchObject({ items: 4, passed: 2, failed: 2, unscored: 0, error: 0, skipped: 0 })
    expect(Object.keys(suites.lifbench?.metrics ?? {}).sort()).toEqual(
      [
        ...['pass_rate', 'unscored_rate', 'cut_rate', 'ars.LSI', 'ars.OQ', 'ars.overall', 'ars.average', 'length.4k'],
        // No task of these two is about numbers or places; one length has no spread, and so no average of the three.
        ...['ifp.Ori', 'ifp.Fmt', 'ifp.Logit', 'ifp.Recog', 'ifs.expression', 'ifs.variable'],
        ...['task.LSI.length.4k', 'task.OQ.length.4k'],
        ...['content', 'strict'].flatMap((name) => ['LSI', 'OQ', 'overall', 'average'].map((part) => `${name}.${part}`)),
      ].sort(),
    )
    expect(usage.candidate).toMatchObject({ calls: 4, cached: 0, usd: null })
    expect(exitCode).toBe(0)
  })

  test('is pointed at by latest, under the root of the run', async () => {
    const { root, folder } = await first()
    const latest = join(root, 'reports', 'runs', 'latest')
    expect(resolve(dirname(latest), readlinkSync(latest))).toBe(folder.path)
  })

  test('is under reports/runs of the root, named by time and id, unless HOLDFAST_OUT names another', async () => {
    const root = temporaryFolder()
    const { code } = await runVitest(['--root', root, '--config', fixture('capitals', 'vitest.config.ts'), 'capitals.eval'])
    expect(code).toBe(0)
    const [name, latest, ...more] = readdirSync(join(root, 'reports', 'runs'))
    expect(name).toMatch(/^\d{4}-\d{2}-\d{2}T\d{4}-[a-z]+-\d{4}$/)
    expect([latest, more]).toEqual(['latest', []])
    expect(readdirSync(join(root, 'reports', 'runs', 'latest')).sort()).toEqual([
      'calls.jsonl',
      'data',
      'index.html',
      'items.jsonl',
      'report.md',
      'run.json',
      'scores.json',
    ])
  })

  test('is refused when it is a project: nothing of it is written over or removed', async () => {
    const out = temporaryFolder()
    mkdirSync(join(out, 'data'))
    const files = ['index.html', 'report.md', 'run.json', join('data', 'run-job.js')]
    for (const file of files) writeFileSync(join(out, file), 'mine')
    const { code, text } = await runLifbench({ HOLDFAST_OUT: out })
    expect(code).toBe(1)
    expect(unwrapped(text)).toContain(`Failed to use ${out} as run folder: it holds "data", which is no file of a run.`)
    for (const file of files) expect(readFileSync(join(out, file), 'utf8')).toBe('mine')
    expect(readdirSync(out, { recursive: true })).toHaveLength(files.length + 1)
  })
})

describe.concurrent('the items of a run', () => {
  test('of a smaller limit are among those of a larger one, from the same data', async () => {
    const [one, two] = await Promise.all([runHere({ limit: 1 }), first()])
    const ids = one.records.map(({ item }) => item)
    expect(ids).toHaveLength(2)
    expect(readItems(two).map(({ item }) => item)).toEqual(expect.arrayContaining(ids))
    expect(one.concluded.document.run.data).toEqual(readScores(two).run.data)
  })

  test('are others under another seed', async () => {
    const other = await runHere({ seed: 1 })
    expect(other.plan.data.sha256).not.toBe(readScores(await first()).run.data.lifbench?.sha256)
  })

  test('are counted once whatever the trials, with a record for each', async () => {
    const { records, calls, concluded } = await runHere({ model: DEGRADED.HOLDFAST_MODEL, trials: 2 })
    const once = readItems(await first()).map(({ item }) => item)
    expect(concluded.document.exitCode).toBe(0)
    const { metrics, ...counts } = readScores(await first()).suites.lifbench ?? expect.unreachable('it has no scores')
    // An item of a simulated model passes in both trials or in none: at least once, always, and on the whole.
    const rate = expect.objectContaining({ value: metrics.pass_rate?.value, n: counts.items })
    const ofTrials = { 'pass@1': rate, 'pass@2': rate, 'pass^1': rate, 'pass^2': rate }
    expect(concluded.document.suites.lifbench).toEqual({ ...counts, metrics: { ...metrics, ...ofTrials } })
    expect(concluded.document.usage.candidate?.calls).toBe(8)
    const trials = records.map(({ item, trial }) => `${item} ${trial}`)
    expect(trials.sort()).toEqual(once.flatMap((item) => [`${item} 0`, `${item} 1`]).sort())
    expect(calls.map(({ key: { item, trial } }) => `${item} ${trial}`).sort()).toEqual(trials)
  })
})

describe.concurrent('a replayed run', () => {
  test('has the same scores', async () => {
    const original = await first()
    const replayed = await runHere({ model: `replay:${original.folder.calls}` })
    expect(replayed.concluded.reasons).toEqual([])
    expect(replayed.concluded.document.suites).toEqual(readScores(original).suites)
    expect(inOrder(replayed.records)).toEqual(inOrder(readItems(original)))
  })

  test('has an error that names the key of a call that is missing', async () => {
    const original = await first()
    const lines = readFileSync(original.folder.calls, 'utf8').trimEnd().split('\n')
    const { item } = JSON.parse(lines[0] ?? '') as CallRecord
    const cut = join(temporaryFolder(), 'calls.jsonl')
    writeFileSync(cut, lines.slice(1).join('\n'))
    const { records, concluded } = await runHere({ model: `replay:${cut}` })
    const key = `suite=lifbench item=${item} role=candidate call=answer trial=0 ask=0 vote=0`
    expect(concluded.document.exitCode).toBe(1)
    const failed = records.filter(({ status }) => status === 'error')
    expect(failed).toEqual([expect.objectContaining({ item, scores: {}, error: expect.stringContaining(`no record of ${key}`) })])
  })
})

function segmentsOf(call: CallRecord) {
  return (call.messagesRef ?? []).flatMap(({ segments }) => segments)
}

function promptOf(call: CallRecord, run: VitestRun): string {
  const inline = (call.messages ?? []).map(({ content }) => content)
  return [...inline, ...segmentsOf(call).map(({ sha256: hash }) => readBlob(run, hash))].join('')
}

function readBlob({ folder }: VitestRun, hash: string): string {
  return readFileSync(blobPath(folder.blobs, hash), 'utf8')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
