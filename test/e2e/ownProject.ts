import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { holdfastHere } from '../command.ts'
import type { Environment, Finished, Running } from '../run.ts'
import { fixture, runIn, temporaryFolder, type VitestRun } from './fixtureRun.ts'

/** A project of a user's own in a folder of its own, with the built package among its modules. */
export interface OwnProject {
  readonly root: string
  /** Runs Vitest there; `interfere` gets the process while it runs. */
  vitest(env?: Environment, args?: readonly string[], interfere?: (running: Running) => unknown): Promise<VitestRun>
  /** Runs the command there, within this process. */
  holdfast(args: readonly string[], env?: Environment): Promise<Finished>
}

/** The root of a project of these files, by name, with the built package among its modules. */
export function projectOf(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder()
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  linkModules(root)
  return root
}

/** Puts the built package and what it needs among the modules of a project, and more. */
export function linkModules(root: string, ...more: readonly string[]): void {
  mkdirSync(join(root, 'node_modules'))
  for (const module of ['vitest', 'vite', 'zod', ...more])
    symlinkSync(join(packageRoot, 'node_modules', module), join(root, 'node_modules', module))
  symlinkSync(packageRoot, join(root, 'node_modules', 'holdfast'))
}

/** The root of a project of bundled suites as they are built: each in the file of its name, `<suite>.eval.ts`. */
export function projectOfSuites(...suites: readonly string[]): string {
  const config = `import { holdfast } from 'holdfast/plugin'
export default { plugins: [holdfast({ cache: 'off' })], test: { include: ['*.{eval,test}.ts'] } }`
  return projectOf({
    'vitest.config.ts': config,
    ...Object.fromEntries(suites.map((suite) => [`${suite}.eval.ts`, `import 'holdfast/suites/${suite}'\n`])),
  })
}

/** Makes a project of the files of a fixture. */
export function ownProject(name: string): OwnProject {
  const root = temporaryFolder()
  cpSync(fixture(name), root, { recursive: true })
  linkModules(root)
  return {
    root,
    vitest: (env = {}, args = [], interfere) => runIn(root, { env, args, ...(interfere && { interfere }) }),
    holdfast: (args, env = {}) => holdfastHere(args, root, env),
  }
}
