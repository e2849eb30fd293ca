import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SUITES } from '../../suites/catalogue.ts'
import { readJson } from '../base/data/readJson.ts'
import { HoldfastError } from '../base/errors.ts'
import { packageRoot } from '../base/packageRoot.ts'
import { resolveConfig } from '../config/resolve.ts'
import { runFolder } from '../format/runFolder.ts'
import { newRunId, runFolderName } from '../format/runId.ts'
import { scoresDocument } from '../format/scoresDocument.ts'
import { loadOptions } from '../vitest/loadOptions.ts'
import type { CommandRun } from '../worker/suiteCommand.ts'

/** `HOLDFAST_*` variables of a run, over those of this process; undefined removes one. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Runs a bundled suite in a process of its own; what it prints goes to stderr.
 *
 * @throws HoldfastError when the run wrote no scores.
 */
export async function runSuite(suite: string, environment: Environment, root: string): Promise<CommandRun> {
  const out = environment.HOLDFAST_OUT ?? process.env.HOLDFAST_OUT ?? `${root}/reports/runs/${runFolderName(newRunId(), new Date())}`
  const env: NodeJS.ProcessEnv = { ...process.env, ...environment, HOLDFAST_OUT: out }
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete env[name]
  // Said here, once, before a process is started.
  const { gates: _gates, ...options } = await loadOptions(root)
  resolveConfig(options, env, root, SUITES)
  const script = join(packageRoot, 'dist/src/vitest/suiteProcess.js')
  const child = spawn(process.execPath, [script, suite], { cwd: root, env, stdio: ['ignore', 2, 2] })
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  const folder = runFolder(out)
  if (!existsSync(folder.scores)) {
    throw new HoldfastError(
      'RUN',
      `Failed to run ${suite}: it ended with exit code ${exitCode} and without scores. See what it printed above.`,
    )
  }
  return { folder, scores: readJson(folder.scores, scoresDocument), exitCode }
}
