// The markdown pages of the repository, their titles, headings and links: what the site is built from, and what the tests of the
// documents go by. Anchors are those of GitHub, and the site is built with the same ones.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Folders that hold pages, with all folders in them. */
const FOLDERS = ['docs', 'suites', 'examples', 'skills', 'fixtures', 'templates']

/** Folders that a run or an installation makes. */
const MADE = new Set(['node_modules', 'reports'])

/** Paths of all pages from the root, in the order of the alphabet. */
export function markdownPages(root = ROOT) {
  // Commands write the rest of `reports`.
  const top = [...readdirSync(root), 'reports/README.md'].filter((name) => name.endsWith('.md') && existsSync(join(root, name)))
  return [...top, ...FOLDERS.flatMap((folder) => pagesIn(root, folder))].sort()
}

function pagesIn(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return MADE.has(entry.name) ? [] : pagesIn(root, path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

/** The text without blocks of code, comments and front matter, line by line as before. */
function prose(text) {
  const blank = (match) => match.replace(/[^\n]/g, '')
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, blank)
    .replace(/^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2 *$/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
}

/** The name that a page goes by: its first heading, without marks. */
export function titleOf(text) {
  return plain(/^# +(.+?) *$/m.exec(prose(text))?.[1] ?? '')
}

/** The first paragraph between the title and the next heading that is a sentence, as plain text, or an empty string. */
export function introductionOf(text) {
  const [, after = ''] = prose(text).split(/^#+ .*$/m)
  const paragraphs = after.split(/\n\s*\n/).map((part) => part.replace(/\s+/g, ' ').trim())
  return plain(paragraphs.find((part) => /^[\p{Lu}\d`*[].*[.?!:]$/u.test(part)) ?? '')
}

function plain(text) {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .trim()
}

/** The anchor that GitHub gives a heading of this text. */
export function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replace(/ /g, '-')
}

/** All anchors of a page: one for each heading, numbered where several are alike, and the ids of its HTML. */
export function anchorsOf(text) {
  const seen = new Map()
  const headings = [...prose(text).matchAll(/^#{1,6} +(.+?) *#* *$/gm)].map(([, heading]) => {
    const anchor = anchorOf(plain(heading))
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
  return new Set([...headings, ...[...text.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(([, id]) => id)])
}

/** Links of a page to something beside the web: markdown's own, those with a reference, and `src`, `srcset` and `href` of HTML. */
export function linksOf(text) {
  const found = prose(text).replace(/(`+)(?:(?!\1)[^\n])+\1/g, (code) => code.replace(/[\]()]/g, ' '))
  return [
    ...found.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g),
    ...found.matchAll(/^\[[^\]]+\]:\s+(\S+)/gm),
    ...found.matchAll(/\b(?:src|srcset|href)="([^"\s]+)"/g),
  ]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z][a-z\d+.-]*:|^\/\//i.test(target))
}

/** What a link of a page leads to: the path from the root and the anchor. Null where it leaves the repository. */
export function targetOf(page, link) {
  const [path = '', anchor = ''] = decodeURI(link).split('#')
  const target = path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, '')
  return target.startsWith('..') || path.startsWith('/') ? null : { path: target, anchor }
}

/** Links that lead nowhere, each as `page: link (reason)`. */
export function deadLinks(root = ROOT, pages = markdownPages(root)) {
  const texts = new Map(pages.map((page) => [page, readFileSync(join(root, page), 'utf8')]))
  return pages.flatMap((page) =>
    linksOf(texts.get(page)).flatMap((link) => {
      const reason = whyDead(root, texts, page, link)
      return reason === undefined ? [] : [`${page}: ${link} (${reason})`]
    }),
  )
}

function whyDead(root, texts, page, link) {
  const target = targetOf(page, link)
  if (target === null) return 'leads out of the repository'
  if (!existsSync(join(root, target.path))) return 'no such file'
  if (target.anchor === '') return undefined
  const file = pageFor(root, target.path)
  const text = texts.get(file)
  if (text === undefined) return /^L\d+/.test(target.anchor) ? undefined : 'an anchor in something that is no page'
  return anchorsOf(text).has(target.anchor) ? undefined : `no such heading in ${file}`
}

/** The page that is shown for a path: of a folder its README, or without one its first page. */
export function pageFor(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return path
  const [first] = readdirSync(join(root, path)).filter((name) => name.endsWith('.md'))
  return join(path, existsSync(join(root, path, 'README.md')) || first === undefined ? 'README.md' : first)
}

/** Pages that no chain of links from README.md or CONTRIBUTING.md reaches. A link to a folder without a README reaches what it lists. */
export function unreachable(root = ROOT, pages = markdownPages(root)) {
  const reached = new Set()
  const queue = ['README.md', 'CONTRIBUTING.md']
  for (let page = queue.shift(); page !== undefined; page = queue.shift()) {
    if (reached.has(page) || !pages.includes(page)) continue
    reached.add(page)
    for (const link of linksOf(readFileSync(join(root, page), 'utf8'))) {
      const target = targetOf(page, link)
      if (target === null || !existsSync(join(root, target.path))) continue
      const shown = pageFor(root, target.path)
      const listed =
        shown === target.path || shown.endsWith('/README.md') ? [shown] : pages.filter((other) => dirname(other) === target.path)
      queue.push(...listed)
    }
  }
  return pages.filter((page) => !reached.has(page))
}
