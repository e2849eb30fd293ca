import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callsOf, RECORDED, readRecordings, recordedFile } from '../../scripts/real/recordings.ts'
import { recordedTable } from '../../scripts/real/table.ts'
import { parseJsonl } from '../../src/core/base/data/jsonl.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { remembered } from '../../src/core/base/remembered.ts'
import { loadSuite, SUITE_NAMES } from '../catalogue.ts'
import { metricsOf } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { isLong } from '../shared.ts'

const RECORDINGS = readRecordings()
const ALL = RECORDINGS.flatMap((recording) => Object.keys(recording.suites).map((suite) => ({ ...recording, suite })))
const MOST_BYTES = 8_000_000

/**
 * What readers of the replies give each, for the scores that they could tell. They were labelled before it was looked at how we read
 * them; later one label of Sharded was dropped, which its rules leave open, and 26 were made anew by rule R1, which the reader had not known:
 * a reply without the form of an answer meets nothing, and a row too many costs no other column. All of this, and that the labels of two
 * kinds of Retention said the opposite of a score, was seen when labels and readings differed. Points of LIFBench are by the released rules,
 * worked out by hand; rule S3 leaves open whether a reason may contradict its option, and that one has no label. Pressure has labels of its own.
 */
const LABELS = parseJsonl(
  readFileSync(new URL('recordedLabels.jsonl', import.meta.url)),
  z.strictObject({ suite: z.string(), model: z.string(), item: z.string(), scores: z.record(z.string(), z.number()) }),
  'recordedLabels.jsonl',
)
const LABELLED = [...new Set(LABELS.map(({ suite, model }) => `${model} ${suite}`))].map((own) => own.split(' ') as [string, string])

/** A recorded suite as today's code reads it. */
const replayed = remembered(async (own: string) => {
  const [name, suite = ''] = own.split(' ')
  return runSuite((await loadSuite(suite)) as NonNullable<Awaited<ReturnType<typeof loadSuite>>>, { model: `replay:recorded/${name}` })
})

test('recordings that ship are small', () => {
  const files = existsSync(RECORDED) ? readdirSync(RECORDED, { recursive: true, encoding: 'utf8' }) : []
  expect(files.reduce((sum, file) => sum + statSync(join(RECORDED, file)).size, 0)).toBeLessThan(MOST_BYTES)
})

describe.runIf(ALL.length > 0)('the recording', () => {
  test.each(ALL)('of $name in $suite has the calls of its items and of no others', ({ name, suite, suites }) => {
    const calls = callsOf(recordedFile(name, suite))
    expect(calls.filter((call) => call.suite !== suite || call.asked === undefined || call.messages !== undefined)).toEqual([])
    const items = suites[suite]?.items ?? []
    expect([...new Set(calls.map(({ item }) => item))].filter((item) => !items.includes(item))).toEqual([])
  })

  // Scoring is code: the same answers get the same figures, to the last digit.
  test.each(ALL.filter((_, at) => isLong || at % 9 === 0))(
    'of $name in $suite gives the figures that were recorded',
    async ({ name, suite, suites }) => {
      const figures = Object.entries(metricsOf(await replayed(`${name} ${suite}`))).map(([key, { value }]) => [key, value])
      expect(Object.fromEntries(figures)).toEqual(suites[suite]?.figures)
    },
  )

  test.each(LABELLED)('of %s in %s is read as a reader labelled it', async (name, suite) => {
    const { records } = await replayed(`${name} ${suite}`)
    const readings = LABELS.filter((own) => own.suite === suite && own.model === name).flatMap(({ item, scores }) => {
      const read = records.find((record) => record.item === item)?.scores ?? {}
      return Object.entries(scores).map(([key, label]) => ({ item, key, label, read: read[key] }))
    })
    // What a demand of Sharded instructions is met in part counts as met.
    const whole = (read = Number.NaN) => (suite === 'sharded' ? Math.ceil(read) : Number(read.toFixed(6)))
    expect(readings.filter(({ label, read }) => whole(read) !== label)).toEqual([])
  })
})

/** The page with the table of its suite between the marks; they are put at the end of "What is good" where there are none yet. */
function withTable(text: string, suite: string): string {
  const table = recordedTable(suite, RECORDINGS)
  const block = table && `<!--recorded-->\n\n### Real small models\n\n${INTRODUCTION}\n\n${table}\n\n<!--/recorded-->\n\n`
  const bare = text.replace(/<!--recorded-->[\s\S]*?<!--\/recorded-->\n\n/, '')
  return bare.replace(/^## What it costs$/m, () => `${block}## What it costs`)
}

const INTRODUCTION = '`HOLDFAST_MODEL=replay:recorded/<name>` [gives these again](../../docs/guides/small-models.md#recorded-models).'

// `npm run docs` writes them anew instead.
test.each(SUITE_NAMES)('the page of %s has the figures of the recordings', (suite) => {
  const path = join(packageRoot, 'suites', suite, 'README.md')
  const text = readFileSync(path, 'utf8')
  if (process.env.WRITE_DOCS === '1') writeFileSync(path, withTable(text, suite))
  else expect(text, 'npm run docs writes it anew').toBe(withTable(text, suite))
})

test('a page gets its table once, above the next section, and loses it with the recording', () => {
  const page = '# S\n\n## What is good\n\nText.\n\n## What it costs\n\nMore.\n'
  expect(withTable(page, 'none')).toBe(page)
  expect(withTable(page.replace('## What it', '<!--recorded-->\n\nold\n\n<!--/recorded-->\n\n## What it'), 'none')).toBe(page)
})
