import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { HoldfastError, messageOf } from '../core/base/errors.ts'
import { packageRoot } from '../core/base/packageRoot.ts'
import { recordName } from '../core/format/recordName.ts'
import { isBundledSuite } from '../running/catalogue.ts'
import { printResult } from '../running/commands/output.ts'

/** What stands for the suite's name in the templates. */
const PLACEHOLDER = /suite-name/g
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
/** Vitest reads either; a vitest.config.ts of ours beside a vite.config.ts would hide it. */
const CONFIG = /^vite(?:st)?\.config\.[cm]?[jt]s$/

/** `holdfast init <name>`: a new suite from the template, in the project of the working directory. */
export function initCommand(): Command {
  return new Command('init')
    .description('Make a new suite in suites/<name>: items, benchmark, scoring, summary, and tests that calibrate it.')
    .argument('<name>', 'name of the suite: small letters, digits and hyphens')
    .option('--shipped', 'in a checkout of Holdfast: a suite of the package, with its page, its items and its line in the list')
    .action((name: string, { shipped = false }: { shipped?: boolean }) => printResult(undefined, makeSuite(name, process.cwd(), shipped)))
}

/** Writes a suite's files, none over another; lines of what is done and left to do. @throws HoldfastError for a name or a root that does not fit. */
function makeSuite(name: string, root: string, isShipped: boolean): string[] {
  if (!NAME.test(name))
    throw refused(` ${JSON.stringify(name)}`, 'not a name. Use small letters, digits and single hyphens, a letter first.')
  if (!recordName.safeParse(name).success) throw refused(` ${name}`, 'JavaScript uses that name itself. Choose another.')
  if (isBundledSuite(name)) throw refused(` ${name}`, 'a suite of Holdfast has that name. Choose another.')
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
  return new HoldfastError('USAGE', `Failed to make the suite${name}: ${why}`)
}

function readPackage(root: string): { readonly name?: unknown; readonly type?: unknown } {
  try {
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) ?? {}
  } catch (error) {
    throw refused('', `no package.json to be read in ${root} (${messageOf(error)}). Run it in the folder of your project.`)
  }
}

/** Writes a file from its template. */
function write(root: string, path: string, template: string, fill: (text: string) => string = (text) => text): string {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), fill(readFileSync(join(packageRoot, 'templates', template), 'utf8')), { flag: 'wx' })
  return path
}

/** A suite of the user's own, and a Vitest configuration where there is none. */
function makeOwn(name: string, root: string, { name: project, type }: ReturnType<typeof readPackage>): string[] {
  const files = readdirSync(join(packageRoot, 'templates', 'suite')).map((template) => {
    const file = template === 'eval.ts' || template === 'test.ts' ? `${name}.${template}` : template
    const isHere = project === 'holdfast' && file.endsWith('.ts')
    write(root, `suites/${name}/${file}`, `suite/${template}`, (text) => (isHere ? asInCheckout : String)(text.replace(PLACEHOLDER, name)))
    return file
  })
  const configs = readdirSync(root).filter((file) => CONFIG.test(file))
  // In a CommonJS project the configuration must say that it is none, else Vite warns at every run.
  const config = type === 'module' ? 'vitest.config.ts' : 'vitest.config.mts'
  return [
    ` made  suites/${name}: ${files.sort().join(', ')}`,
    ...(configs.length === 0 ? [` made  ${write(root, config, 'vitest.config.ts')}`] : []),
    ...configAdvice(root, configs),
    ` next  npx vitest run suites/${name}`,
  ]
}

/** All that a suite of the package needs: its files, its line in the list of suites, and a row in the table that leads to its pages. */
function makeShipped(name: string, root: string): string[] {
  const inCode = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  // A page is none until its placeholders are filled in, so its links are not looked at.
  const files = Object.entries({
    'suite.ts': `suites/${name}/suite.ts`,
    'eval.ts': `suites/${name}/${name}.eval.ts`,
    'README.md.template': `suites/${name}/README.md`,
    'items.jsonl': `fixtures/${name}/items.jsonl`,
    'rules.md.template': `docs/suites/${name}.md`,
  }).map(([template, path]) =>
    write(root, path, `shipped/${template}`, (text) => text.replace(PLACEHOLDER, name).replaceAll('suiteNameSuite', `${inCode}Suite`)),
  )
  const line = `  { name: '${name}', load: async () => (await import('./${name}/suite.ts')).${inCode}Suite },`
  const row = `| ${name} | [README](../suites/${name}/README.md) | [${name}](suites/${name}.md) |`
  const lists = [
    addAfter(root, 'suites/bundled.ts', /^ {2}\{ name: /, line),
    addAfter(root, 'docs/README.md', /^\| .*\(\.\.\/suites\//, row),
  ]
  return [
    ...files.map((path) => ` made  ${path}`),
    ...lists.map((path) => ` line  in ${path}`),
    ` next  npx vitest run suites/${name}, then npm test`,
  ]
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

function configAdvice(root: string, configs: readonly string[]): string[] {
  const own = configs.find((file) => file.startsWith('vitest.')) ?? configs[0]
  if (own === undefined || readFileSync(join(root, own), 'utf8').includes('holdfast')) return []
  return [
    ` add   to ${own}, which stays as it is, a project with the plugin:`,
    '',
    "  import { holdfast } from 'holdfast/plugin'",
    '',
    '  test: {',
    '    projects: [',
    '      { extends: true },',
    "      { plugins: [holdfast()], test: { name: 'suites', include: ['suites/**/*.{eval,test}.ts'] } },",
    '    ],',
    '  },',
    '',
  ]
}
