import { expect, test } from 'vitest'
import { columnsOf } from './block.ts'
import { csvBlocks } from './csvBlocks.ts'

const table = (label: string, ...rows: readonly (readonly string[])[]) =>
  ({ kind: 'table', label, columns: columnsOf(['name', 'value']), rows }) as const

test('tables are CSV with their heads, figures are numbers, and what is between them is left out', () =>
  expect(
    csvBlocks([
      { kind: 'heading', text: 'Two tables' },
      table('one', ['a, b', '1,234.5'], ['minus', '\u22120.25'], ['plus', '+2'], ['none', '–'], ['marked', '0.04 *']),
      { kind: 'section', title: 'More', id: 'more', blocks: [table('two', ['=1+1', '0.5 of 1'])] },
    ]),
  ).toEqual(['name,value', '"a, b",1234.5', 'minus,-0.25', 'plus,2', 'none,–', 'marked,0.04', '', 'name,value', "'=1+1,0.5 of 1"]))

test('a name of digits stays as it is, and a figure that a number cannot hold too', () =>
  expect(csvBlocks([table('one', ['007', '0.50'], ['1,234', '12345678901234567890'], ['-1.0', '\u22121.0'], ['1', '007'])])).toEqual([
    'name,value',
    '007,0.5',
    '"1,234",12345678901234567890',
    "'-1.0,-1",
    '1,007',
  ]))

test('columns of the terminal alone are not there', () =>
  expect(csvBlocks([{ ...table('one', ['a', '1']), columns: [{ head: 'name' }, { head: 'bar', on: ['terminal'] }] }])).toEqual([
    'name',
    'a',
  ]))

test('blocks without a table have no CSV', () => expect(csvBlocks([{ kind: 'text', text: 'a' }])).toEqual([]))
