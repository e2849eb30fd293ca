import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { HoldfastError } from '../../src/base/errors.ts'
import { random } from '../../src/base/random.ts'
import type { RefutebenchOptions } from './options.ts'
import { readBundledSeeds, readIrrelevantQueries } from './seeds/bundled.ts'
import { readOfficialQueries, readOfficialSentences, unlikeTask } from './seeds/official.ts'
import type { IrrelevantQuery, Seed } from './seeds/seed.ts'
import { PROTOCOLS, type Protocol, type RefuteTask } from './tasks.ts'

/** One dialogue to be held. */
export interface RefuteItem {
  /** `<protocol>/<task>/<seed>`. */
  readonly id: string
  readonly protocol: Protocol
  readonly seed: Seed
  /** Talk between objection and re-query, in this order; fewer of them are a beginning of it. */
  readonly irrelevant: readonly IrrelevantQuery[]
  /** The seed whose query asks again; the same but for the `generalization` re-query. */
  readonly again: Seed
}

/** The dialogues of a run and where their seeds come from. */
export interface RefuteItems {
  readonly items: readonly RefuteItem[]
  readonly source: string
  readonly sha256: string
  readonly notes: readonly string[]
}

/**
 * Opens the seeds and draws what is drawn per seed, the same for every model (docs/suites/refutebench.md, R8).
 *
 * @param data `bundled`, or a folder whose `refutebench/` holds WMT sentences and irrelevant queries; the other tasks are bundled.
 * @throws HoldfastError when the folder has no `refutebench` or a line does not fit.
 */
export async function openSeeds(data: string, options: RefutebenchOptions, runSeed: number): Promise<RefuteItems> {
  if (data !== 'bundled' && !existsSync(join(data, 'refutebench'))) {
    throw new HoldfastError(
      'DATA',
      `Failed to read HOLDFAST_DATA: no folder ${join(data, 'refutebench')}. Put the official files there, or use bundled.`,
    )
  }
  const official =
    data === 'bundled' ? {} : { mt: await readOfficialSentences(data, options.seeds, runSeed), queries: await readOfficialQueries(data) }
  if (data !== 'bundled' && !official.mt && !official.queries) {
    throw new HoldfastError(
      'DATA',
      `Failed to read HOLDFAST_DATA: ${join(data, 'refutebench')} has neither mt-enzh.jsonl nor irrelevant-queries.jsonl. Put one there, or use bundled.`,
    )
  }
  const notes: string[] = []
  const seeds = options.tasks.flatMap((task) => {
    if (task === 'mt' && official.mt) return official.mt
    const { seeds: own, missing } = readBundledSeeds(task)
    if (missing) notes.push(`${task} left out: its documents come with ${missing}`)
    return own
  })
  const pool = official.queries ?? readIrrelevantQueries()
  const pools = new Map(options.tasks.map((task) => [task, poolFor(task, pool, options)]))
  const items = PROTOCOLS.filter((protocol) => options.protocols.includes(protocol)).flatMap((protocol) =>
    seeds.map((seed): RefuteItem => {
      const draw = random('refutebench', runSeed, seed.id)
      return {
        id: `${protocol}/${seed.task}/${seed.id}`,
        protocol,
        seed,
        irrelevant: draw.sample(pools.get(seed.task) ?? [], options.distractions),
        again: options.requery === 'verbatim' ? seed : anotherOf(seeds, seed),
      }
    }),
  )
  return {
    items,
    source: sourceOf(seeds, official.mt !== undefined, official.queries !== undefined),
    sha256: createHash('sha256')
      .update(JSON.stringify([seeds, pool]))
      .digest('hex'),
    notes,
  }
}

/**
 * The irrelevant queries of a task, as they are asked.
 *
 * @throws HoldfastError when there are too few.
 */
function poolFor(task: RefuteTask, pool: readonly IrrelevantQuery[], { distractions, long }: RefutebenchOptions): IrrelevantQuery[] {
  const unlike = unlikeTask(pool, task)
  if (unlike.length < distractions) {
    throw new HoldfastError(
      'DATA',
      `Failed to draw ${distractions} irrelevant queries for ${task}: ${unlike.length} do not look like the task. Lower HOLDFAST_REFUTEBENCH_DISTRACTIONS, or add queries.`,
    )
  }
  return long ? unlike.map((query, index) => lengthened(query, unlike, index)) : unlike
}

/** What is told between, of about this many words an answer. */
const LONG_WORDS = 400

/** A query that asks for a long answer; simulated models give as long a one, of the references of the queries after it. */
function lengthened({ id, query }: IrrelevantQuery, pool: readonly IrrelevantQuery[], at: number): IrrelevantQuery {
  const said: string[] = []
  for (let next = at; said.join(' ').split(' ').length < LONG_WORDS; next += 1) said.push(pool[next % pool.length]?.reference ?? '')
  return {
    id,
    query: `${query}\n\nAnswer at length, in about ${LONG_WORDS} words, with background and examples.`,
    reference: said.join(' '),
  }
}

/** What of a run's data is official, and what of its tasks is not. */
function sourceOf(seeds: readonly Seed[], sentences: boolean, queries: boolean): string {
  const translated = sentences && seeds.some(({ task }) => task === 'mt')
  const parts = [...(translated ? ['sentences to translate'] : []), ...(queries ? ['irrelevant queries'] : [])]
  if (parts.length === 0) return 'bundled'
  const bundled = translated ? seeds.some(({ task }) => task !== 'mt') && 'other tasks bundled' : 'tasks bundled'
  return `official ${parts.join(' and ')}${bundled ? `; ${bundled}` : ''}`
}

/** The next seed of the same task, so that every one is asked for once. */
function anotherOf(seeds: readonly Seed[], seed: Seed): Seed {
  const own = seeds.filter(({ task }) => task === seed.task)
  return own[(own.indexOf(seed) + 1) % own.length] as Seed
}

/** Tasks of the items, in the order of tables. */
export function taskName({ protocol, seed }: RefuteItem): `${Protocol}/${RefuteTask}` {
  return `${protocol}/${seed.task}`
}
