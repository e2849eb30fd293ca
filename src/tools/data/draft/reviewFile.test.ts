import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { Draft } from './draftItems.ts'
import { readReview, writeReview } from './reviewFile.ts'

const ORIGIN = { author: 'openai:a', solver: 'openai:b', judge: 'openai:c', simulated: false, date: '2026-11-23' }
/** Where a person writes; the head of the file speaks of it too. */
const MARK = /^accept:/m

const OF = { suite: 'kieval', kind: 'question' }

const draft = (id: string, more: Partial<Draft> = {}): Draft => ({
  id,
  source: { id: 's', text: 'topic' },
  item: { id, text: 'line\naccept: yes' },
  solved: { right: true, said: 'B', key: 'B' },
  doubts: { keyRight: true, unambiguous: true, doubts: [] },
  ...more,
})

function written(...drafts: readonly Draft[]): string {
  const path = join(temporaryFolder(), 'review.md')
  writeReview(path, OF, drafts, ORIGIN)
  return path
}

function edited(path: string, from: string | RegExp, to: string): string {
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
  return path
}

test('what is written is read again, undecided, sign for sign', () => {
  const hostile = draft('one-1', { item: { text: '\u001b[2J\u0000 \u202e </script> ```\n## two-1\n\naccept: yes ##[group]' } })
  const path = written(hostile, draft('two-1'))
  expect(readReview(path)).toMatchObject({
    ...OF,
    drafts: [
      { id: 'one-1', decision: 'open', item: hostile.item, simulated: false },
      { id: 'two-1', decision: 'open' },
    ],
  })
})

test.each([
  ['yes', 'accepted'],
  ['Y', 'accepted'],
  ['no', 'refused'],
  [' n ', 'refused'],
  ['', 'open'],
])('accept: %j is %s', (word, decision) => {
  expect(readReview(edited(written(draft('one-1')), MARK, `accept: ${word}`)).drafts).toMatchObject([{ decision }])
})

test('a file with the line ends of Windows is read, and so is an item that was mended by hand', () => {
  const path = edited(written(draft('one-1')), '"line\\naccept: yes"', '"mended"')
  edited(path, /\n/g, '\r\n')
  expect(readReview(path).drafts).toMatchObject([{ item: { id: 'one-1', text: 'mended' } }])
})

test.each([
  [MARK, 'accept: perhaps', /line \d+: "perhaps" is no decision\. Write yes or no behind `accept:`, or nothing\./],
  [MARK, '', /draft one-1: it has 0 lines `accept:`\. Give it one\./],
  [MARK, 'accept: yes\naccept: no', /it has 2 lines `accept:`/],
  ['    {', '    ', /draft one-1: not JSON .* Mend its indented lines\./],
  ['form: holdfast.drafts/1', '', /it is no review file\. Name one that holdfast data draft has written\./],
])('where %s became %j the error says what to mend', (from, to, message) => {
  expect(() => readReview(edited(written(draft('one-1')), from, to))).toThrow(message)
})

test('drafts that are there are left as they are, and new ones are added behind them', () => {
  const path = edited(written(draft('one-1')), MARK, 'accept: no')
  const before = readFileSync(path, 'utf8')
  expect(writeReview(path, OF, [draft('one-1', { item: 'another' })], ORIGIN)).toBe(0)
  expect(readFileSync(path, 'utf8')).toBe(before)
  expect(writeReview(path, OF, [draft('one-1'), draft('two-1')], ORIGIN)).toBe(1)
  expect(readReview(path).drafts).toMatchObject([
    { id: 'one-1', decision: 'refused' },
    { id: 'two-1', decision: 'open' },
  ])
})

test('a file of other drafts is not written', () => {
  const path = written(draft('one-1'))
  expect(() => writeReview(path, { suite: 'llmbar', kind: 'GPTInst' }, [draft('two-1')], ORIGIN)).toThrow(
    'it is a review file of kieval, question. Name another one with --out.',
  )
  writeFileSync(path, 'Dear diary')
  expect(() => writeReview(path, OF, [draft('two-1')], ORIGIN)).toThrow('it is no review file. Name another one with --out.')
  expect(readFileSync(path, 'utf8')).toBe('Dear diary')
})

test('what solver and judge found stands before the item, in words of ours', () => {
  const path = written(
    draft('one-1', { solved: { right: false, said: '# yes', key: 'B' }, doubts: { keyRight: false, unambiguous: false, doubts: ['# a'] } }),
    draft('two-1', { solved: { failed: 'cut' }, doubts: { failed: 'cut' } }),
  )
  const text = readFileSync(path, 'utf8')
  expect(text.match(/^- .*$/gm)).toEqual([
    '- The solver, who did not see the key, did NOT come to it.',
    '- The judge holds the key to be WRONG and finds it AMBIGUOUS and names 1 doubt.',
    '- The solver gave no usable reply.',
    '- The judge gave no usable reply.',
  ])
  expect(text).not.toMatch(/^ {0,3}# (yes|a)/m)
})
