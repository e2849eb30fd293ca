import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dataError } from '../../../src/kit.ts'
import { isWanted, type Rb1Item, type SetName, type TaskItems } from '../items.ts'
import { KINDS, NCS, PAIRS, type Rb1Task } from '../names.ts'
import type { Refutebench1Options } from '../options.ts'
import { drawFor } from '../script.ts'
import { OFFICIAL_ROWS } from './officialRows.ts'

/** A file of rows. */
interface RowFile extends SetName {
  readonly part: 'single' | 'multi'
  readonly path: string
  /** Its name without ending. */
  readonly base: string
}

const NAME = /^((?:email|qa|(en-zh|en-he))(?:\.(memory|generalization)\.NC-([0-3]))?)\.jsonl(?:\.gz)?$/

/**
 * The official rows of a task that the options ask for; undefined where the folder has no file of the task.
 *
 * @throws HoldfastError naming file, line and field of what does not fit.
 */
export async function readOfficialTask(
  folder: string,
  task: Rb1Task,
  options: Refutebench1Options,
  runSeed: number,
): Promise<TaskItems | undefined> {
  const files = rowFiles(folder, task)
  if (files.length === 0) return undefined
  const items: Rb1Item[] = []
  const rows: unknown[] = []
  for (const file of files.filter((entry) => isWanted(entry, options))) {
    const { kind, nc, pair, part, path, base } = file
    let index = 0
    for await (const { content, queries, checker, script } of OFFICIAL_ROWS[task][part](path)) {
      const where = `${path}, row ${index + 1}`
      if (part === 'single' && queries.length !== nc + 3) {
        throw dataError(
          `Failed to read ${where}: expected ${nc} irrelevant queries, found ${queries.length - 3}. Give the file its right name.`,
        )
      }
      items.push({
        id: `${task}/${kind}/${base}/${index}`,
        task,
        kind,
        nc,
        pair,
        checker,
        row: `${task}/${createHash('sha256')
          .update(queries[0] ?? '')
          .digest('hex')
          .slice(0, 12)}`,
        // Rows of one number are one row in all single files but qa.generalization, where nothing is drawn.
        script: script(nc, drawFor(runSeed, [task, pair ?? '', part, index].join('/')), options.targets, where),
      })
      rows.push(content)
      index += 1
    }
  }
  const lacking = releasedSets(task).filter(
    (set) => isWanted(set, options) && !files.some(({ kind, nc, pair }) => kind === set.kind && nc === set.nc && pair === set.pair),
  )
  const names = lacking.map(({ kind, nc, pair = task }) => (kind === 'multi' ? `multi/${pair}` : `single/${pair}.${kind}.NC-${nc}`))
  const leftOut = names.length === 0 ? [] : [{ reason: `refutebench1/${task} has no ${names.join(', ')}`, tasks: [task], items: 0 }]
  return { items, rows, leftOut }
}

/** The sets of rows that `holdfast data pull` gets of a task. */
function releasedSets(task: Rb1Task): SetName[] {
  return (task === 'mt' ? PAIRS : [undefined]).flatMap((pair) => [
    ...NCS.map((nc) => ({ task, pair, kind: 'memory', nc: Number(nc) }) as const),
    { task, pair, kind: 'generalization', nc: 0 },
    { task, pair, kind: 'multi', nc: 0 },
  ])
}

/** Files as the release names them, packed or not; of a file that is there twice, the unpacked one. */
function rowFiles(folder: string, task: Rb1Task): RowFile[] {
  const found = new Map<string, RowFile>()
  for (const part of ['single', 'multi'] as const) {
    const path = join(folder, task, part)
    for (const name of existsSync(path) ? readdirSync(path).sort() : []) {
      const [, base, pair, kind, nc] = NAME.exec(name) ?? []
      if (base === undefined || (kind === undefined) === (part === 'single') || found.has(base)) continue
      found.set(base, {
        task,
        kind: KINDS.find((entry) => entry === kind) ?? 'multi',
        nc: Number(NCS.find((entry) => entry === nc) ?? 0),
        pair: PAIRS.find((entry) => entry === pair),
        part,
        path: join(path, name),
        base,
      })
    }
  }
  return [...found.values()]
}
