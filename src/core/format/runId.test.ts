import { expect, test } from 'vitest'
import { newRunId, runFolderName } from './runFolder.ts'

test('a run is named by a word and four digits', () => {
  for (let round = 0; round < 200; round += 1) expect(newRunId()).toMatch(/^[a-z]+-\d{4}$/)
})

test('names of runs differ', () => {
  const names = Array.from({ length: 20 }, newRunId)
  // The chance that fewer than 18 of 20 differ among 220,000 names is below one in a billion.
  expect(new Set(names).size).toBeGreaterThanOrEqual(18)
})

test('the folder of a run begins with its time in UTC, to the minute', () =>
  expect(runFolderName('kestrel-0412', new Date('2026-11-22T10:05:59.999+01:00'))).toBe('2026-11-22T0905-kestrel-0412'))

test('names of folders sort by time', () => {
  const times = ['2025-12-31T23:59:00Z', '2026-01-01T00:00:00Z', '2026-01-01T09:59:00Z', '2026-01-01T10:00:00Z', '2026-10-01T00:00:00Z']
  const names = times.map((time, index) => runFolderName(`wren-${9 - index}`, new Date(time)))
  expect([...names].sort()).toEqual(names)
})
