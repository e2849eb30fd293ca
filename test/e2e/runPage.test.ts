import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type RunFolder, runFolder } from '../../src/format/runFolder.ts'
import type { PageIndex } from '../../src/report/page/shared/pageIndex.ts'
import { writePage } from '../../src/report/page/writePage.ts'
import { plainViews } from '../../src/report/suiteView.ts'
import { startEndpoint } from './endpoint.ts'
import { unwrapped } from './fixtureRun.ts'
import { rootWithBaseline, runMarks } from './marksRun.ts'
import { newPlace, runParcels } from './parcelRun.ts'

/** More than are written at once, and not a multiple. */
const PARCELS = 150

/** What a page knows of its items, and the scripts beside it by name. */
function itemsOf({ page, path }: RunFolder) {
  const index = JSON.parse(/id="index">(.*?)<\/script>/s.exec(readFileSync(page, 'utf8'))?.[1] ?? '') as PageIndex
  const data = join(path, 'data')
  return { index, scripts: Object.fromEntries(readdirSync(data).map((name) => [name, readFileSync(join(data, name), 'utf8')])) }
}

test('items written while the run goes on are those that are written afterwards', async () => {
  const run = await runParcels(await startEndpoint(), newPlace(), { PARCELS: String(PARCELS) })
  expect(run.code, run.text).toBe(0)
  const early = itemsOf(run.folder)
  expect(early.index.rows).toHaveLength(PARCELS)
  // Both questions of each, with their answers.
  expect(
    Object.values(early.scripts)
      .join('')
      .match(/: which box\?/g),
  ).toHaveLength(PARCELS)
  await writePage(run.folder, { root: run.root, views: plainViews })
  expect(itemsOf(run.folder)).toEqual(early)
})

test('items that changed against the baseline of the gates are marked, by all their trials', async () => {
  const env = { HOLDFAST_TRIALS: '3' }
  const root = await rootWithBaseline({ marks: 'south=2', env })
  const { folder } = await runMarks({ root, marks: 'north=2', env, gates: { baseline: 'main', marks: { score: { min: 0 } } } })
  const { rows, tasks } = itemsOf(folder).index
  const flips = rows.map(({ task, flip }) => `${tasks[task]} ${flip || 'as before'}`)
  expect(flips).toHaveLength(3 * 12)
  expect(new Set(flips)).toEqual(new Set(['north lost', 'south gained', 'west as before']))
})

test('a page that cannot be written is told at the end, and no reason to fail', async () => {
  const place = newPlace()
  mkdirSync(place.out, { recursive: true })
  writeFileSync(join(runFolder(place.out).path, 'data'), 'a file where the folder should be')
  const run = await runParcels(await startEndpoint(), place, { PARCELS: String(PARCELS) })
  expect(run.code, run.text).toBe(0)
  expect(unwrapped(run.text)).toMatch(/ no index\.html: E\w+: .*data/)
})
