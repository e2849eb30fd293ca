import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { runFolder } from '../../src/core/format/runFolder.ts'
import { Limiter } from '../../src/models/limiter.ts'
import { type Environment, type Finished, type Running, runHoldfast, startVitest } from '../run.ts'
import { fixture, temporaryFolder, type VitestRun } from './fixtureRun.ts'

const limiter = new Limiter(2)
let runs = 0

/** A project of a user's own in a folder of its own, with the built package among its modules. */
export interface OwnProject {
  readonly root: string
  /** Runs Vitest there; `interfere` gets the process while it runs. */
  vitest(env?: Environment, args?: readonly string[], interfere?: (running: Running) => Promise<void>): Promise<VitestRun>
  holdfast(args: readonly string[], env?: Environment): Promise<Finished>
}

/** The root of a project of these files, by name, with the built package among its modules. */
export function projectOf(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder()
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) writeFileSync(join(root, name), text)
  linkModules(root)
  return root
}

/** Puts the built package and what it needs among the modules of a project. */
export function linkModules(root: string): void {
  mkdirSync(join(root, 'node_modules'))
  for (const module of ['vitest', 'vite', 'zod']) symlinkSync(join(packageRoot, 'node_modules', module), join(root, 'node_modules', module))
  symlinkSync(packageRoot, join(root, 'node_modules', 'holdfast'))
}

/** Makes a project of the files of a fixture. */
export function ownProject(name: string): OwnProject {
  const root = temporaryFolder()
  cpSync(fixture(name), root, { recursive: true })
  linkModules(root)
  return {
    root,
    vitest: (env = {}, args = [], interfere = async () => undefined) => {
      runs += 1
      const folder = runFolder(join(root, 'reports', 'runs', `run-${runs}`))
      return limiter.run(async () => {
        const options = { cwd: root, env: { GITHUB_STEP_SUMMARY: '', HOLDFAST_OUT: folder.path, ...env } }
        const running = startVitest(args, options)
        await interfere(running)
        const finished = await running.finished
        return { ...finished, text: finished.stdout + finished.stderr, folder, root }
      })
    },
    holdfast: (args, env = {}) => limiter.run(() => runHoldfast(args, { cwd: root, env })),
  }
}
