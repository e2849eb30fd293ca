import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { readItemRecords, runFolder } from '../../src/core/format/runFolder.ts'
import { type ScoresDocument, scoresDocument } from '../../src/core/format/scoresDocument.ts'
import { Limiter } from '../../src/models/limiter.ts'
import { type Finished, run } from '../run.ts'
import { once, temporaryFolder, unwrapped } from './fixtureRun.ts'
import {
  below,
  commonEnv,
  filledEnv,
  indentOf,
  mapOf,
  shards,
  type WorkflowStep,
  workflowLines,
  workflowSteps,
  workflowText,
} from './workflow.ts'

const steps = workflowSteps.filter(({ commands }) => commands !== '')
const step = (job: string, part: string) => {
  const found = steps.filter((entry) => entry.job === job && entry.commands.includes(part))
  expect(found).toHaveLength(1)
  return found[0] as WorkflowStep
}

/** A test waits for what others began. */

// Each has processes of its own: more than two at once only wait for each other.
const limiter = new Limiter(2)

/** Runs a step as a runner would: `bash -e`, expressions filled in; the model is simulated, and little of the suite runs. */
function perform(
  given: Pick<WorkflowStep, 'commands' | 'env'>,
  cwd: string,
  expressions: Readonly<Record<string, string>>,
  more: Record<string, string>,
): Promise<Finished> {
  const gates = { ...JSON.parse(commonEnv.HOLDFAST_GATES ?? ''), allowSimulated: true }
  return limiter.run(() =>
    run('bash', ['-e', '-c', given.commands], {
      cwd,
      env: { ...filledEnv(given, expressions), HOLDFAST_GATES: JSON.stringify(gates), ...more },
    }),
  )
}

// The parts run in the checkout itself, for whose owner the latest run is to stay the latest.
const latest = join(packageRoot, 'reports', 'runs', 'latest')
const linked = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
const before = linked(latest) ? readlinkSync(latest) : undefined
afterAll(() => {
  if (linked(latest)) rmSync(latest)
  if (before !== undefined) symlinkSync(before, latest, 'dir')
})

/** Little of the suite, in which every part still has items. */
const LITTLE = { HOLDFAST_LIMIT: '2', HOLDFAST_LIFBENCH_LENGTHS: '4k', HOLDFAST_CACHE: 'off' }

/** Runs the four parts, each in a process of its own and as on a machine of its own: a folder for its run and its summary. */
async function runParts(model: string): Promise<{ machine: string; finished: Finished }[]> {
  return Promise.all(
    shards.map(async (shard) => {
      const machine = temporaryFolder()
      const finished = await perform(
        step('run', 'vitest'),
        packageRoot,
        { 'matrix.shard': shard, 'strategy.job-total': '4', 'secrets.OPENAI_API_KEY': 'sk-none' },
        {
          ...LITTLE,
          HOLDFAST_MODEL: model,
          HOLDFAST_OUT: join(machine, 'part'),
          GITHUB_STEP_SUMMARY: join(machine, 'summary.md'),
          GITHUB_ACTIONS: 'true',
          CI: 'true',
        },
      )
      return { machine, finished }
    }),
  )
}

/** A checkout for the job that merges: its packages and the parts as downloaded. */
async function mergeRoot(parts: Promise<{ machine: string }[]>): Promise<string> {
  const root = temporaryFolder()
  symlinkSync(join(packageRoot, 'node_modules'), join(root, 'node_modules'), 'dir')
  for (const [index, { machine }] of (await parts).entries())
    cpSync(join(machine, 'part'), join(root, 'parts', `holdfast-${shards[index]}`), { recursive: true })
  return root
}

const inMerge = (root: string, part: string) =>
  perform(step('gates', part), root, {}, { HOLDFAST_MODEL: 'sim:oracle', GITHUB_STEP_SUMMARY: join(root, 'summary.md') })
const scoresIn = (folder: string): ScoresDocument => scoresDocument.parse(JSON.parse(readFileSync(runFolder(folder).scores, 'utf8')))

const good = once(() => runParts('sim:oracle'))
/** Merged without a baseline in the repository; the merged run then becomes it, as the last comment of the workflow has it. */
const first = once(async () => {
  const root = await mergeRoot(good())
  const finished = await inMerge(root, 'holdfast merge')
  const report = await inMerge(root, 'compare')
  const baseline = await perform({ env: {}, commands: 'npx holdfast compare merged --keep main' }, root, {}, {})
  return { root, finished, report, baseline }
})
/** A later run of the same repository. */
async function later(parts: Promise<{ machine: string }[]>): Promise<string> {
  const root = await mergeRoot(parts)
  mkdirSync(join(root, 'reports'), { recursive: true })
  cpSync(join((await first()).root, 'reports', 'baselines'), join(root, 'reports', 'baselines'), { recursive: true })
  return root
}

describe('the workflow', () => {
  test('is read as it is written', () => {
    expect(steps.map(({ job, commands }) => [job, commands.split(' ').slice(0, 3).join(' ').split('\n')[0]])).toEqual([
      ['run', 'npm ci'],
      ['run', 'npx vitest run'],
      ['gates', 'npm ci'],
      ['gates', 'npx holdfast merge'],
      ['gates', 'cat reports/runs/merged/report.md >>'],
      ['gates', 'npx holdfast comment'],
    ])
    expect(shards).toEqual(['1', '2', '3', '4'])
    expect(step('run', 'vitest').env).toEqual({
      OPENAI_API_KEY: `\${{ secrets.OPENAI_API_KEY }}`,
      HOLDFAST_SHARD: `\${{ matrix.shard }}/\${{ strategy.job-total }}`,
      HOLDFAST_OUT: 'reports/runs/part',
    })
    expect(Object.keys(commonEnv)).toEqual(['HOLDFAST_MODEL', 'HOLDFAST_GRACE', 'HOLDFAST_GATES'])
  })

  test('uploads the folder that the part writes, also when it fails', () => {
    const upload = below(workflowLines.findIndex((line) => line.includes('name: Keep the part')))
    expect(upload.map((line) => line.trim())).toEqual(
      expect.arrayContaining([
        'if: always()',
        expect.stringMatching(/^uses: actions\/upload-artifact@[0-9a-f]{40} # v4/),
        `path: ${step('run', 'vitest').env.HOLDFAST_OUT}`,
      ]),
    )
    expect(workflowText).toContain('pattern: holdfast-*')
    expect(workflowText).toContain(`name: holdfast-\${{ matrix.shard }}`)
  })

  test('merges in a job that waits for the parts and runs where one failed', () => {
    expect(mapOf(below(workflowLines.indexOf('  gates:')).filter((line) => indentOf(line) === 4))).toMatchObject({
      needs: 'run',
      if: `\${{ !cancelled() && needs.run.result != 'skipped' }}`,
    })
    expect(workflowText).toContain('fail-fast: false')
  })
})

describe.concurrent('the parts', () => {
  test('run one shard each, complete, with pending gates', async () => {
    for (const [index, { machine, finished }] of (await good()).entries()) {
      expect(finished.code, finished.stdout + finished.stderr).toBe(0)
      const { run, gates } = scoresIn(join(machine, 'part'))
      expect(run).toMatchObject({ shard: `${index + 1}/4`, partial: false })
      expect(gates.map(({ rule, verdict }) => `${rule} ${verdict}`)).toEqual(['min 0.7 pending', 'maxDrop 0.02 pending'])
    }
  })

  test('share the items out among them', async () => {
    const items = (await good()).map(({ machine }) => readItemRecords(runFolder(join(machine, 'part')).items).map(({ item }) => item))
    // Two of each of the eleven tasks.
    expect(new Set(items.flat()).size).toBe(22)
    expect(items.flat()).toHaveLength(22)
  })

  test('append their report to the summary of their job, and annotate nothing', async () => {
    for (const { machine, finished } of await good()) {
      expect(readFileSync(join(machine, 'summary.md'), 'utf8')).toBe(readFileSync(runFolder(join(machine, 'part')).markdown, 'utf8'))
      expect(finished.stdout + finished.stderr).not.toContain('::error')
    }
  })
})

describe.concurrent('the merge', () => {
  test('says how to make a baseline where there is none, and reports nothing but the run', async () => {
    const { root, finished, report } = await first()
    expect(finished.code).toBe(1)
    expect(unwrapped(finished.stdout)).toContain(
      'there is no baseline main yet. To make this run the first one: npx holdfast compare reports/runs/merged --keep main, and commit the files it writes',
    )
    expect(report.code, report.stderr).toBe(0)
    expect(readFileSync(join(root, 'summary.md'), 'utf8')).toBe(
      readFileSync(runFolder(join(root, 'reports', 'runs', 'merged')).markdown, 'utf8'),
    )
  })

  test('makes a run that can be the baseline', async () => {
    const { root, baseline } = await first()
    expect(baseline.code, baseline.stderr).toBe(0)
    expect(existsSync(join(root, 'reports', 'baselines', 'main.items.jsonl'))).toBe(true)
    expect(scoresIn(join(root, 'reports', 'runs', 'merged'))).toMatchObject({
      run: { partial: false },
      suites: { lifbench: { items: 22, passed: 22 } },
    })
  })

  test('passes where the gates hold, and reports the merged run and the comparison', async () => {
    const root = await later(good())
    const merged = await inMerge(root, 'holdfast merge')
    expect(merged.code, merged.stderr).toBe(0)
    expect(scoresIn(join(root, 'reports', 'runs', 'merged'))).toMatchObject({
      exitCode: 0,
      gates: [
        { metric: 'lifbench content.overall', rule: 'min 0.7', value: 1, verdict: 'held' },
        { metric: 'lifbench content.overall', rule: 'maxDrop 0.02', value: 1, base: 1, change: 0, verdict: 'held' },
      ],
    })
    const report = await inMerge(root, 'compare')
    expect(report.code, report.stderr).toBe(0)
    const summary = readFileSync(join(root, 'summary.md'), 'utf8')
    expect(summary).toContain('22 items, all paired: ')
    expect(summary).toContain('## ✓ Release: all 2 gates held\n')
    expect(summary).toMatch(
      /\| LIFBench right in content, weighted \| 22 \| 1\.000 of 1 \| 1\.000 \| 0\.000 \| [^|]+\| maxDrop 0\.02 \| held \|/,
    )
    expect(summary).not.toContain('shard')
    expect(existsSync(runFolder(join(root, 'reports', 'runs', 'merged')).page)).toBe(true)
  })

  test('fails where a gate is broken, and still reports', async () => {
    const root = await later(runParts('sim:degraded?p=0.5'))
    const merged = await inMerge(root, 'holdfast merge')
    expect(merged.code).toBe(1)
    expect(unwrapped(merged.stdout)).toMatch(/fell by 0\.\d{3}, allowed 0\.02\. Of that /)
    expect(scoresIn(join(root, 'reports', 'runs', 'merged')).exitCode).toBe(1)
    expect((await inMerge(root, 'compare')).code).toBe(0)
    expect(readFileSync(join(root, 'summary.md'), 'utf8')).toMatch(/\| lifbench \| 0 to 1 \| 22 \| 1\.000 \| 0\.\d{3} \| -0\.\d{3} \|/)
  })

  test('fails where a part is missing, and names it', async () => {
    const root = await later(good())
    rmSync(join(root, 'parts', 'holdfast-3'), { recursive: true })
    const merged = await inMerge(root, 'holdfast merge')
    expect(merged.code).toBe(1)
    expect(unwrapped(merged.stdout)).toContain('exit 1: incomplete: shard 3/4 missing')
  })
})
