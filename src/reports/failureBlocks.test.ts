import { describe, expect, test } from 'vitest'
import { CALLS_OF_ITEM } from '../core/base/text/shellWord.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { Block } from './blocks/block.ts'
import { markdownBlocks } from './blocks/markdownBlocks.ts'
import { terminalBlocks } from './blocks/terminalBlocks.ts'
import { failureBlocks, unscoredBlocks } from './failureBlocks.ts'
import { displayWidth } from './layout.ts'

/** An item that failed for this reason. */
const failed = (reason: string, more: Partial<ItemRecord> = {}): ItemRecord => ({
  suite: 'demo',
  item: 'i/1',
  task: 'one',
  trial: 0,
  status: 'failed',
  tags: {},
  scores: { total: 0 },
  reason,
  ...more,
})

const screen = (blocks: readonly Block[]) => terminalBlocks(blocks, 80)
const linesOf = (...reason: string[]) => screen(failureBlocks([failed(['Failed to pass: total 0.', ...reason].join('\n'))], undefined))
const lineOf = (label: string, lines: readonly string[]) => lines.find((line) => line.trim().startsWith(label)) ?? ''

describe('a failure in full', () => {
  test('shows where the answer differs from what was expected', () => {
    const same = '{"doc1": "red", "doc2": "red", "doc3": "blue", "doc4": "red", "doc5": "red", '
    const lines = linesOf(`  expected  "${same}"doc6": "green"}"`, `  received  "${same}"doc6": "red"}"`)
    expect(lineOf('expected', lines)).toBe('    expected  "…"red", "doc6": "green"}"')
    expect(lineOf('received', lines)).toContain('"doc6": "red"}"')
  })

  test('shows it in Chinese too, in as many columns', () => {
    const same = '他们在河岸上坐了很久，'.repeat(4)
    const lines = linesOf(`  expected  "${same}然后回家"`, `  received  "${same}然后睡觉"`)
    expect(lineOf('expected', lines)).toContain('然后回家')
    expect(lineOf('received', lines)).toContain('然后睡觉')
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(80)
  })

  test('begins at the beginning where the difference is seen there', () => {
    const lines = linesOf('  expected  "12346"', '  received  "12"')
    expect([lineOf('expected', lines), lineOf('received', lines)]).toEqual(['    expected  "12346"', '    received  "12"'])
  })
})

test('what the second of several matchers says stands under the item, as what the first says', () => {
  const lines = linesOf('  received  "one"', 'Failed to hold: total 0.', '  received  "two"')
  const from = lines.findIndex((line) => line.startsWith(' x '))
  expect(lines.slice(from + 1, from + 4)).toEqual(['    received  "one"', '    Failed to hold: total 0.', '    received  "two"'])
})

describe('failures', () => {
  const lost = (item: string, task: string, ...points: string[]) =>
    failed(['Failed.', ...points.map((point) => `  lost      ${point}`)].join('\n'), { item, task })

  test('stand by what was lost, the costliest first, with an example of each', () => {
    const records = [
      lost('a', 'one', 'form 1 of 4 points: no list'),
      lost('b', 'two', 'form 1 of 4 points'),
      lost('c', 'one', 'date 4 of 4 points: none is given'),
    ]
    const blocks = failureBlocks([...records, failed('', { status: 'passed' })], undefined)
    expect(screen(blocks).slice(0, 5)).toEqual([
      ' Below the threshold: 3 of 4 scored. They do not decide the exit code.',
      '',
      ' lost, by cost  items  of task             for instance',
      ' date               1  one 1               c',
      ' form               2  one 1, 1 more task  a',
    ])
    expect(
      screen(blocks)
        .filter((line) => line.startsWith(' x '))
        .map((line) => line.slice(3, 4)),
    ).toEqual(['c', 'a', 'b'])
    expect(markdownBlocks(blocks)).toContain('| form | 2 | one 1, 1 more task | a: no list; b |')
  })

  test('that passed in the baseline come first', () => {
    const records = ['a', 'b', 'c', 'd'].map((item) => lost(item, 'one', 'form 1 of 4 points'))
    const lines = screen(failureBlocks(records, { regressed: ['d', 'c'], lost: 2 }))
    expect(lines[1]).toBe(' 2 of them passed in the baseline; those come first.')
    expect(lines.filter((line) => line.startsWith(' x ')).map((line) => line.slice(3, 4))).toEqual(['c', 'd', 'a'])
  })

  test('whose messages name no point are listed with the message, which is cut', () => {
    const blocks = failureBlocks([failed('word '.repeat(100)), failed(`${'a'.repeat(199)}|b`, { item: 'i/2' })], undefined)
    const listed = markdownBlocks(blocks).filter((line) => line.startsWith('- '))
    expect(listed.map((line) => line.length < 250)).toEqual([true, true])
    expect(listed[1]).toBe(`- i/2: ${'a'.repeat(199)}\\|…`)
  })
})

test('a cause that names the command to read an item by names one that it is of', () => {
  const error = `Failed to judge: gave no usable reply. Read it with ${CALLS_OF_ITEM}.`
  const records = ['i/1', 'i/2'].map((item) => failed('', { item, status: 'unscored', error }))
  const counts = { items: 2, unscored: 2, error: 0, skipped: 0 }
  const said = (run?: string) =>
    screen(unscoredBlocks(counts, records, 0.01, run))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
  expect(said()).toContain('2 x Failed to judge: gave no usable reply. Read it with npx holdfast show latest i/1 --calls.')
  expect(said('out/now')).toContain('npx holdfast show out/now i/1 --calls.')
})

test('items without a score are counted of those that were to be scored, as the limit is, with their causes', () => {
  const counts = { items: 4, unscored: 0, error: 1, skipped: 2 }
  const records = [failed('', { status: 'error', error: 'i/1: no answer' })]
  const said = [' Unscored 0, errors 1 of 2 (limit 1 %). Skipped 2.', ' 1 x     …: no answer']
  expect(screen(unscoredBlocks(counts, records, 0.01))).toEqual(said)
})
