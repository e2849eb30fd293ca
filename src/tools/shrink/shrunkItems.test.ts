import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporaryFolder.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { runFolder } from '../../core/format/runFolder.ts'
import { writeCase } from './caseFiles.ts'
import { madeShrunk } from './e2e/caseRun.ts'
import { withShrunkItems } from './shrunkItems.ts'

const record = (item: string): ItemRecord => ({ suite: 'support', item, task: 'support', trial: 0, status: 'failed', tags: {}, scores: {} })

test('report.md gets a line for each shrunk item, once, and nothing of a model as markup', () => {
  const path = temporaryFolder()
  const folder = runFolder(path)
  const records = [record('one'), { ...record('one'), trial: 1 }, record('two')]
  expect(withShrunkItems('# Run\n', folder, records)).toBe('# Run\n')
  writeCase(folder, 'shrunk', madeShrunk('one'))
  const first = withShrunkItems('# Run\n', folder, records)
  expect(first.split('\n').filter((line) => line.startsWith('- '))).toEqual([
    '- one of support: 3 of 6 parts, 3 of 9 messages and 180 of 4,210 tokens still fail; needed: turn “Always name the pier.”, turn “Which box is first?” (simulated)',
  ])
  expect(withShrunkItems(first, folder, records)).toBe(first)
  writeCase(folder, 'shrunk', madeShrunk('two', ' <img src=x> @somebody\n# Title'))
  const second = withShrunkItems(first, folder, records)
  expect(second.match(/Smallest failing cases/g)).toHaveLength(1)
  expect(second).not.toMatch(/(?<!\\)<img|@somebody|^# Title/m)
  writeCase(folder, 'shrunk', madeShrunk('two', '', { outcome: 'chance' }))
  expect(withShrunkItems(second, folder, records)).toContain('- two of support: does not fail beyond chance (simulated)')
})
