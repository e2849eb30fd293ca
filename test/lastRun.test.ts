import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../src/core/base/files/makeFolder.ts'
import { runFolder } from '../src/core/format/runFolder.ts'
import type { ScoresDocument } from '../src/core/format/scoresDocument.ts'
import { changeFromLast } from '../src/deciding/lastRun.ts'
import { shardedSuite } from '../suites/sharded/suite.ts'
import { runSuite, type SuiteOutcome } from './runSuite.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const run = (p: number, kinds = 'json') =>
  runSuite(shardedSuite, { limit: 6, suites: { sharded: { kinds } } }, { HOLDFAST_MODEL: `sim:degraded?p=${p}` })

/** Writes a run as it lies on disk. */
function written(
  root: string,
  name: string,
  { concluded, records }: SuiteOutcome,
  more: (document: ScoresDocument) => unknown = (own) => own,
) {
  const folder = runFolder(join(root, name))
  makeFolder(folder.path)
  writeFileSync(folder.scores, JSON.stringify(more(concluded.document)))
  writeFileSync(folder.items, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}

test('a run is held against the newest one beside it that was made alike, item by item', async () => {
  const [worse, better, other] = await Promise.all([run(0.9), run(0), run(0, 'table')])
  const root = temporaryFolder()
  const rules = await shardedSuite.rules()
  const found = ({ plan, records }: SuiteOutcome, simulated = true) =>
    changeFromLast(rules, records, { ...plan, folder: join(root, 'now'), simulated })?.last
  expect(found(better)).toBeUndefined()

  written(root, 'a', worse)
  const { sharded } = worse.concluded.document.suites
  const base = sharded?.metrics[sharded.headline ?? '']?.value
  expect(found(better)).toMatchObject({ run: 'a', model: 'sim:degraded?p=0.9', metric: { base, now: 100, verdict: 'better' } })

  // The run itself, and what cannot be compared with it, is passed over.
  written(root, 'now', better)
  written(root, 'table', other)
  written(root, 'shard', better, (document) => ({ ...document, run: { ...document.run, shard: '1/2' } }))
  written(root, 'stopped', better, (document) => ({ ...document, run: { ...document.run, partial: true, incomplete: { ran: 1 } } }))
  written(root, 'deaf', better, (document) => ({
    ...document,
    suites: { sharded: { ...document.suites.sharded, judgeSigns: [{ role: 'judge', sign: 'first', n: 9, of: 9 }] } },
  }))
  expect(found(better)).toMatchObject({ run: 'a' })
  expect(found(better, false)).toBeUndefined()
})
