import { existsSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { readJson } from '../../core/base/data/readJson.ts'
import { HoldfastError } from '../../core/base/errors.ts'
import type { GivenSettings } from '../../core/config/environment.ts'
import type { RunSettings } from '../../core/config/runSettings.ts'
import { runFolder } from '../../core/format/runFolder.ts'
import { newRunId, runFolderName } from '../../core/format/runId.ts'
import { type ScoresDocument, scoresDocument } from '../../core/format/scoresDocument.ts'
import { childRun } from './childRun.ts'
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
export async function runFiles(run: RunSettings, settings: GivenSettings, root: string): Promise<FilesRun> {
  const out = String(settings.out ?? join(root, 'reports', 'runs', runFolderName(newRunId(), new Date())))
  const { scores } = runFolder(out)
  const before = writtenAt(scores)
  const vitest = join(dirname(createRequire(join(root, 'package.json')).resolve('vitest/package.json')), 'vitest.mjs')
  const exitCode = await childRun([vitest, 'run', ...testFiles(run, root)], { ...settings, out }, root)
  // Those of a run that was to be finished are not its own.
  if (writtenAt(scores) === before) {
    throw new HoldfastError(
      'RUN',
      `Failed to run ${run.ran.join(', ')} again: it ended with exit code ${exitCode} and without ${relative(root, scores)}. See what it printed above.`,
    )
  }
  return { scores: readJson(scores, scoresDocument), exitCode }
}
