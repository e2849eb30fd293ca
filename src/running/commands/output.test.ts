import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporaryFolder.ts'
import { columnsOf } from '../../reports/blocks/block.ts'
import { printForms } from './output.ts'

const result = { json: {}, blocks: [{ kind: 'table', label: 'One', columns: columnsOf(['name', 'value']), rows: [['a', '1']] }] } as const

test('a file that ends in .csv has the tables', async () => {
  const out = join(temporaryFolder(), 'one.csv')
  await printForms(result, { out })
  expect(readFileSync(out, 'utf8')).toBe('name,value\na,1\n')
})

test.each([
  ['one.html', result.blocks, /^Failed to write .*one\.html: there is no page of this\. Name a file that ends in \.md, /],
  ['one.csv', [{ kind: 'text', text: 'a' }], /^Failed to write .*one\.csv: this has no table\./],
  [
    'one.parquet',
    result.blocks,
    /^Failed to write .*one\.parquet: items alone are written as Parquet\. Run npx holdfast export latest --out /,
  ],
] as const)('%s is refused where it cannot be written', async (name, blocks, message) => {
  await expect(printForms({ json: {}, blocks }, { out: join(temporaryFolder(), name) })).rejects.toThrow(message)
})

test('the page of a command is its blocks, in a folder that is made for it, and says what is simulated', async () => {
  const page = join(temporaryFolder(), 'reports', 'one.html')
  await printForms({ ...result, blocks: [{ kind: 'simulated' }, ...result.blocks] }, { page: true }, page)
  const text = readFileSync(page, 'utf8')
  expect(text).toContain('<h1>holdfast · one</h1>')
  expect(text).toMatch(/<strong>SIMULATED<\/strong>[\s\S]*aria-label="One"/)
})
