import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledVersion, emptyFile, HoldfastError, isBundled, packageRoot, parseJsonl } from '../../src/kit.ts'
import { itemsOf, type ShardedItem, type ShardedTask, taskSchema } from './items.ts'
import type { ShardedOptions } from './options.ts'

/** The items of a run and where they come from. */
export interface ShardedItems {
  readonly tasks: readonly ShardedTask[]
  readonly items: readonly ShardedItem[]
  readonly source: string
  /** Version of the bundled tasks, where these are used. */
  readonly version?: 1 | undefined
  readonly sha256: string
}

/**
 * Opens the tasks in the forms that the options ask for.
 *
 * @param data `bundled`, `bundled@1`, or a folder with `sharded/tasks.jsonl` of one's own.
 * @throws HoldfastError where there is no such file, a line does not fit, two tasks have one id, or nothing is left.
 */
export function openItems(data: string, { forms, kinds, levels }: ShardedOptions): ShardedItems {
  const bundled = isBundled(data)
  const file = bundled ? join(packageRoot, 'fixtures', 'sharded', 'tasks.jsonl') : join(data, 'sharded', 'tasks.jsonl')
  if (!existsSync(file)) {
    throw new HoldfastError('DATA', `Failed to read HOLDFAST_DATA: no file ${file}. Put your tasks there, or use bundled.`)
  }
  const all: ShardedTask[] = parseJsonl(readFileSync(file), taskSchema, file)
  if (all.length === 0) throw emptyFile(file)
  const ids = all.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new HoldfastError('DATA', `Failed to read ${file}: two tasks have the id ${twice}. Rename one.`)
  const tasks = all.filter(({ kind, level }) => kinds.includes(kind) && levels.includes(level))
  if (tasks.length === 0) {
    throw new HoldfastError(
      'CONFIG',
      `Failed to open sharded: ${file} has no task of the kinds and levels asked for. Ask for more of them.`,
    )
  }
  return {
    tasks,
    items: itemsOf(tasks, forms),
    source: bundled ? 'bundled' : 'own tasks',
    ...(bundled && { version: bundledVersion(data, 1) }),
    sha256: createHash('sha256').update(JSON.stringify(all)).digest('hex'),
  }
}
