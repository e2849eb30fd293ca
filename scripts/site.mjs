// The site, from the pages that are there: `npm run site` writes it to site/. VitePress makes the pages and their search, TypeDoc
// the reference of the API; both come by npx. llms.txt, llms-full.txt and each page as markdown stand beside them.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { llmsFull, llmsIndex } from './llms.mjs'
import { deadLinks, linksOf, markdownPages, pageFor, ROOT, targetOf } from './markdownPages.mjs'
import { sections } from './siteSections.mjs'

const TYPEDOC = ['typedoc@0.28.20', 'typedoc-plugin-markdown@4.14.1', 'typedoc-vitepress-theme@1.1.4', 'typescript@6.0.3']
const VITEPRESS = ['vitepress@1.6.4']
const PICTURE = /\.(?:png|svg|jpe?g|webp)$/

const { values } = parseArgs({
  options: { out: { type: 'string', default: join(ROOT, 'site') }, base: { type: 'string', default: '/' } },
})
const out = resolve(values.out)
const staged = join(ROOT, '.holdfast', 'site')
const textOf = (page) => readFileSync(join(ROOT, page), 'utf8')

/** Where a page lies on the site: what GitHub shows for a folder is the folder's index. */
const sitePath = (page) => page.replace(/(^|\/)README\.md$/, '$1index.md')

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Runs a program of packages of npm, and shows what it prints. Where it fails, this does. */
function npx(packages, args) {
  const flags = packages.flatMap((entry) => ['--package', entry])
  const { status } = spawnSync('npx', ['--yes', '--prefer-offline', ...flags, '--', ...args], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) fail(`${args[0]} ended with ${status}. Its reason stands above.`)
}

function fail(reason) {
  process.stderr.write(`Failed to build the site: ${reason}\n`)
  process.exit(1)
}

/** What a link of a page is on the site. A file that is no page gets one with its text, a folder one with its names. */
function siteLink(page, link) {
  if (link.startsWith('#')) return link
  const path = pageFor(ROOT, targetOf(page, link).path)
  const to = PICTURE.test(path) ? path : sitePath(path.endsWith('.md') ? path : `${path}.md`)
  if (PICTURE.test(path)) cpSync(join(ROOT, path), join(staged, path))
  else if (!path.endsWith('.md')) write(join(staged, to), sourcePage(path))
  else if (!existsSync(join(ROOT, path))) write(join(staged, to), listing(dirname(path)))
  const way = relative(dirname(sitePath(page)), to)
  return `${way.startsWith('.') ? way : `./${way}`}${/#.*$/.exec(link)?.[0] ?? ''}`
}

function sourcePage(path) {
  const language = extname(path).slice(1).replace('jsonl', 'json')
  return `---\nsearch: false\n---\n\n# ${basename(path)}\n\n\`${path}\`\n\n~~~~${language}\n${textOf(path)}\n~~~~\n`
}

function listing(folder) {
  const names = readdirSync(join(ROOT, folder)).map((name) => `- \`${name}\``)
  return `---\nsearch: false\n---\n\n# ${basename(folder)}\n\n\`${folder}\` holds:\n\n${names.join('\n')}\n`
}

const pages = markdownPages()
const dead = deadLinks(ROOT, pages)
if (dead.length > 0) fail(`${dead.length} dead links. Mend them:\n${dead.join('\n')}`)

rmSync(staged, { recursive: true, force: true })
const links = {}
for (const page of pages) {
  write(join(staged, sitePath(page)), textOf(page))
  links[sitePath(page)] = Object.fromEntries(linksOf(textOf(page)).map((link) => [link, siteLink(page, link)]))
}

npx(TYPEDOC, ['typedoc', '--out', join(staged, 'api')])

const { name, description } = JSON.parse(textOf('package.json'))
const title = name[0].toUpperCase() + name.slice(1)
const groups = sections()
const sidebar = [
  { text: title, link: '/' },
  ...groups.map(({ title: text, pages: entries }, at) => ({
    text,
    collapsed: at > 1,
    items: entries.map((entry) => ({ text: entry.title, link: `/${sitePath(entry.page)}` })),
  })),
  { text: 'API', collapsed: true, items: JSON.parse(readFileSync(join(staged, 'api', 'typedoc-sidebar.json'), 'utf8')) },
]
write(join(staged, '.vitepress', 'site.json'), JSON.stringify({ title, description, base: values.base, sidebar, links }))
for (const [from, to] of [
  ['siteConfig.mjs', 'config.mjs'],
  ['markdownPages.mjs', 'markdownPages.mjs'],
])
  cpSync(join(ROOT, 'scripts', from), join(staged, '.vitepress', to))
npx(VITEPRESS, ['vitepress', 'build', staged, '--outDir', out])

// Under their own names: the links between them hold.
for (const page of pages) write(join(out, page), textOf(page))
const sources = groups.flatMap((group) => group.pages)
write(join(out, 'llms.txt'), llmsIndex({ title, description, groups, pathOf: (page) => values.base + page, textOf }))
write(join(out, 'llms-full.txt'), llmsFull({ pages: ['README.md', ...sources.map(({ page }) => page)], textOf }))
process.stdout.write(`${pages.length} pages, llms.txt and llms-full.txt in ${relative(process.cwd(), out) || '.'}\n`)
