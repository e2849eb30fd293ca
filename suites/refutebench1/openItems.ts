import { bundledVersion, dataFolder, HoldfastError, isBundled, jsonHash } from '../../src/kit.ts'
import { readBundledTask } from './data/bundled.ts'
import { readOfficialTask } from './data/official.ts'
import type { Refutebench1Options } from './options.ts'

/**
 * Opens the items that the options ask for, and tells where they come from.
 *
 * @param data `bundled`, `bundled@1`, or a folder whose `refutebench1/` holds official files; a task without one there is bundled.
 * @throws HoldfastError when the folder has no `refutebench1`, a row does not fit, or the options leave nothing.
 */
export async function openItems(data: string, options: Refutebench1Options, runSeed: number) {
  const folder = isBundled(data) ? undefined : dataFolder(data, 'refutebench1')
  const tasks = []
  for (const task of options.tasks) {
    const official = folder === undefined ? undefined : await readOfficialTask(folder, task, options, runSeed)
    tasks.push({ task, isOfficial: official !== undefined, ...(official ?? readBundledTask(task, options, runSeed)) })
  }
  const items = tasks.flatMap((entry) => entry.items)
  if (items.length === 0) {
    throw new HoldfastError(
      'CONFIG',
      'Failed to open refutebench1: the data have nothing that its options ask for. Ask for more kinds, pairs or numbers of irrelevant queries.',
    )
  }
  const bundled = tasks.filter(({ isOfficial }) => !isOfficial).map(({ task }) => task)
  const source = bundled.length === tasks.length ? 'bundled' : bundled.length === 0 ? 'official' : `official; ${bundled.join(', ')} bundled`
  const sha256 = jsonHash(tasks.map(({ task, rows }) => [task, rows]))
  // The version is that of the bundled rows, where a task has them.
  return {
    items,
    source,
    leftOut: tasks.flatMap(({ leftOut = [] }) => leftOut),
    ...(bundled.length > 0 && { version: bundledVersion(data, 1) }),
    sha256,
  }
}
