import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { run, runHoldfast, runVitest } from '../run.ts'
import { isLong } from '../shared.ts'
import { once, temporaryFolder } from './fixtureRun.ts'

/** A user's project: Holdfast linked, as in a workspace. */
function project(manifest: object = { type: 'module' }, modules = ['vitest', 'vite']): string {
  const root = temporaryFolder()
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'shop', private: true, ...manifest }))
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(packageRoot, join(root, 'node_modules', 'holdfast'))
  for (const name of modules) symlinkSync(join(packageRoot, 'node_modules', name), join(root, 'node_modules', name))
  return root
}

/** A root that passes for this checkout, with a folder of suites of its own. */
function checkout(): string {
  const root = temporaryFolder()
  for (const name of ['src', 'matchers', 'scripts', 'dist', 'node_modules', 'tsconfig.json'])
    symlinkSync(join(packageRoot, name), join(root, name))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'holdfast', type: 'module' }))
  const config = readFileSync(join(packageRoot, 'vitest.config.ts'), 'utf8')
  writeFileSync(join(root, 'vitest.config.ts'), config.replace(/^ *globalSetup.*\n/m, ''))
  return root
}

const init = (root: string, ...args: string[]) => runHoldfast(['init', ...(args.length > 0 ? args : ['demo'])], { cwd: root })

interface Results {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** Runs suites and gives the full names of the tests by their outcome. */
async function runSuites(root: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const report = join(root, 'report.json')
  const finished = await runVitest([...args, '--reporter=json', `--outputFile=${report}`], { cwd: root, env })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Results
  const named = (status: string, file = '') =>
    testResults
      .filter(({ name }) => name.endsWith(file))
      .flatMap(({ assertionResults }) => assertionResults.filter((entry) => entry.status === status).map((entry) => entry.fullName))
  return { ...finished, passed: named('passed'), failed: named('failed'), failedIn: (file: string) => named('failed', file) }
}

describe.concurrent('holdfast init', () => {
  const made = once(async () => {
    const root = project()
    return { root, finished: await init(root) }
  })

  test('makes a suite that is green at once', async () => {
    const { root, finished } = await made()
    expect(finished).toMatchObject({ code: 0, stderr: '' })
    expect(finished.stdout).toBe(
      [
        ' made  suites/demo: README.md, demo.eval.ts, demo.test.ts, items.jsonl,',
        '       items.ts, scoring.ts, summary.ts',
        ' made  vitest.config.ts',
        ' line  in .gitignore: node_modules',
        ' line  in .gitignore: reports/runs',
        ' line  in .gitignore: reports/*.html',
        ' line  in .gitignore: .holdfast',
        ' see   that npx vitest run runs it too: for tests alone, name their files',
        ' next  npx vitest run suites/demo',
        '',
      ].join('\n'),
    )
    const { code, passed, failed } = await runSuites(root, ['suites/demo'])
    expect({ code, failed }).toEqual({ code: 0, failed: [] })
    // Five items; six golden answers; for each item its reference and the empty answer; both of one before the judge.
    expect(passed).toHaveLength(5 + 6 + 10 + 1)
    const scores = JSON.parse(readFileSync(join(root, 'reports', 'runs', 'latest', 'scores.json'), 'utf8'))
    expect(scores.suites.demo.metrics).toMatchObject({ score: { value: 1, n: 5 }, 'kind.reasoning': { n: 2 }, 'lang.de': { n: 2 } })
  })

  test('gives items with clusters, of all kinds, and the empty model nothing', async () => {
    const root = project()
    await init(root)
    const { code, failed } = await runSuites(root, ['suites/demo/demo.eval'], { HOLDFAST_MODEL: 'sim:null' })
    expect(code).toBe(0)
    expect(failed).toHaveLength(5)
    const folder = join(root, 'reports', 'runs', 'latest')
    const items = readFileSync(join(folder, 'items.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(new Set(items.map(({ clusters }) => clusters.source)).size).toBe(3)
    expect(new Set(items.map(({ tags }) => tags.kind)).size).toBe(3)
    expect(items.map(({ scores }) => scores.total)).toEqual([0, 0, 0, 0, 0])
  })

  test('leaves no placeholder', async () => {
    const { root } = await made()
    for (const file of readdirSync(join(root, 'suites', 'demo')))
      expect(readFileSync(join(root, 'suites', 'demo', file), 'utf8'), file).not.toContain('suite-name')
  })

  test('makes a suite whose calibration fails when one line of the scoring is wrong', async () => {
    const wrong = {
      pays: ['facts > 0 && countWords', 'countWords'],
      counts: ['countWords(answer) <= item', 'countWords(answer) < 3 * item'],
      longer: ['countWords(answer) <= item', 'countWords(answer) >= item'],
      wordings: ['wordings.some((wording) => says(answer, wording))).length', 'wordings.every((wording) => says(answer, wording))).length'],
      reversed: ["iu').test(answer)", "iu').test(answer) === false"],
      weights: ['/ weights }', '}'],
      judged: ["new RegExp(pattern, 'i')", '/^/'],
    } as const
    const root = project()
    for (const [name, [right, other]] of Object.entries(wrong)) {
      await init(root, name)
      const path = join(root, 'suites', name, 'scoring.ts')
      const text = readFileSync(path, 'utf8')
      expect(text.split(right).length, name).toBe(2)
      writeFileSync(path, text.replace(right, other))
    }
    const { code, failed, failedIn } = await runSuites(root, ['.test'])
    expect(code).toBe(1)
    expect(failed.length).toBeGreaterThan(0)
    for (const name of Object.keys(wrong)) {
      const titles = failedIn(`${name}.test.ts`)
      // A limit of words that is too generous breaks no reference: there the golden answers fail instead.
      expect(
        titles.some((title) => title.includes(name === 'counts' ? 'golden' : 'calibration')),
        `${name}: ${titles}`,
      ).toBe(true)
    }
  })

  test('leaves a configuration as it is and says what to add', async () => {
    const root = project()
    const config = "import { defineConfig } from 'vitest/config'\n\nexport default defineConfig({ test: { include: ['src/*.spec.ts'] } })\n"
    writeFileSync(join(root, 'vite.config.ts'), config)
    mkdirSync(join(root, 'src'))
    writeFileSync(join(root, 'src', 'shop.spec.ts'), "import { test } from 'vitest'\ntest('opens', () => {})\n")
    const { stdout } = await init(root)
    expect(readFileSync(join(root, 'vite.config.ts'), 'utf8')).toBe(config)
    expect(readdirSync(root)).not.toContain('vitest.config.ts')
    expect(stdout).toContain('add   to vite.config.ts')

    const [plugin, ...lines] = stdout
      .slice(stdout.indexOf('add   to'))
      .split('\n')
      .filter((line) => line.startsWith('  '))
    expect(plugin).toBe("  import { holdfast } from 'holdfast/plugin'")
    const added = lines.join('\n').replace('test: {', "test: { include: ['src/*.spec.ts'],")
    writeFileSync(
      join(root, 'vite.config.ts'),
      `${plugin}\nimport { defineConfig } from 'vitest/config'\n\nexport default defineConfig({\n${added}\n})\n`,
    )
    const { code, passed, failed } = await runSuites(root, [])
    expect({ code, failed }).toEqual({ code: 0, failed: [] })
    expect(passed).toHaveLength(1 + 5 + 6 + 10 + 1)
  })

  test('says nothing of a configuration that has the plugin', async () => {
    const root = project()
    await init(root, 'first')
    expect((await init(root, 'second')).stdout).toBe(
      ' made  suites/second: README.md, items.jsonl, items.ts, scoring.ts,\n       second.eval.ts, second.test.ts, summary.ts\n see   that npx vitest run runs it too: for tests alone, name their files\n next  npx vitest run suites/second\n',
    )
  })

  test('writes vitest.config.mts in a CommonJS project', async () => {
    const { stdout } = await init(project({}))
    expect(stdout).toContain(' made  vitest.config.mts\n')
  })

  test('makes a suite of this repository where it stands in it', async () => {
    const root = checkout()
    expect((await init(root)).stdout).toContain('suites/demo')
    const text = readFileSync(join(root, 'suites', 'demo', 'demo.eval.ts'), 'utf8')
    expect(text).toContain("import { benchmark } from '../../src/index.ts'\nimport { readItems } from './items.ts'")
    const { code, passed, failed } = await runSuites(root, ['suites/demo'])
    expect({ code, failed }).toEqual({ code: 0, failed: [] })
    expect(passed).toHaveLength(5 + 6 + 10 + 1)
  })

  test.runIf(isLong)('makes code that type-checks, there and here', async () => {
    const tsc = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc')
    const user = project({ type: 'module' }, ['vitest', 'vite', '@types'])
    // Only what every project has: .ts in imports is an error without a setting.
    const compilerOptions = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, skipLibCheck: true }
    writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['suites', 'vitest.config.ts'] }))
    const here = checkout()
    rmSync(join(here, 'tsconfig.json'))
    writeFileSync(join(here, 'tsconfig.json'), JSON.stringify({ extends: join(packageRoot, 'tsconfig.json'), include: ['suites'] }))
    for (const root of [user, here]) {
      await init(root)
      expect(await run(process.execPath, [tsc, '-p', '.'], { cwd: root })).toMatchObject({ code: 0, stdout: '' })
    }
  })
})

describe.concurrent('holdfast init makes a start', () => {
  const begun = once(async () => {
    const root = project()
    writeFileSync(join(root, '.gitignore'), 'node_modules\n/.holdfast/')
    const { code, stdout } = await runHoldfast(['init'], { cwd: root })
    return { root, code, stdout }
  })

  test('with the plugin, a dialogue test that passes, and what Git leaves out', async () => {
    const { root, code, stdout } = await begun()
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        ' made  bank.eval.ts',
        ' made  vitest.config.ts',
        ' line  in .gitignore: reports/runs',
        ' line  in .gitignore: reports/*.html',
        ' see   that a simulated model answers until HOLDFAST_MODEL, or model in the',
        '       configuration, names yours',
        ' next  npx vitest run bank',
        '',
      ].join('\n'),
    })
    expect(readFileSync(join(root, '.gitignore'), 'utf8')).toBe('node_modules\n/.holdfast/\nreports/runs\nreports/*.html\n')
    expect(await runSuites(root, ['bank'])).toMatchObject({ code: 0, passed: [expect.any(String)] })
    expect(await runSuites(root, ['bank'], { HOLDFAST_MODEL: 'sim:forgetful?after=1' })).toMatchObject({
      code: 1,
      failed: [expect.any(String)],
    })
  })

  test('and a suite of Holdfast beside it, which the printed command runs', async () => {
    const root = project()
    await runHoldfast(['init'], { cwd: root })
    expect((await init(root, 'sharded')).stdout).toBe(
      ' made  suites/sharded.eval.ts\n see   that npx vitest run runs it too: for tests alone, name their files\n next  npx vitest run suites/sharded\n',
    )
    const { code, passed } = await runSuites(root, ['suites/sharded'], { HOLDFAST_LIMIT: '1' })
    expect(code).toBe(0)
    expect(passed.length).toBeGreaterThan(0)
  })

  test.each([
    ['github', '.github/workflows/holdfast.yml'],
    ['slurm', 'holdfast.sbatch'],
    ['kubernetes', 'holdfast-job.yaml'],
  ])('with the job for %s, once', async (where, path) => {
    const root = project()
    expect(await init(root, '--ci', where)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^ made  ${path}\n[\\s\\S]* next  `)),
    })
    expect(readdirSync(root)).not.toContain('vitest.config.ts')
    expect(await init(root, '--ci', where)).toEqual({
      code: 2,
      stdout: '',
      stderr: `Failed to make the job for ${where}: ${path} exists. Remove it, or keep it as it is.\n`,
    })
  })

  test('over nothing that is there', async () => {
    const root = project()
    writeFileSync(join(root, 'bank.eval.ts'), '')
    expect((await runHoldfast(['init'], { cwd: root })).stderr).toBe(
      'Failed to make a start: bank.eval.ts exists. Remove it, or keep it as it is.\n',
    )
    writeFileSync(join(root, 'holdfast.sbatch'), '')
    expect(await init(root, 'pressure', '--ci', 'slurm')).toMatchObject({ code: 2 })
    expect(readdirSync(root)).not.toContain('suites')
    await init(root, 'pressure')
    expect(await init(root, 'pressure')).toMatchObject({ code: 2, stderr: expect.stringContaining('suites/pressure.eval.ts exists') })
    expect((await runHoldfast(['init'], { cwd: packageRoot })).stderr).toContain(
      'is a checkout of Holdfast. Run it in the folder of your project.',
    )
  })
})

describe.concurrent('holdfast init refuses', () => {
  test('a folder that exists, and leaves it as it is', async () => {
    const root = project()
    mkdirSync(join(root, 'suites', 'demo'), { recursive: true })
    expect(await init(root)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Failed to make the suite demo: suites/demo exists. Choose another name, or remove it.\n',
    })
    expect(readdirSync(join(root, 'suites', 'demo'))).toEqual([])
    expect(readdirSync(root)).not.toContain('vitest.config.ts')
  })

  test('a name that JavaScript uses itself', async () => {
    const root = project()
    expect((await init(root, 'constructor')).stderr).toBe(
      'Failed to make the suite constructor: JavaScript uses that name itself. Choose another.\n',
    )
    expect(readdirSync(root)).not.toContain('suites')
  })

  test.each(['Demo', '1st', 'a b', '../up', 'a/b', '-x', 'a--b', '.', 'ä'])('the name %j', async (name) => {
    const root = project()
    const { code, stdout, stderr } = await runHoldfast(['init', '--', name], { cwd: root })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(
      `Failed to make the suite ${JSON.stringify(name)}: not a name. Use small letters, digits and single hyphens, a letter first.\n`,
    )
    expect(readdirSync(root)).not.toContain('suites')
  })

  test('a folder that is no project', async () => {
    const { code, stderr } = await init(temporaryFolder())
    expect(code).toBe(2)
    expect(stderr).toMatch(/^Failed to write into this project: no package.json to be read in .*Run it in the folder of your project\.\n$/)
  })

  test('a suite of the package outside of a checkout', async () => {
    const root = project()
    const { code, stderr } = await runHoldfast(['init', '--shipped', 'demo'], { cwd: root })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^Failed to make the suite demo: .* is no checkout of Holdfast\. Leave out --shipped, or run it there\.\n$/)
    expect(readdirSync(root)).not.toContain('suites')
  })

  test('suites that is a file', async () => {
    const root = project()
    writeFileSync(join(root, 'suites'), '')
    const { code, stderr } = await init(root)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^Failed to make the suite demo: .*Make suites\/demo possible to write\.\n$/)
  })
})
