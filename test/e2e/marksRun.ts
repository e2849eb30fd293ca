import { expect } from 'vitest'
import { holdfastHere } from '../command.ts'
import type { Finished } from '../run.ts'
import { fixture, readScores, runIn, temporaryFolder, type VitestRun } from './fixtureRun.ts'

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
  readonly gates?: object | undefined
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** Root of the run, with baselines and certificates; by default an empty folder. */
  readonly root?: string
  /** Folder of fixtures. */
  readonly project?: string
}

/** Runs the benchmark `marks` (three tasks of four items), or what `args` name, in a process of its own. */
export function runMarks({ marks, gates: rules, env, args = ['marks.eval'], root = temporaryFolder(), project = 'marks' }: MarksOptions) {
  const own = { HOLDFAST_MODEL: AGENT, ...(marks !== undefined && { MARKS: marks }), ...(rules && gates(rules)) }
  return runIn(root, { fixture: project, args, env: { ...own, ...env } })
}

/** Runs the benchmark and makes the run the baseline `main` of a new root. */
export async function rootWithBaseline(options: Omit<MarksOptions, 'root'> = {}): Promise<string> {
  const run = await runMarks(options)
  const { code, stderr } = await holdfast(['compare', run.folder.path, '--keep', 'main'], run.root)
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
