import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runFolder } from '../../src/core/format/runFolder.ts'
import { Limiter } from '../../src/models/limiter.ts'
import { isLong } from '../shared.ts'
import { fixture, once, readScores, temporaryFolder, unwrapped, type VitestRun } from './fixtureRun.ts'
import { installProject, readJson } from './installed.ts'
import { gates } from './marksRun.ts'

/** A slice of the exit code matrix in a user's project: the packed tarball, Vitest 5 and Node 24 from the registry. */
const project = once(async () => {
  const installed = await installProject('5', 24)
  cpSync(fixture('marks'), installed.root, { recursive: true })
  return installed
})

const limiter = new Limiter(2)
/** The registry may be slow, and a test waits for its turn. */

interface Options {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly marks?: string
}

/** Runs Vitest 5 on Node 24 in the project. */
async function runProject({ args = ['marks.eval'], env = {}, marks = '' }: Options): Promise<VitestRun> {
  const out = join(temporaryFolder(), 'run')
  const { root, npx } = await project()
  const finished = await limiter.run(() =>
    npx(join('vitest', 'vitest.mjs'), ['run', ...args], {
      HOLDFAST_OUT: out,
      HOLDFAST_MODEL: 'module:./agent.js#ask',
      GITHUB_STEP_SUMMARY: '',
      MARKS: marks,
      ...env,
    }),
  )
  return { ...finished, text: finished.stdout + finished.stderr, folder: runFolder(out), root }
}

const min = (bound: number) => gates({ marks: { score: { min: bound } } })
const COMPLETE = 'exit 0: complete, no gates configured.'
const BROKEN = 'exit 1: 1 of 1 gate broken.'

const ROWS: readonly (Options & { name: string; exit: 0 | 1; says: string })[] = [
  { name: 'items fail', marks: 'north=2', exit: 0, says: COMPLETE },
  { name: 'a candidate in TypeScript', env: { HOLDFAST_MODEL: 'module:./typed.ts#ask' }, exit: 0, says: COMPLETE },
  { name: 'items fail and the gates hold', marks: 'north=2', env: min(0.5), exit: 0, says: 'exit 0: complete, all gates held.' },
  { name: 'a gate is broken', marks: 'north=2', env: min(0.9), exit: 1, says: BROKEN },
  { name: 'items fail and HOLDFAST_STRICT=1', marks: 'north=2', env: { HOLDFAST_STRICT: '1' }, exit: 1, says: '4 items failed.' },
  {
    name: 'gates with a simulated candidate',
    env: { ...min(0.5), HOLDFAST_MODEL: 'sim:oracle' },
    exit: 1,
    says: 'the candidate is sim:oracle',
  },
  { name: 'a body throws', marks: 'south-1=harness', exit: 1, says: '1 of 12 items have no score, over the limit of 1 %.' },
  { name: 'a rejection that nobody handles', marks: 'south-1=reject', exit: 1, says: 'exit 1: 1 failure that is no score.' },
  { name: 'a worker that is killed', marks: 'west-4=kill', exit: 1, says: 'exit 1: 1 failure that is no score' },
  { name: 'a file that does not load', args: ['marks.eval', 'throws.eval'], exit: 1, says: 'exit 1: 1 failure that is no score.' },
  {
    name: 'a plain test fails',
    args: ['marks.eval', 'plain.spec'],
    env: { SUM: '3' },
    exit: 1,
    says: 'exit 1: 1 failure that is no score.',
  },
  { name: 'a plain test passes', args: ['marks.eval', 'plain.spec'], marks: 'north=2', exit: 0, says: COMPLETE },
  {
    name: 'a filter leaves no item',
    args: ['marks.eval', '-t', 'nowhere'],
    exit: 1,
    says: 'exit 1: no item ran: none of 12 has "nowhere" in its name (-t).',
  },
  { name: 'a filter leaves some items', args: ['marks.eval', '-t', 'north'], exit: 1, says: 'exit 1: incomplete: 4 of 12 items ran.' },
  ...['json', 'junit', 'github-actions', 'dot', 'blob'].flatMap((name) => {
    const args = ['marks.eval', `--reporter=${name}`]
    return [
      { name: `items fail, with --reporter=${name}`, marks: 'north=2', args, exit: 0 as const, says: COMPLETE },
      { name: `a gate is broken, with --reporter=${name}`, marks: 'north=2', args, env: min(0.9), exit: 1 as const, says: BROKEN },
    ]
  }),
]

describe.runIf(isLong)('with Vitest 5 on Node 24', () => {
  test('that is what runs', async () => {
    const { root, npx } = await project()
    expect(readJson(root, 'node_modules', 'vitest', 'package.json').version).toMatch(/^5\./)
    expect((await npx(join('vitest', 'vitest.mjs'), ['--version'])).stdout).toMatch(/^vitest\/5\..* node-v24\./)
  })

  describe.concurrent('the exit code', () => {
    test.each(ROWS.map((row) => [`${row.exit}: ${row.name}`, row] as const))('%s', async (_title, { exit, says, ...options }) => {
      const finished = await runProject(options)
      expect(unwrapped(finished.text), finished.text).toContain(says)
      expect(finished.code, finished.text).toBe(exit)
      expect(readScores(finished).exitCode).toBe(exit)
    })
  })

  test('two parts of --shard are merged by --merge-reports, which decides', async () => {
    const folder = join(temporaryFolder(), 'blobs')
    for (const index of [1, 2]) {
      const args = [
        'marks.eval',
        'second.eval',
        `--shard=${index}/2`,
        '--reporter=blob',
        `--outputFile.blob=${join(folder, `${index}.json`)}`,
      ]
      expect(await runProject({ args, marks: 'north=2' })).toMatchObject({ code: 0 })
    }
    const args = [`--merge-reports=${folder}`]
    const [held, broken] = [await runProject({ args, env: min(0.8) }), await runProject({ args, env: min(0.9) })]
    expect([held.code, broken.code], held.text + broken.text).toEqual([0, 1])
    expect(Object.keys(readScores(held).suites).sort()).toEqual(['marks', 'second'])
  })

  test('nothing is annotated in GitHub Actions', async () => {
    const { code, text } = await runProject({ marks: 'north=2', env: { GITHUB_ACTIONS: 'true', CI: 'true' } })
    expect(code).toBe(0)
    expect(text).not.toMatch(/::error|Test Files|FAIL|Failed Tests/)
  })

  test('a reporter that the configuration names shows items, also the one that Vitest would choose', async () => {
    const { root, write } = await project()
    write('named.config.ts', readFileSync(join(root, 'vitest.config.ts'), 'utf8').replace('test: {', "test: { reporters: ['default'],"))
    const [named, chosen] = [
      await runProject({ args: ['marks.eval', '--config=named.config.ts'], marks: 'north=2' }),
      await runProject({ marks: 'north=2' }),
    ]
    expect([named.code, chosen.code], named.text + chosen.text).toEqual([0, 0])
    expect(named.text.match(/FAIL .*north/g)).toHaveLength(4)
    expect(chosen.text).not.toContain('FAIL')
  })

  test('the command reads what the runs wrote', async () => {
    const { npx } = await project()
    const holdfast = (args: readonly string[]) => npx(join('holdfast', 'dist', 'src', 'cli', 'main.js'), args)
    const good = await runProject({})
    expect(await holdfast(['compare', good.folder.path, '--keep', 'main'])).toMatchObject({ code: 0 })
    const bad = await runProject({
      marks: 'north=2',
      env: gates({ baseline: 'main', marks: { score: { maxDrop: 0.1, decide: 'value' } } }),
    })
    expect(bad.code, bad.text).toBe(1)
    expect(unwrapped(bad.text)).toContain('fell by 0.167, allowed 0.1. Of that north 0.167. 4 items lost full marks, 0 gained them')
    const compared = await holdfast(['compare', 'main', bad.folder.path])
    expect(compared.stdout).toMatch(/^ marks +0 to 1 +12 +1\.000 +0\.833 +-0\.167 /m)
  })

  test('a candidate in TypeScript answers in a project as npm init makes it, of type commonjs', async () => {
    const manifest = join((await project()).root, 'package.json')
    const before = readFileSync(manifest, 'utf8')
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(before), type: 'commonjs' }))
    const { code, text } = await runProject({ env: { HOLDFAST_MODEL: 'module:./typed.ts#ask' } })
    writeFileSync(manifest, before)
    expect(code, text).toBe(0)
    expect(text).toContain(COMPLETE)
  })
})
