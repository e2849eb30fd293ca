import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { SUITES } from '../../suites/catalogue.ts'
import { HoldfastError, messageOf } from '../core/base/errors.ts'
import { packageRoot } from '../core/base/packageRoot.ts'
import { openOutput } from '../running/commands/output.ts'

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
    .action(async (name: string) => {
      const output = openOutput(undefined)
      for (const line of makeSuite(name, process.cwd())) await output.line(line)
      await output.close()
    })
}

/**
 * Writes a suite's files, and a Vitest configuration where there is none. Nothing is overwritten.
 *
 * @returns what was done and what is left to do, in lines.
 * @throws HoldfastError for a bad name, a folder that exists, or a root without package.json.
 */
function makeSuite(name: string, root: string): string[] {
  assertName(name)
  const { name: project, type } = readPackage(root)
  const folder = makeFolder(root, name)
  const templates = join(packageRoot, 'templates')
  const files = readdirSync(join(templates, 'suite')).map((template) => {
    const file = template === 'eval.ts' || template === 'test.ts' ? `${name}.${template}` : template
    const text = readFileSync(join(templates, 'suite', template), 'utf8').replace(PLACEHOLDER, name)
    writeFileSync(join(root, folder, file), project === 'holdfast' && file.endsWith('.ts') ? asInCheckout(text) : text, { flag: 'wx' })
    return file
  })
  const configs = readdirSync(root).filter((file) => CONFIG.test(file))
  // In a CommonJS project the configuration must say that it is none, else Vite warns at every run.
  const config = type === 'module' ? 'vitest.config.ts' : 'vitest.config.mts'
  if (configs.length === 0) writeFileSync(join(root, config), readFileSync(join(templates, 'vitest.config.ts'), 'utf8'), { flag: 'wx' })
  return [
    ` made  ${folder}: ${files.sort().join(', ')}`,
    ...(configs.length === 0 ? [` made  ${config}`] : []),
    ...configAdvice(root, configs),
    ` next  npx vitest run ${folder}`,
  ]
}

function assertName(name: string): void {
  if (!NAME.test(name)) {
    throw new HoldfastError(
      'USAGE',
      `Failed to make the suite ${JSON.stringify(name)}: not a name. Use small letters, digits and single hyphens, a letter first.`,
    )
  }
  if (SUITES.some((suite) => suite.name === name)) {
    throw new HoldfastError('USAGE', `Failed to make the suite ${name}: a suite of Holdfast has that name. Choose another.`)
  }
}

/** @throws HoldfastError where there is no package.json that can be read. */
function readPackage(root: string): { readonly name?: unknown; readonly type?: unknown } {
  try {
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) ?? {}
  } catch (error) {
    throw new HoldfastError(
      'USAGE',
      `Failed to make the suite: no package.json to be read in ${root} (${messageOf(error)}). Run it in the folder of your project.`,
    )
  }
}

/** @throws HoldfastError when the folder exists or cannot be made. */
function makeFolder(root: string, name: string): string {
  const folder = `suites/${name}`
  if (existsSync(join(root, folder))) {
    throw new HoldfastError('USAGE', `Failed to make the suite ${name}: ${folder} exists. Choose another name, or remove it.`)
  }
  try {
    mkdirSync(join(root, folder), { recursive: true })
  } catch (error) {
    throw new HoldfastError('USAGE', `Failed to make the suite ${name}: ${messageOf(error)}. Make ${folder} possible to write.`)
  }
  return folder
}

/** Imports of this repository: the sources of Holdfast, and .ts for what .js names in a user's project, where that needs no setting. */
function asInCheckout(text: string): string {
  return text.replaceAll("from 'holdfast'", "from '../index.ts'").replace(/from '(\.\/[\w-]+)\.js'/g, "from '$1.ts'")
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
