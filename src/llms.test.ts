import { expect, test } from 'vitest'
import { llmsFull, llmsIndex } from '../scripts/llms.mjs'
import { markdownPages } from '../scripts/markdownPages.mjs'
import { sections } from '../scripts/siteSections.mjs'

const TEXTS: Readonly<Record<string, string>> = {
  'README.md': '# Front\n\nWhat it is.\n',
  'docs/one.md': '# One\n\nThe first sentence. The second.\n',
  'docs/two.md': '# Two\n\n| a | table |\n',
  'docs/decisions/0001.md': '# 0001 Why\n\nBecause.\n',
}
const textOf = (page: string) => TEXTS[page] ?? ''
const page = (path: string, title: string) => ({ page: path, title })

test('llms.txt has title, summary and each page with its first sentence, and decisions under Optional', () => {
  const groups = [
    { title: 'Start', pages: [page('docs/one.md', 'One'), page('docs/two.md', 'Two')] },
    { title: 'Decisions', pages: [page('docs/decisions/0001.md', '0001 Why')] },
  ]
  expect(llmsIndex({ title: 'Holdfast', description: 'Benchmarks.', groups, pathOf: (path) => `/${path}`, textOf })).toMatchInlineSnapshot(`
    "# Holdfast

    > Benchmarks.

    All pages as one text: [llms-full.txt](/llms-full.txt).

    ## Start

    - [One](/docs/one.md): The first sentence.
    - [Two](/docs/two.md)

    ## Optional

    - [0001 Why](/docs/decisions/0001.md): Because.
    "
  `)
})

test('llms-full.txt has the pages under their paths', () => {
  expect(llmsFull({ pages: ['README.md', 'docs/one.md'], textOf })).toBe(
    '<!-- README.md -->\n\n# Front\n\nWhat it is.\n\n<!-- docs/one.md -->\n\n# One\n\nThe first sentence. The second.\n',
  )
})

test('every page of this repository stands once in the navigation, but for those of folders and the two that begin it', () => {
  const listed = sections().flatMap(({ pages }) => pages.map((entry) => entry.page))
  expect(new Set(listed).size).toBe(listed.length)
  const apart = /^(?:README\.md|docs\/README\.md|suites\/README\.md|(?:fixtures|templates|reports)\/.+)$/
  expect(listed.toSorted()).toEqual(markdownPages().filter((path) => !apart.test(path)))
  expect(sections().map(({ title }) => title)).toContain('Guides')
})
