import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AnsweredCalls } from '../newLines.ts'

test('counts the lines of a journal that are whole, by suite, from when it was made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'calls.jsonl')
  const early = new AnsweredCalls(path)
  expect(early.since()).toEqual(new Map())
  const line = (suite: string) => `${JSON.stringify({ suite, item: 'one', content: '{"suite":"other"}' })}\n`
  appendFileSync(path, line('old'))
  const calls = new AnsweredCalls(path)
  appendFileSync(path, line('a') + line('b "c"') + line('a').slice(0, 9))
  expect(calls.since()).toEqual(new Map([['a', 1], ['b "c"', 1]])) // biome-ignore format: two pairs
  appendFileSync(path, line('a').slice(9) + line('a'))
  expect(calls.since()).toEqual(new Map([['a', 2]]))
  expect(calls.since()).toEqual(new Map())
  expect(early.since().get('a')).toBe(3)
})
