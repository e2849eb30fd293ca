import { spawn } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { readJson } from '../../core/base/data/readJson.ts'
import { HoldfastError } from '../../core/base/errors.ts'
import type { RunSettings } from '../../core/config/runSettings.ts'
import { runFolder } from '../../core/format/runFolder.ts'
import { newRunId, runFolderName } from '../../core/format/runId.ts'
import { type ScoresDocument, scoresDocument } from '../../core/format/scoresDocument.ts'
import type { ChildEnvironment } from './settingVariables.ts'
import { writtenAt } from './writtenAt.ts'

/** How a run of test files ended. */
export interface FilesRun {
  readonly scores: ScoresDocument
  readonly exitCode: number
}

/**
 * Test files that a run names: they are run, so only files of the project count.
 *
 * @throws HoldfastError for anything else.
 */
export function testFiles({ files }: RunSettings, root: string): readonly string[] {
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
      `Failed to run again: run.json, field files, names ${JSON.stringify(file)}, which is no file of the project in ${root}. Give the command a run in the project that made it.`,
    )
  }
  return files
}

/** Runs the test files of a user's own benchmarks with the configuration in the folder. */
export async function runFiles(settings: RunSettings, environment: ChildEnvironment, root: string): Promise<FilesRun> {
  const out = environment.HOLDFAST_OUT ?? join(root, 'reports', 'runs', runFolderName(newRunId(), new Date()))
  const env: NodeJS.ProcessEnv = { ...process.env, ...environment, HOLDFAST_OUT: out }
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete env[name]
  const before = writtenAt(runFolder(out).scores)
  const vitest = join(dirname(createRequire(join(root, 'package.json')).resolve('vitest/package.json')), 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', ...testFiles(settings, root)], { cwd: root, env, stdio: ['ignore', 2, 2] })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const { scores } = runFolder(out)
  // Those of a run that was to be finished are not its own.
  if (writtenAt(scores) === before) {
    throw new HoldfastError(
      'RUN',
      `Failed to run ${settings.ran.join(', ')} again: it ended with exit code ${code} and without ${relative(root, scores)}. See what it printed above.`,
    )
  }
  return { scores: readJson(scores, scoresDocument), exitCode: code ?? 1 }
}
