import { spawn } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { Command } from 'commander'
import { RUNNABLE } from '../../suites/catalogue.ts'
import { readJson } from '../base/data/readJson.ts'
import { HoldfastError } from '../base/errors.ts'
import { optionVariable } from '../config/optionVariable.ts'
import { resolveConfig } from '../config/resolve.ts'
import { dataSetting, type RunSettings, readRunSettings } from '../config/runSettings.ts'
import { findRun, type RunFolder, runFolder } from '../format/runFolder.ts'
import { newRunId, runFolderName } from '../format/runId.ts'
import { type ScoresDocument, scoresDocument } from '../format/scoresDocument.ts'
import { askSuite } from '../vitest/askSuite.ts'
import { loadOptions } from '../vitest/loadOptions.ts'
import { openOutput } from './output.ts'
import { runSuite } from './runSuite.ts'

/** `holdfast rejudge <run> --judge <model>…`: the answers of a run before another judge, or before several. */
export function rejudgeCommand(): Command {
  return new Command('rejudge')
    .description(
      "Judge a run's answers again: data, options and seed are the run's, every other role is replayed, only the judge is called.",
    )
    .argument('<run>', 'run folder, its name under reports/runs, or latest')
    .requiredOption('--judge <model...>', 'model URI or name; several form a panel, whose votes are put together')
    .option('--out <file>', 'file for the scores instead of stdout')
    .action(async (name: string, { judge, out }: { judge: string[]; out?: string }) => {
      const root = process.cwd()
      const run = findRun(name, root)
      if (!existsSync(run.settings)) {
        throw new HoldfastError(
          'USAGE',
          `Failed to rejudge ${name}: ${run.path} has no run.json. Only runs of this version on can be judged again.`,
        )
      }
      const settings = readRunSettings(run)
      const environment = { ...environmentOf(run, settings, judge), HOLDFAST_GATES: await gatesOf(root) }
      await assertSameData(settings, environment, root)
      const output = openOutput(out)
      const scores: ScoresDocument[] = []
      const bundled = settings.ran.filter(isBundled)
      if (bundled.length < settings.ran.length) scores.push(await runFiles(settings, environment, root))
      else for (const suite of bundled) scores.push((await runSuite(suite, environment, root)).scores)
      for (const document of scores) await output.json(document, 2)
      await output.close()
      if (scores.some(({ exitCode }) => exitCode !== 0)) process.exitCode = 1
    })
}

/**
 * The run folder may be another's: answers are sent to a judge together with the items they were given to, so these must be the
 * ones that the run was made with.
 *
 * @throws HoldfastError for other data.
 */
async function assertSameData(settings: RunSettings, environment: ChildEnvironment, root: string): Promise<void> {
  const { gates: _gates, ...options } = await loadOptions(root)
  const config = resolveConfig(options, { ...process.env, ...environment }, root, RUNNABLE)
  for (const suite of settings.ran) {
    const files = isBundled(suite) ? undefined : testFiles(settings, root)
    const { sha256: now } = await askSuite(suite, 'plan', { config }, { root, files })
    const { [suite]: then = 'unknown' } = settings.sha256
    if (now === then) continue
    throw new HoldfastError(
      'DATA',
      `Failed to rejudge ${suite}: its data is not what the run was made with (SHA-256 ${now.slice(0, 12)}, then ${then.slice(0, 12)}). Give back the data of the run, or run the suite anew.`,
    )
  }
}

/**
 * Test files that a run names: they are run, so only files of the project count.
 *
 * @throws HoldfastError for anything else.
 */
function testFiles({ files }: RunSettings, root: string): readonly string[] {
  const project = realpathSync(root)
  for (const file of files) {
    const path = join(root, file)
    const isOwn =
      !file.startsWith('-') &&
      !isAbsolute(file) &&
      existsSync(path) &&
      statSync(path).isFile() &&
      realpathSync(path).startsWith(`${project}${sep}`)
    if (isOwn) continue
    throw new HoldfastError(
      'DATA',
      `Failed to rejudge: run.json, field files, names ${JSON.stringify(file)}, which is no file of the project in ${root}. Rejudge a run in the project that made it.`,
    )
  }
  return files
}

/** Variables of a run; undefined removes one. */
type ChildEnvironment = Readonly<Record<string, string | undefined>>

const isBundled = (suite: string) => RUNNABLE.some(({ name }) => name === suite)

/** Variables that make the same run again with every role but the judge taken from its recording. */
function environmentOf(run: RunFolder, settings: RunSettings, judges: readonly string[]): ChildEnvironment {
  const recorded = `replay:${join(realpathSync(run.path), 'calls.jsonl')}`
  const [only = ''] = judges
  // What a suite of the user's own was run with stands in the configuration still.
  const bundled = Object.entries(settings.suites).filter(([suite]) => isBundled(suite))
  const options = bundled.flatMap(([suite, values]) =>
    Object.entries(values).flatMap(([option, value]) =>
      value === undefined || value === null ? [] : [[optionVariable(suite, option), optionText(value)]],
    ),
  )
  return {
    ...Object.fromEntries(options),
    HOLDFAST_MODEL: recorded,
    HOLDFAST_REFUTER: recorded,
    HOLDFAST_INTERACTOR: recorded,
    HOLDFAST_JUDGE: judges.length > 1 ? `panel:${judges.join(';')}` : only,
    HOLDFAST_VOTES: String(judges.length > 1 ? judges.length : settings.votes),
    HOLDFAST_DATA: dataSetting(settings),
    HOLDFAST_SEED: String(settings.seed),
    HOLDFAST_TRIALS: String(settings.trials),
    HOLDFAST_CONTROLS: String(settings.controls),
    // Verdicts are the same with and without: which of them are left to people may be said anew.
    HOLDFAST_DOUBT: process.env.HOLDFAST_DOUBT ?? (settings.doubt === null ? undefined : String(settings.doubt)),
    HOLDFAST_ITEMS: settings.items?.path,
    HOLDFAST_LIMIT: settings.limit === null ? undefined : String(settings.limit),
  }
}

/** The rules that a run in this folder is decided by: those of the configuration, or of the variable that replaces them. */
async function gatesOf(root: string): Promise<string | undefined> {
  const { gates } = resolveConfig(await loadOptions(root), process.env, root, RUNNABLE)
  return gates && JSON.stringify(gates)
}

/** An option as its variable takes it. */
function optionText(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** Runs the test files of a user's own benchmarks with the configuration in the folder. */
async function runFiles(settings: RunSettings, environment: ChildEnvironment, root: string): Promise<ScoresDocument> {
  const out = join(root, 'reports', 'runs', runFolderName(newRunId(), new Date()))
  const env: NodeJS.ProcessEnv = { ...process.env, ...environment, HOLDFAST_OUT: out }
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete env[name]
  const vitest = join(dirname(createRequire(join(root, 'package.json')).resolve('vitest/package.json')), 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', ...testFiles(settings, root)], { cwd: root, env, stdio: ['ignore', 2, 2] })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const { scores } = runFolder(out)
  if (!existsSync(scores)) {
    throw new HoldfastError(
      'RUN',
      `Failed to run ${settings.ran.join(', ')} again: it ended with exit code ${code} and without ${relative(root, scores)}. See what it printed above.`,
    )
  }
  return readJson(scores, scoresDocument)
}
