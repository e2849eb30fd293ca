import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { type GivenSettings, writeEnvironment } from '../../src/core/config/environment.ts'
import { type RunFolder, readScores, runFolder } from '../../src/core/format/runFolder.ts'
import { isIncomplete, type ScoresDocument } from '../../src/core/format/scoresDocument.ts'
import { loadSuite } from '../../src/running/catalogue.ts'
import { SAMPLE, SETTINGS } from './sample.ts'

/** Folder of all runs on real models. */
const RUNS = join(packageRoot, 'reports', 'runs', 'real')

/** One suite on one model, with its place. */
export interface SuiteRun {
  readonly model: string
  readonly suite: string
  readonly folder: RunFolder
}

/** The run of a suite on a model. */
export function suiteRun(model: string, suite: string): SuiteRun {
  return { model, suite, folder: runFolder(join(RUNS, model, suite)) }
}

/** The scores of a run; undefined where it has none. */
export function scoresOf({ folder }: SuiteRun): ScoresDocument | undefined {
  return existsSync(folder.scores) ? readScores(folder.scores) : undefined
}

/** Whether a run went to its end, and every item was answered. */
export function isDone(run: SuiteRun): boolean {
  const scores = scoresOf(run)
  return scores !== undefined && !isIncomplete(scores) && scores.suites[run.suite]?.error === 0
}

/** Seconds that a run has taken so far, over all its starts. */
export function secondsOf({ folder }: SuiteRun): number {
  const file = `${folder.path}.seconds`
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
}

/** Sets the seconds that a run has taken. */
export function setSeconds({ folder }: SuiteRun, seconds: number): void {
  mkdirSync(dirname(folder.path), { recursive: true })
  writeFileSync(`${folder.path}.seconds`, seconds.toFixed(1))
}

/** The settings of a run. @param helper who judges, objects and interviews; the model itself where nobody is named, and where the suite measures the judge. */
export async function settingsOf({ model, suite, folder }: SuiteRun, helper: string | undefined): Promise<GivenSettings> {
  const { limit, options = {} } = SAMPLE[suite] ?? {}
  const isMeasured = !(await loadSuite(suite))?.roles.includes('candidate')
  return { ...SETTINGS, model, judge: isMeasured ? model : (helper ?? model), limit, out: folder.path, suites: { [suite]: options } }
}

/**
 * Runs Vitest on a suite with these settings and no others; what it prints goes to this process's output. @param signal ends it as a
 * scheduler does: it can go on later. @returns its exit code.
 */
export function runVitest(
  suite: string,
  settings: GivenSettings,
  { config = [], signal, stdio = 'inherit' }: { config?: readonly string[]; signal?: AbortSignal; stdio?: 'inherit' | 'ignore' } = {},
): Promise<number> {
  const others = Object.entries(process.env).filter(([name]) => !/^(?:HOLDFAST_|OPENAI_|VITEST|TEST$|NODE_ENV$)/.test(name))
  const vitest = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', `suites/${suite}/`, ...config], {
    cwd: packageRoot,
    env: { ...Object.fromEntries(others), ...writeEnvironment(settings), REAL_SUITE: suite },
    stdio: ['ignore', stdio, stdio],
  })
  // Ctrl-C goes to all processes of the terminal, and a second signal would end the run at once.
  const end = () => signal?.reason === 'SIGINT' || child.kill('SIGTERM')
  signal?.addEventListener('abort', end)
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  }).finally(() => signal?.removeEventListener('abort', end))
}

/** Runs a suite on a model, or goes on where it was stopped. */
export async function runReal(run: SuiteRun, helper: string | undefined, signal: AbortSignal): Promise<number> {
  const [start, before] = [Date.now(), secondsOf(run)]
  const config = ['--config', 'scripts/real/vitest.config.ts']
  const code = await runVitest(run.suite, await settingsOf(run, helper), { config, signal })
  setSeconds(run, before + (Date.now() - start) / 1000)
  return code
}
