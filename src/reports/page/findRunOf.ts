import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from '../../core/base/data/readJson.ts'
import { type RunFolder, runFolder } from '../../core/format/runFolder.ts'
import { type ScoresDocument, scoresDocument } from '../../core/format/scoresDocument.ts'

/** The folder of the run that a baseline was made from, if it is still under `reports/runs`: a baseline has no transcripts. */
export function findRunOf({ run }: ScoresDocument, root: string): RunFolder | undefined {
  const runs = join(root, 'reports', 'runs')
  // Folders are named after their run, so that few have to be read.
  const names = existsSync(runs) ? readdirSync(runs).filter((name) => name.includes(run.id)) : []
  return names
    .map((name) => runFolder(join(runs, name)))
    .find(({ scores, items, calls }) => {
      if (!existsSync(scores) || !existsSync(items) || !existsSync(calls)) return false
      const { id, startedAt } = readJson(scores, scoresDocument).run
      return id === run.id && startedAt === run.startedAt
    })
}
