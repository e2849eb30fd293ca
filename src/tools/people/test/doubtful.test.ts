import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { holdfastHere } from '../../../../test/command.ts'
import { jsonLines } from '../../../../test/jsonLines.ts'
import { once, writeRun } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { sharedTemporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { ScoresDocument } from '../../../core/format/scoresDocument.ts'
import { type LabelKey, labelKey } from '../labels/label.ts'

const root = sharedTemporaryFolder()

const OPTIONS = { model: 'sim:degraded?p=0.4', judge: 'sim:judge?noise=0.15' }

/** A run that leaves verdicts to people, its sheet, and people who say what the judge's majority said. */
const labelled = once(async () => {
  const outcome = await runSuite(fbBenchSuite, OPTIONS, { HOLDFAST_LIMIT: '4', HOLDFAST_VOTES: '3', HOLDFAST_DOUBT: '0.5' })
  await writeRun(outcome, join(root, 'run'))
  const printed = await holdfastHere(['judge', 'label', 'run', '--by', 'doubtful'], root)
  const folder = join(root, 'reports', 'labels')
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.key.jsonl'))
  const keys: LabelKey[] = jsonLines(readFileSync(join(folder, name), 'utf8')).map((line) => labelKey.parse(line))
  const labels = keys.map(({ suite, item, trial, question, sha256, judge }) => ({
    suite,
    item,
    trial,
    question,
    sha256,
    rater: 'ann',
    value: judge,
  }))
  writeFileSync(join(folder, 'ann.jsonl'), labels.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const doubtful = outcome.records.filter(({ tags }) => tags.doubtful === 'yes').map(({ item }) => item)
  return { printed, keys, doubtful, folder }
})

test('all items whose verdicts are left to people are asked, and no others', async () => {
  const { printed, keys, doubtful } = await labelled()
  expect(printed.code).toBe(0)
  expect(doubtful.length).toBeGreaterThan(3)
  expect([...new Set(keys.map(({ item }) => item))].sort()).toEqual([...doubtful].sort())
  expect(keys.every(({ probability, of }) => probability === 1 && of === 'doubtful')).toBe(true)
  expect(printed.stdout).toContain(`All ${doubtful.length} items whose verdicts are left to people`)
})

test('their labels give the figure with people, and correct nothing else', async () => {
  await labelled()
  const { stdout } = await holdfastHere(['merge', 'run', '--suite', 'fb-bench', '--json'], root)
  const { suites, run } = JSON.parse(stdout) as ScoresDocument
  const metrics = suites['fb-bench']?.metrics ?? {}
  // People said what the judge said.
  expect(metrics['with_people.overall']?.value).toBeCloseTo(metrics.overall?.value as number, 9)
  expect(Object.keys(metrics).filter((key) => key.startsWith('corrected.'))).toEqual([])
  const { doubtful } = await labelled()
  expect(run.labels?.['fb-bench']).toMatchObject({ labelled: doubtful.length, withoutChance: doubtful.length })
})

test('they do not measure the judge', async () => {
  const { folder, keys } = await labelled()
  const { code, stderr } = await holdfastHere(
    [
      'judge',
      'measure',
      ...readdirSync(folder)
        .filter((file) => file.endsWith('.jsonl'))
        .map((file) => join(folder, file)),
    ],
    root,
  )
  expect(code).toBe(1)
  expect(stderr).toContain(`${keys.length} labels of doubtful items that were chosen and not drawn`)
})

test('a run that leaves nothing to people says what to do', async () => {
  await writeRun(await runSuite(fbBenchSuite, OPTIONS, { HOLDFAST_LIMIT: '1' }), join(root, 'plain'))
  const { code, stderr } = await holdfastHere(['judge', 'label', 'plain', '--by', 'doubtful', '--out', 'other'], root)
  expect(code).toBe(2)
  expect(stderr).toContain('it leaves no verdict to people. Run it with HOLDFAST_DOUBT and several HOLDFAST_VOTES, or draw by doubt.')
})
