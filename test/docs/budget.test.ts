import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { shippedPages } from './shippedPages.ts'

/** Words that a page may have, by its path. A page may be a tenth over it. */
const BUDGET: Readonly<Record<string, number>> = JSON.parse(readFileSync(join(packageRoot, 'docs/budget.json'), 'utf8'))

/** Words that all Markdown of the package may have, but for the list of changes. */
const ALL = 40_000

/** Words as `wc -w` counts them: a bar of a table is one. */
const wordsIn = (page: string) => readFileSync(join(packageRoot, page), 'utf8').split(/\s+/).filter(Boolean).length

const named = (folder: string) => readdirSync(join(packageRoot, folder))

test('the package has no more words than a reader can be asked to look through', () => {
  const pages = shippedPages().filter((page) => page !== 'CHANGELOG.md')
  expect(pages.length).toBeGreaterThan(40)
  expect(pages.reduce((sum, page) => sum + wordsIn(page), 0)).toBeLessThanOrEqual(ALL)
})

test('the list is sorted', () => expect(Object.keys(BUDGET)).toEqual(Object.keys(BUDGET).toSorted()))

test('every page of a suite has a budget', () => {
  const pages = [...named('docs/suites').map((name) => `docs/suites/${name}`), ...named('suites').map((name) => `suites/${name}/README.md`)]
  expect(pages.filter((page) => existsSync(join(packageRoot, page)) && BUDGET[page] === undefined)).toEqual([])
})

test.each(Object.entries(BUDGET))('%s keeps to %i words', (page, words) => expect(wordsIn(page)).toBeLessThanOrEqual(1.1 * words))
