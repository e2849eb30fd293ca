import { expect, test } from 'vitest'
import { displayWidth } from '../layout.ts'
import { type Block, columnsOf } from './block.ts'
import { markdownBlocks } from './markdownBlocks.ts'
import { pageBlocks } from './pageBlocks.ts'
import { terminalBlocks } from './terminalBlocks.ts'

const table = (rows: readonly (readonly string[])[], more = {}): Block => ({
  kind: 'table',
  label: 'T',
  columns: columnsOf(['name', 'n']),
  rows,
  ...more,
})

test('a block stands on the faces that it names, and a column too', () => {
  const columns = [{ head: 'name' }, { head: 'on page', on: ['page'] as const }, { head: 'n', isFigure: true }]
  const blocks: Block[] = [
    { kind: 'text', text: 'for a terminal', on: ['terminal'] },
    { kind: 'text', text: 'for the others', on: ['markdown', 'page'] },
    { kind: 'table', label: 'T', columns, rows: [['a', 'b', '1']] },
  ]
  expect(terminalBlocks(blocks, 80)).toEqual([' for a terminal', '', ' name  n', ' a     1'])
  expect(markdownBlocks(blocks)).toEqual(['for the others', '', '| name | n |', '| --- | ---: |', '| a | 1 |'])
  const page = pageBlocks(blocks).html
  expect(page).toContain('<p>for the others</p>')
  expect(page).not.toContain('for a terminal')
  expect(page).toContain('data-head="on page">b</td>')
})

test('sections are headings a level apart, and their blocks are indented where it is asked for', () => {
  const inner: Block = { kind: 'section', title: 'Inner', id: 'inner', blocks: [{ kind: 'text', text: 'said' }], isIndented: true }
  const blocks: Block[] = [{ kind: 'section', title: 'Outer', id: 'outer', blocks: [inner] }]
  expect(terminalBlocks(blocks, 80)).toEqual([' Outer', '', ' Inner', '   said'])
  expect(markdownBlocks(blocks, 2)).toEqual(['## Outer', '', '### Inner', '', 'said'])
  expect(pageBlocks(blocks).html).toContain(
    '<section class="suite" id="outer" aria-labelledby="title-outer"><h2 id="title-outer">Outer</h2>',
  )
})

test('what somebody else wrote acts on no face, wherever it stands', () => {
  const foreign = '\u001b[31mred\n| <img src=x onerror=alert(1)> **b** @team'
  const blocks: Block[] = [
    { kind: 'section', title: foreign, id: 'a', blocks: [{ kind: 'heading', text: foreign }] },
    { kind: 'text', text: foreign },
    { kind: 'text', text: { text: foreign, isStrong: true } },
    { kind: 'list', texts: [foreign, { text: foreign, isBad: true }] },
    table([[foreign, foreign]]),
    table([[foreign, foreign]], { isWide: true }),
  ]
  for (const line of [...terminalBlocks(blocks, 40), ...markdownBlocks(blocks)])
    expect([...line].filter((character) => character < ' ')).toEqual([])
  const markdown = markdownBlocks(blocks).join('\n')
  expect(markdown).not.toMatch(/(?<!\\)<|@team|\*\*b/)
  const rows = markdownBlocks([table([[foreign, foreign]])]).slice(2)
  expect(rows.map((row) => row.split(/(?<!\\)\|/).length - 2)).toEqual([2])
  for (const raw of ['<img', '\u001b']) expect(pageBlocks(blocks).html).not.toContain(raw)
  for (const line of terminalBlocks([table([[foreign, foreign]])], 40)) expect(displayWidth(line)).toBeLessThanOrEqual(40)
})
