import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  bundledVersion,
  type DatasetDescription,
  dataError,
  dataFolder,
  groupBy,
  isBundled,
  jsonHash,
  type LeftOut,
  leftOutTexts,
  random,
} from '../../src/kit.ts'
import { PROTOCOLS, type Protocol, type RefutebenchOptions, type RefuteTask, refutebenchOptions, type Style } from './names.ts'
import {
  type IrrelevantQuery,
  OWN_FILES,
  readBundledSeeds,
  readIrrelevantQueries,
  readOfficialQueries,
  readOfficialSentences,
  readOwnSeeds,
  type Seed,
  unlikeTask,
} from './seeds.ts'

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
  /** Of a smaller case of it: which objections are left, from 0, and what of the refuter's style is at its plainest. */
  readonly smaller?: { readonly objections: readonly number[]; readonly plain: readonly (keyof Style)[] } | undefined
}

/**
 * Opens the seeds, tells where they come from, and draws what is drawn per seed, the same for every model (docs/suites/refutebench.md, R8).
 *
 * @param data `bundled`, `bundled@1`, or a folder whose `refutebench/` holds WMT sentences, irrelevant queries, documents or writing
 * instructions; tasks without a file are bundled.
 * @throws HoldfastError when the folder has no `refutebench` or a line does not fit.
 */
export function openSeeds(data: string, options: RefutebenchOptions, runSeed: number) {
  const files = isBundled(data) ? undefined : readFiles(data, options, runSeed)
  const version = bundledVersion(data, 2)
  const leftOut: LeftOut[] = []
  const protocols = PROTOCOLS.filter((protocol) => options.protocols.includes(protocol))
  const seeds = options.tasks.flatMap((task) => {
    const given = files?.seeds[task]
    if (given) return given
    const { seeds, missing } = readBundledSeeds(task)
    for (const [reason, { length }] of groupBy(missing, (why) => why))
      leftOut.push({ reason, tasks: protocols.map((protocol) => `${protocol}/${task}`), items: protocols.length * length })
    return version === 1 ? seeds.filter(({ level }) => level !== 'hard').map(({ level: _level, ...seed }) => seed) : seeds
  })
  const pool = files?.queries ?? readIrrelevantQueries()
  const pools = new Map(options.tasks.map((task) => [task, poolFor(task, pool, options)]))
  const items = protocols.flatMap((protocol) =>
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
    source: sourceOf(seeds, files),
    // That of the bundled seeds, where a task has them.
    ...(options.tasks.some((task) => !files?.seeds[task]) && { version }),
    sha256: jsonHash([seeds, pool]),
    leftOut,
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
    throw dataError(
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

/** What a folder of data has. */
type DataFiles = ReturnType<typeof readFiles>

/**
 * Reads the official files of a folder and those of the user's own.
 *
 * @throws HoldfastError when there is none.
 */
function readFiles(data: string, { seeds: count, tasks }: RefutebenchOptions, runSeed: number) {
  const folder = dataFolder(data, 'refutebench')
  const own = tasks.map((task) => [task, readOwnSeeds(data, task, count, runSeed)] as const)
  const mt = readOfficialSentences(data, count, runSeed)
  const queries = readOfficialQueries(data)
  const seeds = Object.fromEntries([...own, ['mt', mt] as const].filter(([, found]) => found !== undefined))
  if (!queries && !mt && !Object.values(OWN_FILES).some((name) => existsSync(join(folder, name)))) {
    throw dataError(
      `Failed to read HOLDFAST_DATA: ${folder} has none of mt-enzh.jsonl, irrelevant-queries.jsonl, ${Object.values(OWN_FILES).join(', ')}. Put one there, or use bundled.`,
    )
  }
  return { seeds, queries }
}

/** What of a run's data is official or the user's own, and what is not. */
function sourceOf(seeds: readonly Seed[], files: DataFiles | undefined): string {
  const tasks = new Set(seeds.map(({ task }) => task))
  const given = [...tasks].filter((task) => files?.seeds[task])
  const official = [...(given.includes('mt') ? ['sentences to translate'] : []), ...(files?.queries ? ['irrelevant queries'] : [])]
  const own = given.filter((task) => task !== 'mt')
  const parts = [
    ...(official.length > 0 ? [`official ${official.join(' and ')}`] : []),
    ...(own.length > 0 ? [`own seeds of ${own.join(' and ')}`] : []),
  ]
  if (parts.length === 0) return 'bundled'
  return [...parts, ...(given.length === 0 ? ['tasks bundled'] : given.length < tasks.size ? ['other tasks bundled'] : [])].join('; ')
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

/** More sentences than there are. */
const ALL = 1_000_000

/** Describes the dialogues of all seeds, the seeds' queries, and the irrelevant queries that come between. */
export async function describeRefutebenchData(data: string): Promise<DatasetDescription> {
  const { items, leftOut, ...from } = openSeeds(data, refutebenchOptions.parse({ seeds: ALL }), 0)
  const seeds = [...new Set(items.map(({ seed }) => seed))]
  const tasks = [...new Set(seeds.map(({ task }) => task))]
  const queries = (isBundled(data) ? undefined : readOfficialQueries(data)) ?? readIrrelevantQueries()
  return {
    ...from,
    tasks: items.map(taskName),
    labels: [
      { label: 'seeds', of: seeds.map(({ task }) => task), order: 'appearance' },
      { label: 'level of seeds', of: seeds.map(({ level }) => level), order: 'sorted' },
    ],
    lengths: [
      ...tasks.map((task) => ({ texts: `${task} query`, of: seeds.flatMap((seed) => (seed.task === task ? [seed.query] : [])) })),
      { texts: 'irrelevant query', of: queries.map(({ query }) => query) },
    ],
    notes: [
      ...leftOutTexts(leftOut),
      ...(from.source.includes('sentences') ? ['seeds of mt: all sentences of 8 to 60 words; a run draws 100 of them'] : []),
    ],
  }
}
