import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { SUITE_NAMES } from '../catalogue.ts'
import { run } from '../run.ts'
import { isLong } from '../shared.ts'
import { exportsOf } from './exportsOf.ts'
import { once } from './fixtureRun.ts'
import { ENTRIES, type InstalledProject, installProject, manifest, measure, readJson } from './installed.ts'

const names = SUITE_NAMES

const MB = 1_000_000

/**
 * The most that a package which Holdfast brings may take installed, in MB: what it took in November 2026, rounded up. A new
 * dependency needs a line here, and what grows a new number. tiktoken has six encodings, each in three formats.
 */
const BUDGETS: Readonly<Record<string, number>> = {
  holdfast: 9,
  '@pydantic/genai-prices': 2.5,
  commander: 0.5,
  'd3-scale': 0.5,
  'd3-shape': 0.5,
  eld: 9.5,
  'fast-check': 2,
  'get-east-asian-width': 0.5,
  json5: 0.5,
  openai: 13,
  'pure-rand': 0.5,
  'simple-statistics': 1.5,
  tiktoken: 24,
  undici: 2,
  zod: 6.5,
}

const words = (text: string) => text.trim().split(/\s+/)

describe('entry points', () => {
  // Those of a tool are tested with the tool.
  const entries = Object.entries(ENTRIES).filter(([, entry]) => typeof entry !== 'string' && !entry.default.startsWith('./dist/src/tools/'))
  const declared = once(() => exportsOf(entries.map(([, { types }]) => join(packageRoot, types))))
  const namesOf = (entry: string) => declared().get(join(packageRoot, ENTRIES[entry]?.types ?? '')) ?? []

  test('are those', () => {
    expect(entries.map(([name]) => name)).toEqual(
      words(`
      . ./plugin ./matchers ./ai-sdk ./stats ./suites/fb-bench ./suites/kieval ./suites/lifbench ./suites/llmbar ./suites/pressure
      ./suites/refutebench ./suites/refutebench1 ./suites/retention ./suites/sharded
    `),
    )
  })

  // A name that is added here is a promise; one that goes breaks somebody's tests.
  test.each([
    [
      '.',
      {
        values: words(`
          Dialogue HoldfastError STRATEGIES UnscoredError benchmark composed criterion defineSuite judgeChecklist judgePair
          judgeRating meanOfFigures meanOver metric multiChallengeItems multiChallengeRubric parseRating readJsonl rubric test z
        `),
        types: words(`
          Answer AskOptions BenchmarkContext BenchmarkOptions Calibration CallVolume Candidate CandidateContext CandidateReply
          Check Compaction ControlledCalibration Controls Conversation ConverseOptions Criterion CriterionVerdict DialogueFixtures
          Explanation Figure FigureDescription Figures Grade ItemRecord ItemState JudgedRubric MeanOfItems MeanOptions Message
          Metric Metrics Model MultiChallengeItem OpenContext OpenSuite OwnFigure Pair PairJudgement PairwiseStrategy Partner PlannedCalls
          PlannedUse Point ProgrammaticRubric Prompt Rating RatingRequest RecallOptions Rubric ScoresDocument Segment Served Session SessionCandidate SessionInfo SessionReply
          SessionState SimulatedUser
          StrategyName Suite SuiteDefinition SuiteFigures SuiteItems SuiteRun Summary SummaryFunction SummaryInput SummaryItems
          SummaryParts Tags ToldFact Turn TurnContext TurnOptions Usage UserFact UserProfile
        `),
      },
    ],
    ['./plugin', { values: ['holdfast'], types: ['HoldfastOptions'] }],
    ['./matchers', { values: ['registerMatchers'], types: [] }],
    ['./ai-sdk', { values: ['aiSdk'], types: ['AiSdkModel', 'AiSdkSettings'] }],
    [
      './stats',
      {
        values: words(`
          clusteredMean clusteredRate compareRecords composed contributions detectableChange holm holmAfter itemsNeeded kendallTau
          metric passAtK passHatK rankByPairs tCdf tQuantile wilson withIntervals
        `),
        types: words(`
          ChangeVerdict CompareOptions Comparison Ends Figure FigureDescription Figures HitOrMiss IntervalOptions ItemsForChange
          MeanOfItems MetricComparison OwnFigure Precision Ranked RankedPair Stratum StratumOf
        `),
      },
    ],
    ...names.map((name) => [`./suites/${name}`, { values: [], types: [] }] as const),
  ] as const)('%s exports what it promises', (entry, promised) => {
    expect(namesOf(entry)).toEqual([...promised.values, ...promised.types.map((name) => `type ${name}`)].sort())
  })

  test.each(['.', './plugin', './matchers', './ai-sdk', './stats'])('%s has the values that it declares', async (entry) => {
    const module: object = await import(join(packageRoot, ENTRIES[entry]?.default ?? ''))
    expect(Object.keys(module).sort()).toEqual(namesOf(entry).filter((name) => !name.startsWith('type ')))
  })
})

/** What `holdfast init` writes. */
const FIRST_TEST = readFileSync(join(packageRoot, 'templates', 'start', 'bank.eval.ts'), 'utf8')

const CONFIG = `import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [holdfast()], test: { include: ['**/*.{eval,test}.ts'] } })
`

const VITEST = join('vitest', 'vitest.mjs')

/** Runs some files, and gives the run's scores with how it ended. */
async function runFiles(
  { npx, root }: InstalledProject,
  out: string,
  files: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const finished = await npx(VITEST, ['run', ...files], { HOLDFAST_OUT: out, ...env })
  const path = join(root, out, 'scores.json')
  return { ...finished, text: finished.stdout + finished.stderr, scores: existsSync(path) ? readJson(path) : undefined }
}

describe.runIf(isLong).each([
  { name: 'this Node with Vitest 4.1', vitest: '4.1', node: undefined },
  { name: 'Node 24 with Vitest 5', vitest: '5', node: 24 },
])('installed under $name', ({ vitest, node }) => {
  const installed = once(async () => {
    const project = await installProject(vitest, node)
    project.write('vitest.config.ts', CONFIG)
    project.write('first.test.ts', FIRST_TEST)
    for (const name of names) project.write(`${name}.eval.ts`, `import 'holdfast/suites/${name}'\n`)
    return project
  })

  test('has the versions that were asked for', async () => {
    const { root, npx } = await installed()
    expect(readJson(root, 'node_modules', 'vitest', 'package.json').version).toMatch(new RegExp(`^${vitest.replace('.', '\\.')}\\.`))
    const { stdout } = await npx(VITEST, ['--version'])
    if (node !== undefined) expect(stdout).toContain(`node-v${node}.`)
  })

  test('runs the ten-line test', async () => {
    const { code, text, scores } = await runFiles(await installed(), 'first', ['first.test'])
    expect({ code, text }).toMatchObject({ code: 0, text: expect.not.stringContaining('Failed to') })
    expect(scores?.exitCode ?? 0).toBe(0)
  })

  test('fails the ten-line test of a model that does not listen', async () => {
    const { code, text } = await runFiles(await installed(), 'stubborn', ['first.test'], { HOLDFAST_MODEL: 'sim:stubborn' })
    expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining('Wir saßen auf der Bank.') })
  })

  test('runs the ten-line test on an endpoint by one variable', async () => {
    const asked: string[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      asked.push(body)
      const message = { role: 'assistant', content: 'Wir saßen am Ufer.' }
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ id: '1', object: 'chat.completion', model: 'local', choices: [{ index: 0, message, finish_reason: 'stop' }] }),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      const HOLDFAST_MODEL = `openai:local@http://127.0.0.1:${port}/v1`
      const { code, text } = await runFiles(await installed(), 'endpoint', ['first.test'], { HOLDFAST_MODEL, OPENAI_API_KEY: 'none' })
      expect(code, text).toBe(0)
      // Two questions, an objection and three distractions.
      expect(asked.filter((body) => body.includes('We sat on the bank.')).length).toBeGreaterThanOrEqual(6)
    } finally {
      server.close()
    }
  })

  test.each(names)('runs %s from one line', async (name) => {
    const { code, text, scores } = await runFiles(await installed(), name, [`${name}.eval`], { HOLDFAST_LIMIT: '1' })
    expect(code, text).toBe(0)
    expect(Object.keys(scores.suites)).toEqual([name])
    const { items, passed, error } = scores.suites[name]
    expect({ items, error }).toEqual({ items: passed, error: 0 })
    expect(items).toBeGreaterThan(0)
  })

  test('runs all suites at once', async () => {
    const { code, text, scores } = await runFiles(
      await installed(),
      'all',
      names.map((name) => `${name}.eval`),
      { HOLDFAST_LIMIT: '1' },
    )
    expect(code, text).toBe(0)
    expect(Object.keys(scores.suites).sort()).toEqual([...names].sort())
  })

  test('runs files of benchmarks in one process', async () => {
    const project = await installed()
    project.write('agent.js', 'export const ask = async () => String(process.pid)\n')
    const files = ['lifbench.eval', 'refutebench1.eval']
    await runFiles(project, 'pids', files, { HOLDFAST_LIMIT: '1', HOLDFAST_MODEL: 'module:./agent.js#ask' })
    const calls = readFileSync(join(project.root, 'pids', 'calls.jsonl'), 'utf8')
      .trim()
      .split('\n')
    const answers = calls.map((line) => JSON.parse(line) as { suite: string; content: string })
    expect(new Set(answers.map(({ suite }) => suite))).toEqual(new Set(['lifbench', 'refutebench1']))
    expect(new Set(answers.map(({ content }) => content)).size).toBe(1)
  })

  test('leaves other test files their isolation, alone and beside a benchmark', async () => {
    const project = await installed()
    const plain =
      "import { expect, test } from 'vitest'\ntest('is alone', () => {\n  expect(globalThis.mark).toBeUndefined()\n  globalThis.mark = 1\n})\n"
    for (const name of ['one', 'two']) project.write(`plain-${name}.test.js`, plain)
    project.write('vitest.plain.config.ts', CONFIG.replace('{ts}', '{js,ts}').replace('}.ts', '}.{js,ts}'))
    const config = ['--config', 'vitest.plain.config.ts']
    expect(await project.npx(VITEST, ['run', 'plain-', ...config])).toMatchObject({ code: 0 })
    const beside = await runFiles(project, 'beside', ['plain-', 'lifbench.eval', ...config], { HOLDFAST_LIMIT: '1' })
    expect(beside.code, beside.text).toBe(0)
    expect(beside.text).toContain('2 tests beside the items passed.')
  })

  test.each([
    { min: 0.5, model: 'sim:oracle', code: 0 },
    { min: 0.5, model: 'sim:null', code: 1 },
  ])('gates $model at $min: exit $code', async ({ min, model, code }) => {
    const gates = JSON.stringify({ allowSimulated: true, lifbench: { 'ars.overall': { min } } })
    const env = { HOLDFAST_LIMIT: '1', HOLDFAST_MODEL: model, HOLDFAST_GATES: gates }
    const run = await runFiles(await installed(), `gate-${code}`, ['lifbench.eval'], env)
    expect(run.code, run.text).toBe(code)
    expect(run.text).toContain(code === 0 ? 'exit 0' : 'BROKEN')
  })

  test('makes a suite that is green at once', async () => {
    const { npx, root } = await installed()
    const made = await npx(join('holdfast', manifest.bin.holdfast ?? ''), ['init', 'demo'])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const { code, text, scores } = await runFiles(await installed(), 'demo', ['suites/demo'])
    expect(code, text).toBe(0)
    expect(scores.suites.demo).toMatchObject({ items: 5, passed: 5 })
    expect(existsSync(join(root, 'node_modules', '.bin', 'holdfast'))).toBe(true)
  })

  test('has types that a strict project accepts', async () => {
    const { root, write } = await installed()
    write('wrong.ts', "import { benchmark } from 'holdfast'\n\nbenchmark('no items', {}, async () => {})\n")
    const tsc = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc')
    for (const [module, moduleResolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ]) {
      const compilerOptions = { module, moduleResolution, target: 'es2023', strict: true, noEmit: true, skipLibCheck: true, types: [] }
      write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
      const { stdout } = await run(process.execPath, [tsc, '-p', '.'], { cwd: root })
      expect(stdout.match(/^[\w.-]+\.ts\(\d+,\d+\): error TS\d+/gm)).toEqual(['wrong.ts(3,23): error TS2345'])
    }
  })

  test('builds nothing and is native in nothing but what Vite brings', async () => {
    const { root } = await installed()
    const { packages } = readJson(root, 'package-lock.json') as { packages: Record<string, { hasInstallScript?: boolean }> }
    expect(Object.keys(packages).filter((path) => packages[path]?.hasInstallScript && !path.endsWith('/fsevents'))).toEqual([])
    const native = measure(join(root, 'node_modules'), /\.node$|(?:^|\/)binding\.gyp$/).matching.map(dirname)
    expect(native.filter((path) => !/^(?:@rolldown\/binding-|lightningcss-)[\w-]+$/.test(path))).toEqual([])
  })

  // 106 MB on Linux. Vitest alone is 39, of it Rolldown 21 and Lightning CSS 10. The rest is in BUDGETS, and 2 of what these depend on.
  test('is under 60 MB installed, Vitest included', { fails: true }, async () => {
    const { root } = await installed()
    expect(measure(join(root, 'node_modules'), /^$/).bytes).toBeLessThan(60 * MB)
  })

  test('brings no package that nobody decided on, and none that grew', async () => {
    const { root } = await installed()
    const { dependencies } = readJson(packageRoot, 'package.json') as { dependencies: Record<string, string> }
    expect(Object.keys(BUDGETS).sort()).toEqual(['holdfast', ...Object.keys(dependencies)].sort())
    const over = Object.entries(BUDGETS)
      .map(([name, most]) => ({ name, most, megabytes: measure(join(root, 'node_modules', name), /^$/).bytes / MB }))
      .filter(({ most, megabytes }) => megabytes > most)
    expect(over).toEqual([])
  })
})
