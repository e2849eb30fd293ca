import { type DatasetDescription, isBundled, leftOutTexts } from '../../src/kit.ts'
import { openSeeds, taskName } from './openSeeds.ts'
import { refutebenchOptions } from './options.ts'
import { readIrrelevantQueries } from './seeds/bundled.ts'
import { readOfficialQueries } from './seeds/official.ts'

/** More sentences than there are. */
const ALL = 1_000_000

/** Describes the dialogues of all seeds, the seeds' queries, and the irrelevant queries that come between. */
export async function describeRefutebenchData(data: string): Promise<DatasetDescription> {
  const { items, source, version, sha256, leftOut } = await openSeeds(data, refutebenchOptions.parse({ seeds: ALL }), 0)
  const seeds = [...new Set(items.map(({ seed }) => seed))]
  const tasks = [...new Set(seeds.map(({ task }) => task))]
  const queries = (isBundled(data) ? undefined : await readOfficialQueries(data)) ?? readIrrelevantQueries()
  return {
    source,
    version,
    sha256,
    tasks: items.map(taskName),
    labels: [
      { label: 'seeds', of: seeds.map(({ task }) => task), order: 'appearance' },
      { label: 'level of seeds', of: seeds.map(({ level }) => level), order: 'sorted' },
    ],
    lengths: [
      ...tasks.map((task) => ({
        texts: `${task} query`,
        of: seeds.filter((seed) => seed.task === task).map(({ query }) => query),
      })),
      { texts: 'irrelevant query', of: queries.map(({ query }) => query) },
    ],
    notes: [
      ...leftOutTexts(leftOut),
      ...(source.includes('sentences') ? ['seeds of mt: all sentences of 8 to 60 words; a run draws 100 of them'] : []),
    ],
  }
}
