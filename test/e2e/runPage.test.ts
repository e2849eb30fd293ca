import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunFolder } from '../../src/core/format/runFolder.ts'
import type { PageIndex } from '../../src/reports/page/shared/pageIndex.ts'
import { writePage } from '../../src/reports/page/writePage.ts'
import { startEndpoint } from './endpoint.ts'
import { readScores } from './fixtureRun.ts'
import { rootWithBaseline, runMarks } from './marksRun.ts'
import { newPlace, runParcels } from './parcelRun.ts'

const PARCELS = 20

/** What a page knows of its items, and the scripts beside it by name. */
function itemsOf({ page, path }: RunFolder) {
  const index = JSON.parse(/id="index">(.*?)<\/script>/s.exec(readFileSync(page, 'utf8'))?.[1] ?? '') as PageIndex
  const data = join(path, 'data')
  return { index, scripts: Object.fromEntries(readdirSync(data).map((name) => [name, readFileSync(join(data, name), 'utf8')])) }
}

test('the page of a run is the one that is written again afterwards', async () => {
  const run = await runParcels(await startEndpoint(), newPlace(), { PARCELS: String(PARCELS) })
  expect(run.code, run.text).toBe(0)
  const first = itemsOf(run.folder)
  expect(first.index.rows).toHaveLength(PARCELS)
  // Both questions of each, with their answers.
  expect(
    Object.values(first.scripts)
      .join('')
      .match(/: which box\?/g),
  ).toHaveLength(PARCELS)
  await writePage(run.folder, { root: run.root, views: () => ({}) })
  expect(itemsOf(run.folder)).toEqual(first)
})

test('items that changed against the baseline of the gates are marked, by all their trials', async () => {
  const env = { HOLDFAST_TRIALS: '3' }
  const root = await rootWithBaseline({ marks: 'south=2', env })
  const { folder } = await runMarks({ root, marks: 'north=2', env, gates: { baseline: 'main', marks: { score: { min: 0 } } } })
  const { rows, tasks } = itemsOf(folder).index
  const flips = rows.map(({ task, flip }) => `${tasks[task]} ${flip || 'as before'}`)
  expect(flips).toHaveLength(3 * 12)
  expect(new Set(flips)).toEqual(new Set(['north lost', 'south gained', 'west as before']))
  // Written again, as `report` does, it is held against the same baseline, which nobody has to name.
  // Figures are numbered through the process that writes them.
  const pageOf = () => readFileSync(folder.page, 'utf8').replace(/figure-\d+/g, 'figure')
  const [page, before] = [pageOf(), itemsOf(folder)]
  expect(page).toContain('vs <strong>main</strong>')
  await writePage(folder, { root, views: () => ({}) })
  expect(pageOf()).toBe(page)
  expect(itemsOf(folder)).toEqual(before)
})

const GATE = (bound: object) => JSON.stringify({ parcels: { pass_rate: bound } })

test.each([
  ['0', GATE({ min: 0 })],
  ['1', GATE({ max: 0 })],
])('a run whose page cannot be written exits %s all the same, and says why in a line', async (code, HOLDFAST_GATES) => {
  const place = newPlace()
  const endpoint = await startEndpoint()
  // The folder is checked before the first question: the name is taken after that.
  endpoint.onQuestion = (count) => {
    if (count === 1) mkdirSync(join(place.out, 'index.html', 'taken'), { recursive: true })
  }
  const run = await runParcels(endpoint, place, { PARCELS: '6', HOLDFAST_GATES })
  expect(run.code, run.text).toBe(Number(code))
  const lines = run.stdout.split('\n').filter((line) => line.includes('index.html'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/no index\.html: Failed to write .+: E[A-Z]+: .+\. Name a place that can be written\.$/)
  expect(run.text).not.toMatch(/^\s+at .*\.[jt]s/m)
  expect(readScores(run).exitCode).toBe(Number(code))
  expect(readFileSync(run.folder.markdown, 'utf8')).toContain('parcels')
})
