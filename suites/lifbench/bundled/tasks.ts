import { join } from 'node:path'
import { packageRoot } from '../../../src/kit.ts'
import { type OfficialTasks, readOfficialTasks } from '../data/official.ts'

/** Folder of the bundled templates and list elements. */
export const fixturesFolder: string = join(packageRoot, 'fixtures', 'lifbench')

/** The bundled skeletons, templates and variables: the project's own wording, in the format of the official file. */
export function bundledTasks(): OfficialTasks {
  return readOfficialTasks(fixturesFolder)
}
