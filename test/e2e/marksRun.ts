import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import { runFolder } from '../../src/core/format/runFolder.ts'
import { Limiter } from '../../src/models/limiter.ts'
import { holdfastHere } from '../command.ts'
import { type Finished, runVitest } from '../run.ts'
import { fixture, readScores, temporaryFolder, type VitestRun } from './fixtureRun.ts'

/** A candidate that is not simulated; `MARKS` says how each item ends, see fixtures/marks/marks.eval.ts. */
const AGENT = `module:${fixture('marks', 'agent.js')}#ask`

/** Gates as `HOLDFAST_GATES` takes them, on simulated models too where `simulated` is set. */
export function gates(rules: object, simulated = false): { HOLDFAST_GATES: string } {
  return { HOLDFAST_GATES: JSON.stringify({ ...rules, ...(simulated && { allowSimulated: true }) }) }
}

/** What to run, and where. */
export interface MarksOptions {
  /** `MARKS`. */
  readonly marks?: string
  readonly gates?: object
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** Root of the run, with baselines and certificates; by default an empty folder. */
  readonly root?: string
  /** Folder of fixtures. */
  readonly project?: string
}

// Each run has a process for itself and one for its worker: more than two at once only wait for each other.
const limiter = new Limiter(2)
let runs = 0

/** Runs the benchmark `marks` (three tasks of four items), or what `args` name, in a process of its own. */
export async function runMarks({ marks, gates: rules, env = {}, args = ['marks.eval'], root, project }: MarksOptions): Promise<VitestRun> {
  const from = root ?? temporaryFolder()
  runs += 1
  const out = env.HOLDFAST_OUT ?? join(from, 'reports', 'runs', `run-${runs}`)
  const finished = await limiter.run(() =>
    runVitest(['--root', from, '--config', fixture(project ?? 'marks', 'vitest.config.ts'), ...args], {
      // The outer run's summary is not ours to write to.
      env: {
        GITHUB_STEP_SUMMARY: '',
        HOLDFAST_MODEL: AGENT,
        HOLDFAST_OUT: out,
        ...(marks !== undefined && { MARKS: marks }),
        ...(rules && gates(rules)),
        ...env,
      },
    }),
  )
  return { ...finished, text: finished.stdout + finished.stderr, folder: runFolder(resolve(from, out)), root: from }
}

/** Runs the benchmark and makes the run the baseline `main` of a new root. */
export async function rootWithBaseline(options: Omit<MarksOptions, 'root'> = {}): Promise<string> {
  const run = await runMarks(options)
  const { code, stderr } = await holdfast(['baseline', 'main', run.folder.path], run.root)
  expect(code, run.text + stderr).toBe(0)
  return run.root
}

/** Runs the command in a folder, within this process. */
export function holdfast(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  return holdfastHere(args, cwd, env)
}

/** A run's rules in short: `marks score min 0.5 held`. */
export function gatesOf(run: VitestRun): string[] {
  return readScores(run).gates.map(({ metric, rule, verdict }) => `${metric} ${rule} ${verdict}`)
}
