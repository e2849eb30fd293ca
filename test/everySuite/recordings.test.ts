import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callsOf, RECORDED, readRecordings, recordedFile } from '../../scripts/real/recordings.ts'
import { recordedTable } from '../../scripts/real/table.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { loadSuite, SUITE_NAMES } from '../catalogue.ts'
import { metricsOf } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { isLong } from '../shared.ts'

const RECORDINGS = readRecordings()
const ALL = RECORDINGS.flatMap((recording) => Object.keys(recording.suites).map((suite) => ({ ...recording, suite })))
const MOST_BYTES = 8_000_000

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
      const outcome = await runSuite((await loadSuite(suite)) as NonNullable<Awaited<ReturnType<typeof loadSuite>>>, {
        model: `replay:recorded/${name}`,
      })
      const figures = Object.entries(metricsOf(outcome)).map(([key, { value }]) => [key, value])
      expect(Object.fromEntries(figures)).toEqual(suites[suite]?.figures)
    },
  )
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
