import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { anchorsOf, deadLinks, introductionOf, linksOf, markdownPages, ROOT, titleOf, unreachable } from '../scripts/markdownPages.mjs'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A repository of these pages. */
function repository(pages: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-pages-'))
  folders.push(root)
  for (const [path, text] of Object.entries(pages)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

describe('the pages of this repository', () => {
  test('are those of every folder that has any', () => {
    expect(markdownPages()).toEqual(
      expect.arrayContaining(['README.md', 'docs/README.md', 'suites/lifbench/README.md', 'examples/support-bot/README.md']),
    )
  })

  test('have no link to a file or a heading that is not there', () => {
    expect(markdownPages().length).toBeGreaterThan(40)
    expect(deadLinks()).toEqual([])
  })

  test('have a title each', () =>
    expect(markdownPages().filter((page) => titleOf(readFileSync(join(ROOT, page), 'utf8')) === '')).toEqual([]))

  test('are reached from README.md', () => {
    // They say what a folder is for to somebody who opens it; templates are copied into projects.
    const ofFolders = /^(?:fixtures|reports|templates)\//
    expect(unreachable().filter((page) => !ofFolders.test(page))).toEqual([])
  })
})

describe('a dead link', () => {
  const TARGET = '# Target\n\n## A heading\n'

  test.each([
    ['[x](docs/gone.md)', 'docs/gone.md (no such file)'],
    ['[x](docs/target.md#gone)', 'docs/target.md#gone (no such heading in docs/target.md)'],
    ['[x](docs#gone)', 'docs#gone (no such heading in docs/target.md)'],
    ['[x](a.txt#gone)', 'a.txt#gone (an anchor in something that is no page)'],
    ['[x](#gone)', '#gone (no such heading in README.md)'],
    ['[x](../elsewhere.md)', '../elsewhere.md (leads out of the repository)'],
    ['[x][1]\n\n[1]: docs/gone.md', 'docs/gone.md (no such file)'],
    ['<img src="docs/gone.png">', 'docs/gone.png (no such file)'],
    ['| [`a`\\|b](docs/gone.md) |', 'docs/gone.md (no such file)'],
  ])('is found in %j', (text, expected) => {
    const root = repository({ 'README.md': `# Page\n\n${text}\n`, 'docs/target.md': TARGET, 'a.txt': 'text' })
    expect(deadLinks(root)).toEqual([`README.md: ${expected}`])
  })

  test.each([
    '[x](docs/target.md)',
    '[x](docs/target.md#a-heading)',
    '[x](docs)',
    '[x](#page)',
    '[x](https://example.com/gone.md)',
    '`[x](gone.md)`',
    '```\n[x](gone.md)\n```',
    '<!-- [x](gone.md) -->',
  ])('is not %j', (text) => expect(deadLinks(repository({ 'README.md': `# Page\n\n${text}\n`, 'docs/target.md': TARGET }))).toEqual([]))
})

test('a page that no link leads to is unreachable, and one that a listed folder holds is not', () => {
  const pages = { 'README.md': '[all](docs/notes)', 'docs/notes/one.md': '# One', 'docs/alone.md': '# Alone' }
  expect(unreachable(repository(pages))).toEqual(['docs/alone.md'])
})

test.each([
  ["## OpenAI's Responses API", 'openais-responses-api'],
  ['## 3 Run folder', '3-run-folder'],
  ['## `plan`, and [more](x.md)', 'plan-and-more'],
  ['### R8 Reading an evaluation: [[n]]', 'r8-reading-an-evaluation-n'],
  ['## A – B', 'a--b'],
  ['## snake_case', 'snake_case'],
])('the anchor of %j is that of GitHub', (heading, anchor) => expect([...anchorsOf(`# Page\n\n${heading}\n`)]).toEqual(['page', anchor]))

test('headings of one text are told apart, and those in code are none', () =>
  expect([...anchorsOf('# A\n\n## B\n\n```sh\n# C\n```\n\n## B\n\n<a id="d"></a>\n')]).toEqual(['a', 'b', 'b-1', 'd']))

test('links are found by their targets', () => {
  expect(linksOf('[a](x.md "title") ![b](<y.png>) [c](https://example.com) [d](mailto:a@b.c)\n\n[e]: z.md\n')).toEqual([
    'x.md',
    'y.png',
    'z.md',
  ])
})

test('the introduction of a page is its first paragraph as plain text', () => {
  expect(introductionOf('---\nname: x\n---\n\n# T\n\n<!-- made -->\n\nSays **what** [it](x.md)\nis `for`.\n\nMore.')).toBe(
    'Says what it is for.',
  )
})
