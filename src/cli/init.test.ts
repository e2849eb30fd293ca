import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { holdfastHere } from '../../test/command.ts'
import { temporaryFolder } from '../../test/temporaryFolder.ts'

/** A project with these files, all empty. */
function project(...files: readonly string[]) {
  const root = temporaryFolder()
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), '')
  }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'shop', type: 'module' }))
  return {
    root,
    init: (...args: readonly string[]) => holdfastHere(['init', ...args], root),
    text: (path: string) => readFileSync(join(root, path), 'utf8'),
  }
}

describe('holdfast init', () => {
  test.each([
    ['presure', 'pressure'],
    ['LIFBench', 'lifbench'],
  ])('%s is nearly a suite of Holdfast, and makes nothing', async (name, near) => {
    const { root, init } = project()
    expect(await init(name)).toEqual({
      code: 2,
      stdout: '',
      stderr: `Failed to make the suite ${JSON.stringify(name)}: no suite of Holdfast has that name. Did you mean ${near}? For a suite of your own of that name: npx holdfast init suites/${name}\n`,
    })
    expect(readdirSync(root)).toEqual(['package.json'])
  })

  test('a near name with its folder makes a suite of that name', async () => {
    const { root, init } = project()
    expect(await init('suites/presure')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('made  suites/presure: '),
    })
    expect(existsSync(join(root, 'suites/presure/presure.eval.ts'))).toBe(true)
  })

  test.each(['returns', 'pressure'])('%s that lies elsewhere is not made a second time', async (name) => {
    const { root, init } = project(`evals/desk/${name}.eval.mts`)
    expect(await init(name)).toMatchObject({ code: 2, stderr: expect.stringContaining(`evals/desk/${name}.eval.mts exists.`) })
    expect(readdirSync(root)).not.toContain('suites')
  })
})

describe('what Git leaves out', () => {
  test('is node_modules too where there is no .gitignore, and else not', async () => {
    const { root, init, text } = project()
    expect((await init()).stdout).toContain(' line  in .gitignore: node_modules\n line  in .gitignore: reports/runs\n')
    expect(text('.gitignore')).toBe('node_modules\nreports/runs\nreports/*.html\n.holdfast\n')
    writeFileSync(join(root, '.gitignore'), 'build\n')
    await init('pressure')
    expect(text('.gitignore')).toBe('build\nreports/runs\nreports/*.html\n.holdfast\n')
  })
})

test.each([
  [['pressure'], true],
  [['returns'], true],
  [['--ci', 'github', 'pressure'], true],
  [[], false],
  [['--ci', 'github'], false],
])('init %j says whether a plain run takes what it made: %j', async (args, isSaid) => {
  const stdout = (await project().init(...args)).stdout.replace(/\n {7}/g, ' ')
  expect(stdout.includes(' see   that npx vitest run runs it too: for tests alone, name their files\n')).toBe(isSaid)
})

describe('an include in the configuration', () => {
  const configured = async (include: string, ...args: readonly string[]) => {
    const { root, init } = project()
    writeFileSync(
      join(root, 'vitest.config.ts'),
      `import { holdfast } from 'holdfast/plugin'\nexport default { plugins: [holdfast()], ${include} }\n`,
    )
    return (await init(...args)).stdout
  }

  test.each([
    [[], 'bank.eval.ts'],
    [['returns'], 'suites/returns/returns.eval.ts'],
    [['pressure'], 'suites/pressure.eval.ts'],
  ])('is named with what %j made', async (args, made) => {
    const stdout = await configured("test: { include: ['test/*.test.ts'] }", ...args)
    expect(stdout.replace(/\n {7}/g, ' ')).toContain(` see   that the include of vitest.config.ts matches ${made}\n`)
  })

  test.each(['', "test: { include: ['**/*.eval.ts'] }"])('is not named where it is %j', async (include) => {
    expect(await configured(include)).not.toContain('that the include')
  })
})

const WORKFLOW = '.github/workflows/holdfast.yml'

describe('holdfast init --ci', () => {
  const COMMON = '{"pass_rate":{"min":0.7,"maxDrop":0.02}}'
  test.each([
    ['returns', COMMON],
    ['suites/returns', COMMON],
    ['pressure', '{"two_sided":{"min":0.7,"maxDrop":0.02}}'],
    ['fb-bench', '{"overall":{"min":70,"maxDrop":2}}'],
    ['refutebench', '{"transient.satisfaction":{"min":3.8,"maxDrop":0.08}}'],
    ['Returns_2', COMMON],
  ])('runs the benchmark %s that the project has, and makes no other', async (given, gate) => {
    const name = given.replace('suites/', '')
    const { root, init, text } = project(`evals/desk/${name}.eval.ts`, `node_modules/a/${name}.eval.ts`)
    const { code, stdout } = await init('--ci', 'github', given)
    expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^ runs  evals/desk/${name}\\.eval\\.ts\n made  ${WORKFLOW}`))])
    expect(readdirSync(root)).not.toContain('suites')
    expect(text(WORKFLOW)).toContain(`run: npx vitest run ${name}.eval\n`)
    // The headline of the suite, on its scale: that of LIFBench is no other's.
    expect(text(WORKFLOW)).toContain(`HOLDFAST_GATES: '{"baseline":"main","${name}":${gate}}'`)
    expect(text(WORKFLOW)).not.toMatch(/lifbench/i)
    // The suites that are judged need one, and of one's own it is not known.
    const isJudged = ['fb-bench', 'refutebench'].includes(given)
    expect(text(WORKFLOW)).toContain(isJudged ? '\n  HOLDFAST_JUDGE: openai:gpt-5\n' : '\n  # HOLDFAST_JUDGE: openai:gpt-5\n')
  })

  test('without a name says which suites of the project the job does not run', async () => {
    const { init, text } = project('suites/fb-bench.eval.ts', 'suites/pressure.eval.ts')
    const { stdout } = await init('--ci', 'github')
    const [, ran = '', left = ''] = / see {3}that the job runs ([\w-]+), and not ([\w-]+): add/.exec(stdout.replace(/\n {7}/g, ' ')) ?? []
    expect([ran, left].sort()).toEqual(['fb-bench', 'pressure'])
    expect(text(WORKFLOW)).toContain(`run: npx vitest run ${ran}.eval\n`)
  })

  test.each([
    [{ gates: { baseline: 'main' } }, 'no gates', ['GRACE', 'JUDGE', 'MODEL']],
    [{ models: { judge: { uri: 'sim:judge' } }, model: 'sim:null' }, 'no model', ['GATES', 'GRACE', 'JUDGE']],
    [{ model: 'sim:null', judge: 'sim:judge', gates: {} }, 'no model and no judge and no gates', ['GRACE']],
  ])('of a suite with a judge sets nothing that the configuration %j says', async (options, none, variables) => {
    const { root, init, text } = project('fb-bench.eval.ts')
    // The other names are in comments only, which say nothing.
    const config = { plugins: [{ name: 'holdfast', api: { options } }] }
    writeFileSync(join(root, 'vitest.config.ts'), `// model: judge: gates:\nexport default ${JSON.stringify(config)}\n`)
    const { stdout } = await init('--ci', 'github', 'fb-bench')
    expect(stdout.replace(/\n {7}/g, ' ')).toContain(` see   that the job sets ${none}: it takes what your Vitest configuration says\n`)
    const examples = (['MODEL', 'JUDGE', 'GATES'] as const).filter((name) => variables.includes(name)).map((name) => name.toLowerCase())
    const told = ` see   that ${examples.join(' and ')} in the job `
    expect(stdout.replace(/\n {7}/g, ' ').includes(told)).toBe(examples.length > 0)
    const names = (job: string) =>
      [...job.matchAll(/^ *(?:export |- \{ name: )?HOLDFAST_(MODEL|JUDGE|GATES|GRACE)\b/gm)].map(([, name]) => name)
    expect(names(text(WORKFLOW)).sort()).toEqual(variables)
    await init('--ci', 'shell', 'fb-bench')
    expect(names(text('holdfast.sh')).sort()).toEqual(variables.filter((name) => name !== 'GRACE'))
    await init('--ci', 'kubernetes', 'fb-bench')
    expect(names(text('holdfast-job.yaml')).sort()).toEqual(variables.filter((name) => name !== 'GRACE' && name !== 'GATES'))
  })

  test('says which models the configuration has, where the job names an example', async () => {
    const { root, init } = project('fb-bench.eval.ts')
    const says = async (options: object) => {
      rmSync(join(root, '.github'), { recursive: true, force: true })
      writeFileSync(
        join(root, 'vitest.config.ts'),
        `export default ${JSON.stringify({ plugins: [{ name: 'holdfast', api: { options } }] })}\n`,
      )
      return (await init('--ci', 'github', 'fb-bench')).stdout.replace(/\n {7}/g, ' ')
    }
    const models = { release: { uri: 'openai:a' }, strong: { uri: 'openai:b' } }
    expect(await says({ models })).toContain(' see   that your configuration has models: release, strong. Name one of them in the job\n')
    expect(await says({ models, model: 'release' })).not.toContain('has models')
  })

  const ACME = { uri: 'openai:a@https://acme.example/v1', apiKeyEnv: 'ACME_KEY' }
  const GATE = { uri: 'openai:g@https://gate.example/v1', headers: { authorization: '$GATE_KEY' } }
  const BARE = { uri: 'openai:gpt-5' }
  const IN_URI = 'openai:u@https://uri.example/v1#key=URI_KEY'
  const models = { acme: ACME, gate: GATE, bare: BARE, jury: { uri: `panel:acme;${IN_URI}` } }
  test.each<[string, object, string[], string]>([
    ['the model', { models, model: 'acme' }, ['ACME_KEY'], 'ACME_KEY'],
    ['model and judge', { models, model: 'gate', judge: 'bare' }, ['GATE_KEY', 'OPENAI_API_KEY'], 'GATE_KEY, OPENAI_API_KEY'],
    ['a refuter', { models, model: 'acme', refuter: 'gate' }, ['ACME_KEY', 'GATE_KEY'], 'ACME_KEY, GATE_KEY'],
    ['a panel', { models, model: 'sim:null', judge: 'jury' }, ['ACME_KEY', 'URI_KEY'], 'ACME_KEY, URI_KEY'],
    [
      'an application, whose code takes what it wants',
      { models, model: 'module:./bot.ts', judge: 'acme' },
      ['ACME_KEY', 'OPENAI_API_KEY'],
      'ACME_KEY',
    ],
    [
      'all models, and the example, where no model is named',
      { models: { acme: ACME, gate: GATE } },
      ['ACME_KEY', 'GATE_KEY', 'OPENAI_API_KEY'],
      'ACME_KEY, GATE_KEY',
    ],
    ['none', { model: 'sim:null' }, ['OPENAI_API_KEY'], ''],
  ])('passes the variables with the keys of %s', async (_what, options, passed, told) => {
    const { root, init, text } = project('pressure.eval.ts')
    writeFileSync(
      join(root, 'vitest.config.ts'),
      `export default ${JSON.stringify({ plugins: [{ name: 'holdfast', api: { options } }] })}\n`,
    )
    const says = async (where: string) => (await init('--ci', where, 'pressure')).stdout.replace(/\n {7}/g, ' ')
    const seen = (place: string) =>
      told === ''
        ? expect.not.stringContaining('their keys')
        : expect.stringContaining(` see   that your models find their keys ${place}: ${told}\n`)
    expect(await says('github')).toEqual(seen('in the secrets of the repository'))
    const step = parse(text(WORKFLOW)).jobs.run.steps.find(({ env }: { env?: object }) => env)
    const secrets = Object.entries<string>(step.env).filter(([, value]) => value.includes('secrets.'))
    expect(secrets).toEqual(passed.map((name) => [name, `\${{ secrets.${name} }}`]))
    expect(await says('kubernetes')).toEqual(seen('in the secret holdfast'))
    const { env } = parse(text('holdfast-job.yaml')).spec.template.spec.containers[0]
    const refs = env.flatMap(({ name, valueFrom }: { name: string; valueFrom?: { secretKeyRef?: object } }) =>
      valueFrom?.secretKeyRef ? [[name, valueFrom.secretKeyRef]] : [],
    )
    expect(refs).toEqual(passed.map((name) => [name, { name: 'holdfast', key: name.toLowerCase().replaceAll('_', '-'), optional: true }]))
    // These have the variables of the shell that starts them.
    expect(await says('shell')).toEqual(seen('in the environment of holdfast.sh'))
    expect(await says('slurm')).toEqual(seen('in the environment of sbatch'))
  })

  test.each([
    ['slurm', 'holdfast.sbatch'],
    ['kubernetes', 'holdfast-job.yaml'],
    ['shell', 'holdfast.sh'],
  ])('the job for %s and what is next name the suite', async (where, file) => {
    const { init, text } = project('returns.eval.ts')
    expect((await init('--ci', where, 'returns')).stdout).not.toMatch(/lifbench/i)
    expect(text(file)).toContain('returns.eval')
    expect(text(file)).not.toMatch(/lifbench/i)
  })

  test('the job for kubernetes names a judge for a suite that has one', async () => {
    const { init, text } = project('fb-bench.eval.ts')
    await init('--ci', 'kubernetes', 'fb-bench')
    expect(text('holdfast-job.yaml')).toContain("            - { name: HOLDFAST_JUDGE, value: 'openai:gpt-5' }\n")
  })

  test('with the name of a suite of Holdfast makes it and its job, and without a name the job of LIFBench', async () => {
    const { root, init, text } = project()
    await init('--ci', 'github', 'pressure')
    expect(existsSync(join(root, 'suites/pressure.eval.ts'))).toBe(true)
    expect(text(WORKFLOW)).toContain('run: npx vitest run pressure.eval\n')
    const other = project()
    await other.init('--ci', 'github')
    expect(other.text(WORKFLOW)).toBe(readFileSync('templates/github/holdfast.yml', 'utf8'))
  })

  describe('of a file of ordinary tests', () => {
    const TESTS = "import { test } from 'holdfast'\ntest('talks', async ({ dialogue }) => {})\n"
    const of = async (text: string, ...args: readonly string[]) => {
      const made = project('bot/shop.eval.ts')
      writeFileSync(join(made.root, 'bot/shop.eval.ts'), text)
      return { ...made, stdout: (await made.init('--ci', ...args)).stdout.replace(/\n {7}/g, ' ') }
    }

    test('is refused, for any CI runs them: a gate needs a benchmark', async () => {
      const made = project('bot/shop.eval.ts')
      writeFileSync(join(made.root, 'bot/shop.eval.ts'), TESTS.replace('test(', 'test.for([1])('))
      const { code, stderr } = await made.init('--ci', 'shell', 'shop')
      expect([code, existsSync(join(made.root, 'holdfast.sh'))]).toEqual([2, false])
      expect(stderr.replace(/\s+/g, ' ')).toContain(
        'bot/shop.eval.ts holds ordinary tests, each of which decides by itself: any CI runs npx vitest run shop.eval. A job gates a benchmark. Make one: npx holdfast init suites/shop-benchmark',
      )
      // Where no name is given it is passed over.
      expect((await made.init('--ci', 'shell')).stdout).toContain('there is no lifbench.eval here yet')
    })

    test.each([
      `${TESTS}import { benchmark } from 'holdfast'\nbenchmark('shop', {}, () => {})`,
      `${TESTS}import 'holdfast/suites/pressure'`,
      "import './declared.ts'",
    ])('is one of a benchmark too where it has one: %j', async (text) => {
      const { stdout, text: written } = await of(text, 'github', 'shop')
      expect(stdout).not.toContain('ordinary')
      expect(written(WORKFLOW)).toContain('"shop":{"pass_rate"')
    })
  })

  test('without a name takes the only *.eval file of the project', async () => {
    const { init, text } = project('bot/shop.eval.ts', 'node_modules/a/b.eval.ts')
    expect((await init('--ci', 'shell')).stdout).toMatch(/^ runs {2}bot\/shop\.eval\.ts\n made {2}holdfast\.sh\n/)
    expect(text('holdfast.sh')).toContain('\nnpx vitest run shop.eval\n')
  })

  test.each([
    [[], ''],
    [
      ['shop.eval.ts', 'bot/bank.eval.mts'],
      ' Here are bank, shop: for one of them remove that job, then npx holdfast init --ci shell bank',
    ],
  ])('without a name says that there is no LIFBench yet beside %j', async (files, here) => {
    const { init, text } = project(...files)
    expect((await init('--ci', 'shell')).stdout.replace(/\n {7}/g, ' ')).toContain(
      ` see   that there is no lifbench.eval here yet (npx holdfast init lifbench).${here}\n`,
    )
    expect(text('holdfast.sh')).toContain('\nnpx vitest run lifbench.eval\n')
  })

  test('of a name that no file has says that it made a suite', async () => {
    const { stdout } = await project('shop.eval.ts').init('--ci', 'shell', 'nothere')
    expect(stdout.replace(/\n {7}/g, ' ')).toContain(' see   that suites/nothere is a new suite, since there was no nothere.eval file\n')
  })

  test('a name that a command would read otherwise is refused, also where a file has it', async () => {
    const { root, init } = project('a;b.eval.ts')
    expect(await init('--ci', 'github', 'a;b')).toMatchObject({ code: 2, stderr: expect.stringContaining('"a;b": not a name.') })
    expect(readdirSync(root)).not.toContain('.github')
  })
})
