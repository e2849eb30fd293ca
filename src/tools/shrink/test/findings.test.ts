import { readFileSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { ItemRecord } from '../../../core/format/records.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { writePage } from '../../../reports/page/writePage.ts'
import { casePath, writeCase } from '../caseFiles.ts'
import { findingLines } from '../caseLines.ts'
import { madeInfluence, madeShrunk, writeCaseRun } from './caseRun.ts'

const ITEM = 'Arran/box: 1'
const HOSTILE = ' <img src=x onerror=alert(1)></script><script>alert(2)</script>\u202ebidi\n# Title'
const record = (item: string, trial = 0): ItemRecord => ({
  suite: 'support',
  item,
  task: 'support',
  trial,
  status: 'failed',
  tags: {},
  scores: {},
})

test('the page and `show` have the same lines, of items with such files alone, and a hostile text is in none a line or markup', async () => {
  const folder = writeCaseRun(join(temporaryFolder(), 'run'), ITEM, HOSTILE)
  const lines = findingLines(folder, record(ITEM), { isSaid: false, width: 100 })
  const text = lines.join('\n')
  for (const said of [
    'SIMULATED',
    'needed    turn-2 (turn)  Always name the pier.',
    'left out  turn-3 (distractor)',
    'user       Always name the pier.',
    'failed     Failed to pass the rubric: no pier.',
    'without turn-1, turn-2: does not fail (0 of 3)',
    ' ·+!?·',
    'turn 2  1.000  3 of 3  passes without it',
    casePath(folder, 'shrunk', 'support', ITEM),
  ])
    expect(text).toContain(said)
  expect(text).not.toMatch(/^# Title/m)
  expect(findingLines(folder, record(ITEM), { isSaid: true, width: 100 }).join()).not.toContain('SIMULATED')
  expect([
    ...findingLines(folder, record('other'), { isSaid: false, width: 100 }),
    ...findingLines(folder, record(ITEM, 1), { isSaid: false, width: 100 }),
  ]).toEqual([])
  await writePage(folder, { root: folder.path, views: () => ({}) })
  const records = readFileSync(join(folder.path, 'data', 'run-records-0.js'), 'utf8')
  expect(records.match(/"findings"/g)).toHaveLength(1)
  expect(records).toContain('Always name the pier.')
  expect(records).not.toContain('</script>')
  expect(readFileSync(folder.page, 'utf8')).not.toContain('Always name the pier')
})

test('why the smallest case fails is said with what was expected, and without what stands above it', () => {
  const folder = runFolder(temporaryFolder())
  const reason =
    'Failed to pass the rubric: total 0.\n  asked     Which pier?\n  expected  "Pier 4"\n  received  "Pier 2"\n  lost      all points'
  const made = madeShrunk('one')
  writeCase(folder, 'shrunk', { ...made, after: { ...made.after, reason } })
  const lines = findingLines(folder, record('one'), { isSaid: false, width: 100 })
  const at = lines.indexOf(' failed     Failed to pass the rubric: total 0.')
  expect(lines.slice(at + 1, at + 4).map((line) => line.trim())).toEqual(['expected  "Pier 4"', 'lost      all points', ''])
})

test('a file that cannot be read says so beside what can, for one trial', () => {
  const folder = runFolder(temporaryFolder())
  writeCase(folder, 'shrunk', madeShrunk('one'))
  writeCase(folder, 'influence', madeInfluence('one'))
  const path = casePath(folder, 'shrunk', 'support', 'one')
  unlinkSync(path)
  symlinkSync('/etc/passwd', path)
  const [of, again] = [0, 1].map((trial) => findingLines(folder, record('one', trial), { isSaid: true, width: 80 }).join('\n'))
  expect(of).toContain(`Failed to read ${path}`)
  expect(of).toContain('passes without it')
  expect(again).toBe('')
})
