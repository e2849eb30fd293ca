import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundledVersion, HoldfastError, isBundled } from '../../src/kit.ts'
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
  const folder = join(data, 'refutebench1')
  if (!isBundled(data) && !existsSync(folder)) {
    throw new HoldfastError('DATA', `Failed to read HOLDFAST_DATA: no folder ${folder}. Put the official files there, or use bundled.`)
  }
  const tasks = []
  for (const task of options.tasks) {
    const official = isBundled(data) ? undefined : await readOfficialTask(folder, task, options, runSeed)
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
  const sha256 = createHash('sha256')
    .update(JSON.stringify(tasks.map(({ task, rows }) => [task, rows])))
    .digest('hex')
  // The version is that of the bundled rows, where a task has them.
  return { items, source, ...(bundled.length > 0 && { version: bundledVersion(data, 1) }), sha256 }
}
