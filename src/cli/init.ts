import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Command, Option } from 'commander'
import { present } from '../core/base/collections.ts'
import { type HoldfastError, messageOf, orUndefined, usageError } from '../core/base/errors.ts'
import { packageRoot } from '../core/base/packageRoot.ts'
import { didYouMean } from '../core/base/text/nearest.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import type { HoldfastOptions } from '../core/config/schema.ts'
import { recordName } from '../core/format/recordName.ts'
import { secretVariables } from '../core/format/requestExtras.ts'
import { plannedHeadline } from '../deciding/headline.ts'
import { endpointKey } from '../models/endpointKey.ts'
import { labelled, screenWidth } from '../reports/layout.ts'
import { isBundledSuite, loadSuite, suiteNames } from '../running/catalogue.ts'
import { loadOptions } from '../running/commands/commandConfig.ts'
import { printResult } from '../running/commands/output.ts'

/** What stands for the suite's name in the templates. */
const PLACEHOLDER = /suite-name/g
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
/** What stands before the name of a suite that is surely the user's own. */
const OWN = /^suites\//
/** Folders that hold no benchmarks of the project; those that begin with a dot hold none either. */
const NOT_OWN = new Set(['node_modules', 'dist', 'reports'])
/** Vitest reads either; a vitest.config.ts of ours beside a vite.config.ts would hide it. */
const CONFIG = /^vite(?:st)?\.config\.[cm]?[jt]s$/

/** Jobs for CI: where each file of them goes with its template, where models find their keys, and what is next. */
const JOBS = {
  github: {
    files: {
      '.github/workflows/holdfast.yml': 'github/holdfast.yml',
      '.github/workflows/holdfast-fork.yml': 'github/holdfast-fork.yml',
    },
    keys: 'in the secrets of the repository',
    next: 'see to models, keys, suite and gate in holdfast.yml, and commit both',
  },
  slurm: {
    files: { 'holdfast.sbatch': 'slurm/holdfast.sbatch' },
    keys: 'in the environment of sbatch',
    next: 'sbatch holdfast.sbatch lifbench.eval',
  },
  kubernetes: {
    files: { 'holdfast-job.yaml': 'kubernetes/holdfast-job.yaml' },
    keys: 'in the secret holdfast',
    next: 'name your image, model and suite in it, then kubectl apply -f holdfast-job.yaml',
  },
  shell: {
    files: { 'holdfast.sh': 'shell/holdfast.sh' },
    keys: 'in the environment of holdfast.sh',
    next: 'see to models and gate in holdfast.sh, and let your CI run: bash holdfast.sh',
  },
} as const

/** Options that jobs set by variables. Those of the configuration stay: an example in the job would take their place. */
const IN_JOBS = ['model', 'judge', 'gates'] as const

type JobOption = (typeof IN_JOBS)[number]

/** Options that name the models of a run. */
const NAMING = ['model', 'judge', 'refuter', 'interactor', 'user'] as const

/** Where the templates pass a key: a line, or more that are indented below it. */
const KEY = /^.*\bOPENAI_API_KEY\b.*\n(?: {14}.*\n)*/m

/** What Git shall leave out: runs, pages of several, and the cache with the data. */
const IGNORED = ['reports/runs', 'reports/*.html', '.holdfast']

/** `holdfast init [name]`: the plugin with a first test, a suite of the package or of the user's own, or a job for CI, in the working directory. */
export function initCommand(): Command {
  return new Command('init')
    .description('Make a start in this project: the plugin and a first test, a suite, or a job for CI. Nothing is written over.')
    .argument('[name]', 'a suite of Holdfast; another name makes a suite of your own; none makes a first dialogue test')
    .addOption(new Option('--ci <where>', 'a job that runs a suite there; shell: a script for any other CI').choices(Object.keys(JOBS)))
    .option('--shipped', 'in a checkout of Holdfast: a suite of the package')
    .action(async (given: string | undefined, { ci, shipped = false }: { ci?: keyof typeof JOBS; shipped?: boolean }) => {
      const root = process.cwd()
      const name = given?.replace(OWN, '')
      // All that could be in the way is looked for before anything is written.
      if (ci) assertFree(root, `the job for ${ci}`, JOBS[ci].files)
      const configured = ci ? await loadOptions(root) : {}
      const ofModels = keysOf(configured)
      const kept = IN_JOBS.filter((option) => configured[option] !== undefined)
      const files = evalFiles(root)
      const isPlain = (file: string) => ci !== undefined && holdsPlainTests(readFileSync(join(root, file), 'utf8'))
      const here = [...new Set(files.filter((file) => !isPlain(file)).map((file) => nameOf(file)))].sort()
      const suites = suiteNames().filter((suite) => here.includes(suite))
      const ran = name ?? suites[0] ?? (here.length === 1 ? here[0] : undefined)
      const known = shipped ? undefined : files.find((file) => nameOf(file) === ran)
      if (known !== undefined && name !== undefined && !ci) throw refused(` ${name}`, `${known} exists. Run it: npx vitest run ${known}`)
      if (known !== undefined && isPlain(known))
        throw refused(
          ` a job for ${name}`,
          `${known} holds ordinary tests, each of which decides by itself: any CI runs npx vitest run ${name}.eval. A job gates a benchmark. Make one: ${holdfastCommand('init', `suites/${name}-benchmark`)}`,
        )
      if (known === undefined && name !== undefined && name === given && !shipped) assertNotNear(name)
      const made = ci && known !== undefined ? [` runs  ${known}`] : ci && name === undefined ? [] : makeNamed(name, root, shipped)
      const others = ci && name === undefined && ran !== undefined ? here.filter((other) => other !== ran) : []
      const examples = ci ? await examplesOf(ran, kept) : []
      const ofSuite = await jobOf(ran, examples, ofModels)
      const set = ci ? examples.filter((option) => isIn(JOBS[ci].files, option)) : []
      const names = configured.model === undefined ? Object.keys(configured.models ?? {}) : []
      const seen = present([
        names.length > 0 && `that your configuration has models: ${names.join(', ')}. Name one of them in the job`,
        kept.length > 0 && `that the job sets no ${kept.join(' and no ')}: it takes what your Vitest configuration says`,
        set.length > 0 &&
          `that ${set.join(' and ')} in the job ${set.length > 1 ? 'are examples. They take' : 'is an example. It takes'} the place of what you configure later: change the lines, or remove them`,
        ci && ofModels.keys.length > 0 && `that your models find their keys ${JOBS[ci].keys}: ${ofModels.keys.join(', ')}`,
        others.length > 0 && `that the job runs ${ran}, and not ${others.join(', ')}: add them where it names ${ran}`,
        // The name of a file may be mistyped.
        ci &&
          known === undefined &&
          name !== undefined &&
          !isBundledSuite(name) &&
          `that suites/${name} is a new suite, since there was no ${name}.eval file`,
        ran === undefined && `that there is no lifbench.eval here yet (${holdfastCommand('init', 'lifbench')}).${ofHere(here, ci)}`,
      ]).map((text) => ` see   ${text}`)
      const job = ci ? [...makeFiles(root, JOBS[ci].files, ofSuite), ...seen, ` next  ${ofSuite(JOBS[ci].next)}`] : []
      const lines = [...made, ...job].flatMap((line) => {
        const [, kind = '', text = ''] = /^ (made|next|see) +(?!npx |sbatch )(.+)$/.exec(line) ?? []
        return kind === '' ? [line] : labelled(kind, text, screenWidth(), 6)
      })
      return printResult(undefined, lines)
    })
}

/** What to do for one of the project's own files where the job is for none of them. */
function ofHere([first, ...more]: readonly string[], ci = ''): string {
  if (first === undefined) return ''
  return ` Here are ${[first, ...more].join(', ')}: for one of them remove that job, then ${holdfastCommand('init', '--ci', ci, first)}`
}

/** Whether the text of a file has tests, and nothing that makes a benchmark. A file that has neither may import one. */
function holdsPlainTests(text: string): boolean {
  return /\b(?:test|it)(?:\.\w+)*\s*\(/.test(text) && !/\bbenchmark\s*\(|holdfast\/suites\//.test(text)
}

/** @throws HoldfastError for a name that is probably a suite of Holdfast, mistyped. */
function assertNotNear(name: string): void {
  const near = isBundledSuite(name) ? '' : didYouMean(name, suiteNames())
  if (near === '') return
  const anyway = `For a suite of your own of that name: ${holdfastCommand('init', `suites/${name}`)}`
  throw refused(` ${JSON.stringify(name)}`, `no suite of Holdfast has that name.${near} ${anyway}`)
}

/**
 * The variables with the keys of the models that the configuration names for its roles; of all its models where one is yet to be named.
 * `mayUseMore`: there is an application of the project among them, whose code takes the variables it wants.
 */
function keysOf(configured: HoldfastOptions) {
  const models = new Map(Object.entries(configured.models ?? {}))
  const named = [...NAMING.flatMap((role) => configured[role] ?? []), ...(configured.model === undefined ? models.keys() : [])]
  const entryOf = (name: string) => models.get(name) ?? { uri: name }
  const entries = named
    .map(entryOf)
    .flatMap((entry) => (entry.uri.startsWith('panel:') ? entry.uri.slice('panel:'.length).split(';').map(entryOf) : [entry]))
  const keys = entries.flatMap((entry) => [...secretVariables({ entry }), ...present([orUndefined(() => endpointKey(entry))?.variable])])
  return { keys: [...new Set(keys)], mayUseMore: entries.some(({ uri }) => uri.startsWith('module:')) }
}

/** The options that a job sets as an example: those that the configuration lacks and the suite needs. */
async function examplesOf(name = 'lifbench', kept: readonly JobOption[]): Promise<JobOption[]> {
  const isJudged = (await loadSuite(name))?.roles.includes('judge') ?? false
  return IN_JOBS.filter((option) => !kept.includes(option) && (option !== 'judge' || isJudged))
}

/** Whether the templates of a job have a line for an option. */
function isIn(files: Files, option: JobOption): boolean {
  return Object.values(files).some((template) => templateOf(template).includes(`HOLDFAST_${option.toUpperCase()}`))
}

/** What makes a job for LIFBench one for another suite. Its gate is on the headline, as far as that is known without items. */
async function jobOf(name = 'lifbench', examples: readonly JobOption[], { keys, mayUseMore }: ReturnType<typeof keysOf>) {
  const suite = await loadSuite(name)
  // The models that jobs name as examples are OpenAI's.
  const hasExample = examples.some((option) => option !== 'gates')
  const passed = keys.length === 0 || mayUseMore || hasExample ? [...new Set([...keys, 'OPENAI_API_KEY'])] : keys
  const withKeys = (job: string) =>
    job.replace(KEY, (lines) =>
      passed
        .map((key) => lines.replaceAll('OPENAI_API_KEY', key).replace('openai-api-key', key.toLowerCase().replaceAll('_', '-')))
        .join(''),
    )
  const withVariables = (text: string) =>
    IN_JOBS.reduce((job, option) => {
      const line = new RegExp(`^( *)(?:# )?(?=(?:export |- \\{ name: )?HOLDFAST_${option.toUpperCase()}\\b)`, 'm')
      return job.replace(line, examples.includes(option) ? '$1' : '$1# ')
    }, withKeys(text))
  if (name === 'lifbench') return withVariables
  const { key, range: [low, high] = [0, 1] } = plannedHeadline(suite ? (await suite.rules()).planned([]) : {})
  const of = (share: number) => Number((share * (high - low)).toPrecision(2))
  const gate = JSON.stringify({ [key]: { min: low + of(0.7), maxDrop: of(0.02) } })
  return (text: string) =>
    withVariables(text)
      .replace(/\{"content\.overall":.+?\}/, gate.slice(0, -1))
      .replace(/init --ci \w+/, (command) => `${command} ${name}`)
      .replace(/lifbench/gi, name)
}

/** What a file is a benchmark by: its name is that before `.eval`. */
const EVAL = /^([\w-]+)\.eval\.[cm]?[jt]sx?$/
const nameOf = (file: string) => EVAL.exec(basename(file))?.[1] ?? ''

/** The *.eval files of the project, wherever they lie: those of a folder before those of folders in it. */
function evalFiles(root: string, folder = ''): string[] {
  // A folder that cannot be read, as that of a database, has no tests.
  const entries = orUndefined(() => readdirSync(join(root, folder), { withFileTypes: true })) ?? []
  const own = entries.filter((entry) => entry.isFile() && EVAL.test(entry.name)).map((entry) => folder + entry.name)
  const inner = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NOT_OWN.has(entry.name))
  return [...own, ...inner.flatMap((entry) => evalFiles(root, `${folder}${entry.name}/`))]
}

function makeNamed(name: string | undefined, root: string, isShipped: boolean): string[] {
  if (name !== undefined && !isBundledSuite(name)) return makeSuite(name, root, isShipped)
  const project = readPackage(root)
  if (project.name === 'holdfast')
    throw usageError(`Failed to write into this project: ${root} is a checkout of Holdfast. Run it in the folder of your project.`)
  if (name === undefined) {
    assertFree(root, 'a start', START)
    return [...makeFiles(root, START), ...withPlugin(root, project, 'bank.eval.ts'), SIMULATED, ' next  npx vitest run bank']
  }
  const path = `suites/${name}.eval.ts`
  const made = makeFiles(root, { [path]: 'start/bundled.eval.ts' }, named(name))
  return [...made, ...withPlugin(root, project, path), RUN_TOO, ` next  npx vitest run suites/${name}`]
}

/** Tests that nobody's model answers pass all the same. */
const SIMULATED = ' see   that a simulated model answers until HOLDFAST_MODEL, or model in the configuration, names yours'

/** A suite costs money with a real model, and people run their tests often. */
const RUN_TOO = ' see   that npx vitest run runs it too: for tests alone, name their files'

/** Where each file goes, with its template. */
type Files = Readonly<Record<string, string>>

const START: Files = { 'bank.eval.ts': 'start/bank.eval.ts' }

/** @throws HoldfastError where one of the files exists. */
function assertFree(root: string, what: string, files: Files): void {
  const taken = Object.keys(files).find((path) => existsSync(join(root, path)))
  if (taken !== undefined) throw usageError(`Failed to make ${what}: ${taken} exists. Remove it, or keep it as it is.`)
}

const templateOf = (template: string) => readFileSync(join(packageRoot, 'templates', template), 'utf8')

/** Writes files from their templates; a line for each. */
function makeFiles(root: string, files: Files, fill: (text: string) => string = String): string[] {
  return Object.entries(files).map(([path, template]) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), fill(templateOf(template)), { flag: 'wx' })
    return ` made  ${path}`
  })
}

/** Puts the suite's name into a template. */
const named = (name: string) => (text: string) => text.replace(PLACEHOLDER, name)

/** Writes a suite's files, none over another; lines of what is done and left to do. @throws HoldfastError for a name or a root that does not fit. */
function makeSuite(name: string, root: string, isShipped: boolean): string[] {
  if (!NAME.test(name))
    throw refused(` ${JSON.stringify(name)}`, 'not a name. Use small letters, digits and single hyphens, a letter first.')
  if (!recordName.safeParse(name).success) throw refused(` ${name}`, 'JavaScript uses that name itself. Choose another.')
  const project = readPackage(root)
  if (isShipped && project.name !== 'holdfast')
    throw refused(` ${name}`, `${root} is no checkout of Holdfast. Leave out --shipped, or run it there.`)
  const folder = `suites/${name}`
  if (existsSync(join(root, folder))) throw refused(` ${name}`, `${folder} exists. Choose another name, or remove it.`)
  try {
    mkdirSync(join(root, folder), { recursive: true })
  } catch (error) {
    throw refused(` ${name}`, `${messageOf(error)}. Make ${folder} possible to write.`)
  }
  return isShipped ? makeShipped(name, root) : makeOwn(name, root, project)
}

function refused(name: string, why: string): HoldfastError {
  return usageError(`Failed to make the suite${name}: ${why}`)
}

function readPackage(root: string): { readonly name?: unknown; readonly type?: unknown } {
  try {
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) ?? {}
  } catch (error) {
    throw usageError(
      `Failed to write into this project: no package.json to be read in ${root} (${messageOf(error)}). Run it in the folder of your project.`,
    )
  }
}

/** A suite of the user's own. */
function makeOwn(name: string, root: string, project: ReturnType<typeof readPackage>): string[] {
  const files = readdirSync(join(packageRoot, 'templates', 'suite')).map((template) => {
    const file = template === 'eval.ts' || template === 'test.ts' ? `${name}.${template}` : template
    const isHere = project.name === 'holdfast' && file.endsWith('.ts')
    makeFiles(root, { [`suites/${name}/${file}`]: `suite/${template}` }, (text) => (isHere ? asInCheckout : String)(named(name)(text)))
    return file
  })
  return [
    ` made  suites/${name}: ${files.sort().join(', ')}`,
    ...withPlugin(root, project, `suites/${name}/${name}.eval.ts`),
    ...(project.name === 'holdfast' ? [] : [RUN_TOO]),
    ` next  npx vitest run suites/${name}`,
  ]
}

/** The configurations of Vite and Vitest of a project. */
function configFiles(root: string): string[] {
  return readdirSync(root).filter((file) => CONFIG.test(file))
}

/** A Vitest configuration with the plugin where there is none, else what to add to it; and what Git shall leave out. */
function withPlugin(root: string, { name, type }: ReturnType<typeof readPackage>, made: string): string[] {
  if (name === 'holdfast') return []
  const configs = configFiles(root)
  // In a CommonJS project the configuration must say that it is none, else Vite warns at every run.
  const config = type === 'module' ? 'vitest.config.ts' : 'vitest.config.mts'
  const ignore = join(root, '.gitignore')
  const isThere = existsSync(ignore)
  const lines = isThere ? readFileSync(ignore, 'utf8') : ''
  const missing = [...(isThere ? [] : ['node_modules']), ...IGNORED].filter(
    (path) => !lines.split(/\r?\n/).some((line) => line.replace(/^\/|\/$/g, '') === path),
  )
  if (missing.length > 0) appendFileSync(ignore, `${lines === '' || lines.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`)
  return [
    ...(configs.length === 0 ? makeFiles(root, { [config]: 'vitest.config.ts' }) : []),
    ...missing.map((path) => ` line  in .gitignore: ${path}`),
    ...configAdvice(root, configs, made),
  ]
}

/** All that a suite of the package needs: its files, its line in the list of suites, and a row in the table that leads to its pages. */
function makeShipped(name: string, root: string): string[] {
  const inCode = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  // A page is none until its placeholders are filled in, so its links are not looked at.
  const files = {
    [`suites/${name}/suite.ts`]: 'shipped/suite.ts',
    [`suites/${name}/${name}.eval.ts`]: 'shipped/eval.ts',
    [`suites/${name}/README.md`]: 'shipped/README.md.template',
    [`fixtures/${name}/items.jsonl`]: 'shipped/items.jsonl',
    [`docs/suites/${name}.md`]: 'shipped/rules.md.template',
  }
  const made = makeFiles(root, files, (text) => named(name)(text).replaceAll('suiteNameSuite', `${inCode}Suite`))
  const line = `  { name: '${name}', load: async () => (await import('./${name}/suite.ts')).${inCode}Suite },`
  const row = `|${name}|[README](../suites/${name}/README.md)|[${name}](suites/${name}.md)|`
  const lists = [
    addAfter(root, 'suites/bundled.ts', /^ {2}\{ name: /, line),
    addAfter(root, 'docs/README.md', /^\|.*\(\.\.\/suites\//, row),
  ]
  return [...made, ...lists.map((path) => ` line  in ${path}`), ` next  npx vitest run suites/${name}, then npm test`]
}

/** Adds a line after the last one of its kind. */
function addAfter(root: string, path: string, kind: RegExp, added: string): string {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  lines.splice(lines.findLastIndex((line) => kind.test(line)) + 1, 0, added)
  writeFileSync(join(root, path), lines.join('\n'))
  return path
}

/** Imports of this repository: the sources of Holdfast, and .ts for what .js names in a user's project, where that needs no setting. */
function asInCheckout(text: string): string {
  return text.replaceAll("from 'holdfast'", "from '../../src/index.ts'").replace(/from '(\.\/[\w-]+)\.js'/g, "from '$1.ts'")
}

function configAdvice(root: string, configs: readonly string[], made: string): string[] {
  const own = configs.find((file) => file.startsWith('vitest.')) ?? configs[0]
  if (own === undefined) return []
  const text = readFileSync(join(root, own), 'utf8')
  // The configuration is not run, so nobody knows what its patterns match.
  if (text.includes('holdfast'))
    return /\binclude\b/.test(text) && !text.includes('**/*.eval.') ? [` see   that the include of ${own} matches ${made}`] : []
  return [
    ` add   to ${own}, which stays as it is, a project with the plugin:`,
    '',
    "  import { holdfast } from 'holdfast/plugin'",
    '',
    '  test: {',
    '    projects: [',
    '      { extends: true },',
    "      { plugins: [holdfast()], test: { name: 'suites', include: ['**/*.eval.?(c|m)[jt]s?(x)', 'suites/**/*.test.ts'] } },",
    '    ],',
    '  },',
    '',
  ]
}
