import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from './core/base/packageRoot.ts'

const FOLDERS = ['src', 'suites', 'matchers', 'test', 'docs', 'bench']
const TEXTS = ['.ts', '.js', '.mjs', '.md']

/** Documents that are not in the repository. White space as a class, so that this line does not name them itself. */
const ELSEWHERE = /DESIGN\s+sections?|\bspec\s+(?:section|quirk|[A-Z]?\d)|\(spec\s|\bquirk\s+\d|\.\.\/shared\/specs/gi
const CITATION = /docs\/(suites\/[\w-]+|formats)\.md, ((?:sections? )?[RQ]?\d+(?:(?:, | and | to )[RQ]?\d+)*)/g

/** The texts of the repository, by their paths from the root. */
function texts(): { path: string; text: string }[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && TEXTS.includes(extname(entry.name)) && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name)),
  ).map((path) => ({ path: path.slice(packageRoot.length + 1), text: readFileSync(path, 'utf8') }))
}

function mentionsOfElsewhere(text: string): string[] {
  return text.match(ELSEWHERE) ?? []
}

/** What a text cites: `suites/lifbench R7`, `formats 1`. */
function citations(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(([, page = '', numbers = '']) =>
    (numbers.match(/[RQ]?\d+/g) ?? []).map((number) => `${page} ${number}`),
  )
}

/** What a page has to cite: the numbers that its headings begin with. */
function numbersOf(page: string, text: string): string[] {
  return [...text.matchAll(/^#{2,3} ([RQ]?\d+) \S/gm)].map(([, number]) => `${page} ${number}`)
}

describe('comments', () => {
  const files = texts()
  const pages = files.filter(({ path }) => /^docs\/(suites\/.+|formats)\.md$/.test(path))
  const known = pages.flatMap(({ path, text }) => numbersOf(path.slice('docs/'.length, -'.md'.length), text))
  const cited = files.filter(({ path }) => path !== 'src/docReferences.test.ts').map((file) => ({ ...file, found: citations(file.text) }))

  test('cite no document that is not in the repository', () => {
    const others = files.filter(({ path }) => path !== 'src/docReferences.test.ts')
    expect(others.flatMap(({ path, text }) => mentionsOfElsewhere(text).map((found) => `${path}: ${found}`))).toEqual([])
  })

  test('cite rules, quirks and sections that their page has', () => {
    expect(cited.flatMap(({ found }) => found).length).toBeGreaterThan(80)
    const missing = cited.flatMap(({ path, found }) => found.filter((entry) => !known.includes(entry)).map((entry) => `${path}: ${entry}`))
    expect(missing).toEqual([])
  })

  test('can tell a rule by its number: no page has a number twice', () => {
    expect(pages.length).toBeGreaterThan(6)
    expect(known.filter((entry, index) => known.indexOf(entry) !== index)).toEqual([])
  })
})

/** Folders of the house: its rooms, and one for each tool. */
function rooms(): string[] {
  const inside = (folder: string) =>
    readdirSync(join(packageRoot, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? `${folder}/${entry.name}` : [],
    )
  return ['matchers', 'suites', ...inside('src'), ...inside('src/tools')]
}

/** Paths in the code of a page. A tool may be deleted with its folder, and `<name>` stands for any. */
function pathsIn(text: string): string[] {
  const named = text.match(/(?<=`)(?:src|suites|matchers|test|scripts|fixtures|templates|docs)\/[\w./-]+(?=`)/g) ?? []
  return named.filter((path) => !/^src\/tools\/[^/.]+(?:\/|$)/.test(path))
}

describe('for people who change the code', () => {
  test.each(rooms())('%s has a README', (room) => expect(readFileSync(join(packageRoot, room, 'README.md'), 'utf8')).toMatch(/^# \S/))

  test('pages name files and folders that are there', () => {
    const pages = ['docs/architecture.md', 'docs/decisions.md', 'CONTRIBUTING.md', ...rooms().map((room) => `${room}/README.md`)]
    const named = pages.flatMap((page) => pathsIn(readFileSync(join(packageRoot, page), 'utf8')).map((path) => ({ page, path })))
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ path }) => !existsSync(join(packageRoot, path))).map(({ page, path }) => `${page}: ${path}`)).toEqual([])
  })
})

test('the path in a code is taken, and the folder of a tool is not', () => {
  expect(pathsIn('`src/cli/main.ts` and `src/tools/index.ts`, `src/tools/x/tool.ts`, `suites/<name>/suite.ts`, src/gone.ts')).toEqual([
    'src/cli/main.ts',
    'src/tools/index.ts',
  ])
})

test.each([
  ['as DESIGN section 5 has it', 1],
  ['(DESIGN sections 1, 4)', 1],
  ['(KIEval spec section 3.3), quirk 7, LLMBar spec 2.3, spec A9-10', 4],
  ['(spec: P), (spec, Figure 4)', 0],
  ['(spec b)', 1],
  ['see ../shared/specs/lifbench.md', 1],
  ['capitals.spec, a quirk of Python, the design of the page', 0],
])('in %j %i documents are named that are elsewhere', (text, count) => expect(mentionsOfElsewhere(text)).toHaveLength(count))

test.each([
  ['(docs/suites/fb-bench.md, R4)', ['suites/fb-bench R4']],
  ['(docs/suites/lifbench.md, R7, Q2 and Q3; 4 more)', ['suites/lifbench R7', 'suites/lifbench Q2', 'suites/lifbench Q3']],
  ['docs/suites/lifbench.md, R9 to R16', ['suites/lifbench R9', 'suites/lifbench R16']],
  ['(docs/formats.md, section 1), docs/formats.md, sections 2 and 3', ['formats 1', 'formats 2', 'formats 3']],
  ['docs/suites/kieval.md says it', []],
])('%j cites %j', (text, expected) => expect(citations(text)).toEqual(expected))

test('a page has the numbers of its headings', () => {
  expect(numbersOf('suites/x', '## Rules\n\n### R1 One\n\nR2 in a text\n\n### Q3 Three\n\n## 4 Four\n')).toEqual([
    'suites/x R1',
    'suites/x Q3',
    'suites/x 4',
  ])
})
