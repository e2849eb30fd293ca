// The navigation of the site and of llms.txt, from the files and from docs/README.md: nobody keeps a list.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linksOf, markdownPages, pageFor, ROOT, targetOf, titleOf } from './markdownPages.mjs'

const CONTENTS = 'docs/README.md'

/** Sections of pages that docs/README.md does not list, by the folder they lie in. */
const BY_FOLDER = [
  [/^docs\/guides\//, 'Guides'],
  [/^(?:docs\/)?suites\//, 'Suites'],
  [/^examples\//, 'Examples'],
  [/^/, 'Project'],
]

/** Pages that are no part of the navigation: the front page and what is written for a reader of the repository's folders. */
const APART = /^(?:README\.md|docs\/README\.md|suites\/README\.md|fixtures\/.+|templates\/.+|reports\/.+)$/

/**
 * The sections of the site in their order, each with its pages: those of docs/README.md by its headings, then the rest by folder.
 * A page stands in the first section that lists it.
 */
export function sections(root = ROOT, pages = markdownPages(root)) {
  const found = new Map()
  const placed = new Set()
  const place = (heading, page) => {
    if (placed.has(page) || APART.test(page)) return
    placed.add(page)
    found.set(heading, [...(found.get(heading) ?? []), { page, title: titleOf(readFileSync(join(root, page), 'utf8')) }])
  }
  const text = readFileSync(join(root, CONTENTS), 'utf8')
  for (const part of text.split(/^## +/m).slice(1)) {
    const heading = part.split('\n')[0].trim()
    for (const page of pagesLinked(root, part)) if (pages.includes(page)) place(heading, page)
  }
  const rest = pages.filter((page) => !placed.has(page))
  const order = pagesLinked(root, text)
  const rank = (page) => (order.includes(page) ? order.indexOf(page) : order.length)
  const folder = (page) => BY_FOLDER.findIndex(([pattern]) => pattern.test(page))
  for (const page of rest.sort((a, b) => folder(a) - folder(b) || rank(a) - rank(b))) place(BY_FOLDER[folder(page)][1], page)
  return [...found].map(([title, entries]) => ({ title, pages: entries }))
}

function pagesLinked(root, text) {
  return linksOf(text).flatMap((link) => {
    const target = targetOf(CONTENTS, link)
    return target === null ? [] : [pageFor(root, target.path)]
  })
}
