import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { madeDocument, madeScores } from '../../../test/madeDocument.ts'
import { temporaryFolder } from '../../../test/temporaryFolder.ts'
import { readRunRecords, runFolder } from './runFolder.ts'

test('a run that lacks its records is told, and one that never had any is read', () => {
  const folder = runFolder(temporaryFolder())
  const read = (items: number) => {
    writeFileSync(folder.scores, JSON.stringify(madeDocument({ suites: { support: madeScores({ items }) } })))
    return readRunRecords(folder)
  }
  expect(read(0)).toEqual([])
  expect(() => read(10)).toThrow(`Failed to read the run ${folder.path}: it has no items.jsonl. Name a run with its records.`)
})
