import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ANSWERS, FAILURES } from '../../test/endpoints/provider.ts'
import { ROWS } from '../../test/endpoints/zoo.ts'

/** Tables of a page with a row for each provider, as lists of cells, the line under the head left out. */
function readTables(page: string): string[][][] {
  const blocks = page.split(/\n\s*\n/).filter((block) => block.startsWith('||'))
  return blocks.map((block) =>
    block
      .trim()
      .split('\n')
      .filter((_, index) => index !== 1)
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      ),
  )
}

test('the tables in docs/endpoints.md have the cells that are tested, and no others', () => {
  const page = readFileSync(new URL('../../docs/endpoints.md', import.meta.url), 'utf8')
  const tested = [ANSWERS, FAILURES].map((columns) => [
    ['', ...columns],
    ...ROWS.map(({ title, cells }) => [title, ...columns.map((column) => cells.find(({ behaviour }) => behaviour === column)?.does ?? '')]),
  ])
  expect(readTables(page)).toEqual(tested)
})

test('every column is explained below its table', () => {
  const page = readFileSync(new URL('../../docs/endpoints.md', import.meta.url), 'utf8')
  expect([...page.matchAll(/^- \*\*(.+?)\*\*: /gm)].map(([, column]) => column)).toEqual([...ANSWERS, ...FAILURES])
})

test('every cell has a call, and no provider has two cells in a column', () => {
  const columns: readonly string[] = [...ANSWERS, ...FAILURES]
  for (const { cells } of ROWS) {
    const places = cells.map(({ behaviour }) => columns.indexOf(behaviour))
    expect(places).toEqual([...new Set(places)].sort((one, other) => one - other))
    expect(cells.filter(({ tries }) => tries.length === 0)).toEqual([])
  }
})
