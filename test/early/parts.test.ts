import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import { gates as gatesSchema } from '../../src/core/format/gates.ts'
import { wasNotNeeded } from '../../src/core/format/records.ts'
import { conclude } from '../../src/deciding/conclude.ts'
import { figuresOf } from '../../src/deciding/figures.ts'
import { mergeRuns } from '../../src/deciding/mergeRuns.ts'
import { criterion, rubric } from '../../src/judging/rubric/rubric.ts'
import { inlineSuite } from '../../src/running/worker/suite.ts'
import { runSuite } from '../runSuite.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

registerMatchers()

const WORDS = Array.from({ length: 240 }, (_, at) => ({ id: `word ${at}` }))
const suite = inlineSuite<(typeof WORDS)[number], object>(
  'words',
  { items: WORDS, reference: ({ id }) => `the ${id}` },
  async ({ id }, { candidate, expect }) => {
    const same = criterion('the same words', { check: (text) => text === `the ${id}` })
    await expect(await candidate.ask(`Say: the ${id}`)).toPassRubric(rubric([same]))
  },
)
const gates = gatesSchema.parse({ allowSimulated: true, words: { score: { min: 0.3, max: 0.95 } } })

function sharedFolder(): string {
  const folder = temporaryFolder()
  return folder
}

const part = (shard: string, jobFolder: string) =>
  runSuite(suite, { model: 'sim:degraded?p=0.3', decide: 'early', concurrency: 2, gates, shard, jobFolder })

test('parts that share a folder end once the items of all decide, and their merge decides the same', async () => {
  const shared = sharedFolder()
  const parts = await Promise.all(['1/3', '2/3', '3/3'].map((shard) => part(shard, shared)))
  const records = parts.flatMap((own) => own.records)
  expect(records).toHaveLength(240)
  expect(records.filter(wasNotNeeded).length).toBeGreaterThan(100)
  // A part alone decides nothing.
  for (const { concluded } of parts) expect(concluded.document.gates.map(({ verdict }) => verdict)).toEqual(['pending', 'pending'])
  const figures = figuresOf(await suite.rules(), records, { gates, root: '/none' })
  expect(figures.early?.rules).toMatchObject([
    { kind: 'min', verdict: 'held' },
    { kind: 'max', verdict: 'held' },
  ])
  const documents = parts.map(({ concluded }) => ({ document: concluded.document, settings: undefined }))
  const flags = { strict: false, interrupted: false, sharded: false, otherFailures: [] }
  const merged = conclude(mergeRuns({ records, figures: [figures], parts: documents, name: 'merged' }), {
    gates,
    baseline: undefined,
    certificates: [],
    known: [],
    flags,
  })
  expect([merged.document.exitCode, merged.reasons]).toEqual([0, []])
  expect(merged.document.run.early?.words).toMatchObject({ ofItems: 240, saved: { calls: records.filter(wasNotNeeded).length } })
})

test('what parts tell has no text of a model, and lines that are no records are passed over', async () => {
  const shared = sharedFolder()
  const first = await part('1/2', shared)
  // Alone it never sees the units whose items are the other's.
  expect(first.records.some(wasNotNeeded)).toBe(false)
  const path = join(shared, 'early', 'words.1-of-2.jsonl')
  const told = readFileSync(path, 'utf8')
  expect(first.records.some(({ reason }) => reason !== undefined)).toBe(true)
  expect(told).not.toContain('reason')
  writeFileSync(path, `no record\n{"suite": 1}\n${told}{"suite":"words","item":"wo`)
  const second = await part('2/2', shared)
  expect(second.records.filter(wasNotNeeded).length).toBeGreaterThan(20)
})
