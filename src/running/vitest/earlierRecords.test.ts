import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { EarlierRecords } from './earlierRecords.ts'

const root = mkdtempSync(join(tmpdir(), 'holdfast-earlier-'))
for (const name of ['a.test.ts', 'b.test.ts', 'c.eval.ts']) writeFileSync(join(root, name), '')
afterAll(() => rmSync(root, { recursive: true }))

type Module = Parameters<EarlierRecords['loaded']>[0]
type LoadedFile = Parameters<EarlierRecords['loaded']>

/** A file that was loaded, with the id and the name of each of its tests; a scored item has the key of its record. */
function loaded(file: string, project: string, tests: readonly { id: string; fullName: string; holdfastTest?: object }[]): LoadedFile {
  const all = tests.map(({ id, fullName, holdfastTest }) => ({ id, fullName, meta: () => ({ holdfastTest }) }))
  return [{ children: { allTests: () => all }, relativeModuleId: file } as unknown as Module, { file, project }]
}

/** A file of ordinary tests, with their names. */
const plain = (file: string, names: readonly string[], project = '') =>
  loaded(
    file,
    project,
    names.map((fullName, at) => ({ id: `${project} ${file} ${at}`, fullName })),
  )

/** A file with benchmarks, with the ids of their items. */
const benchmarks = (file: string, suites: Readonly<Record<string, readonly string[]>>) =>
  loaded(
    file,
    '',
    Object.entries(suites).flatMap(([suite, items]) =>
      items.map((item) => ({ id: `${suite} ${item}`, fullName: `${suite} > ${item}`, holdfastTest: { suite, item } })),
    ),
  )

const place = (file: string, project = '') => ({ file, project })

describe('a record of an earlier start counts', () => {
  test.each<{
    readonly name: string
    readonly loaded: readonly LoadedFile[]
    readonly projects?: readonly string[]
    readonly silent?: string
    readonly isStopped?: boolean
    readonly kept: readonly string[]
  }>([
    { name: 'of tests as they were', loaded: [plain('a.test.ts', ['one', 'two'])], kept: ['a one', 'a two', 'b one', 'c x'] },
    { name: 'not of a renamed test', loaded: [plain('a.test.ts', ['one', 'three'])], kept: ['a one', 'b one', 'c x'] },
    { name: 'not of a deleted test', loaded: [plain('a.test.ts', ['two'])], kept: ['a two', 'b one', 'c x'] },
    { name: 'not of a file without tests', loaded: [plain('a.test.ts', [])], kept: ['b one', 'c x'] },
    {
      name: 'not of a test that asks no more',
      loaded: [plain('a.test.ts', ['one', 'two'])],
      silent: ' a.test.ts 0',
      kept: ['a two', 'b one', 'c x'],
    },
    {
      name: 'of a test that a stop cut off before it asked',
      loaded: [plain('a.test.ts', ['one', 'two'])],
      silent: ' a.test.ts 0',
      isStopped: true,
      kept: ['a one', 'a two', 'b one', 'c x'],
    },
    { name: 'not of a renamed benchmark', loaded: [benchmarks('c.eval.ts', { d: ['x'] })], kept: ['a one', 'a two', 'b one'] },
    { name: 'not of an item that is gone', loaded: [benchmarks('c.eval.ts', { c: ['y'] })], kept: ['a one', 'a two', 'b one'] },
    { name: 'of an item that is there', loaded: [benchmarks('c.eval.ts', { c: ['x', 'y'] })], kept: ['a one', 'a two', 'b one', 'c x'] },
    { name: 'not where its project is gone', loaded: [plain('a.test.ts', ['one', 'two'], 'new')], projects: ['new'], kept: [] },
    {
      name: 'where a start leaves projects out',
      loaded: [plain('a.test.ts', [], 'new')],
      projects: [],
      kept: ['a one', 'a two', 'b one', 'c x'],
    },
  ])('$name', ({ loaded, projects = [''], silent, isStopped, kept }) => {
    const earlier = new EarlierRecords()
    for (const file of loaded) earlier.loaded(...file)
    if (silent) earlier.silent(silent)
    const before = { 'a.test.ts': place('a.test.ts'), 'b.test.ts': place('b.test.ts'), c: place('c.eval.ts') }
    const gone = earlier.gone(before, root, projects.length > 0 ? new Set(projects) : undefined)
    const records = [
      { suite: 'a.test.ts', item: 'one' },
      { suite: 'a.test.ts', item: 'two' },
      { suite: 'b.test.ts', item: 'one' },
      { suite: 'c', item: 'x' },
    ]
    const counted = records.filter(earlier.counting(gone, isStopped))
    expect(counted.map(({ suite, item }) => `${suite[0]} ${item}`)).toEqual(kept)
  })

  test('not where its file is gone, which no start loads', () => {
    const earlier = new EarlierRecords()
    const gone = earlier.gone(
      { 'a.test.ts': place('a.test.ts'), 'z.test.ts': place('z.test.ts'), z: place('z.eval.ts') },
      root,
      new Set(['']),
    )
    expect([...gone]).toEqual(['z.test.ts', 'z'])
  })

  test('of a benchmark as of a test of several projects: each project has its own', () => {
    const earlier = new EarlierRecords()
    earlier.loaded(...plain('a.test.ts', ['x'], 'one'))
    const gone = earlier.gone(
      { 'a.test.ts (one)': place('a.test.ts', 'one'), 'a.test.ts (two)': place('a.test.ts', 'two') },
      root,
      new Set(['one', 'two']),
    )
    expect(gone.size).toBe(0)
    const counts = (project: string, item: string) => earlier.counting(gone)({ suite: `a.test.ts (${project})`, item })
    expect([counts('one', 'x'), counts('one', 'y'), counts('two', 'x'), counts('two', 'y')]).toEqual([true, false, true, true])
  })
})

describe('a resumed run', () => {
  /** Tests by file: each with its name, of which a file may have equal ones, and what it asks; undefined for nothing. */
  const project = fc.record({
    'a.test.ts': fc.array(fc.tuple(fc.constantFrom('p', 'q', 'r'), fc.option(fc.nat(3), { nil: undefined })), { maxLength: 4 }),
    'b.test.ts': fc.array(fc.tuple(fc.constantFrom('p', 'q'), fc.option(fc.nat(3), { nil: undefined })), { maxLength: 3 }),
  })
  type Project = typeof project extends fc.Arbitrary<infer P> ? P : never

  /** What a person expects of the records of one start: of each test that was selected and asks, the answer, which is what it asked. */
  const fresh = (tests: Project, isSelected: (file: string, name: string) => boolean) =>
    new Map(
      Object.entries(tests).flatMap(([file, own]) =>
        own.flatMap(([name, asked], at) => {
          const number = own.slice(0, at + 1).filter(([other]) => other === name).length
          const key = `${file} ${number === 1 ? name : `${name} (${number})`}`
          return isSelected(file, name) ? [[key, asked] as const] : []
        }),
      ),
    )

  test('has after any renames, deletions, moves and edits the records of a fresh one, and of tests that it did not select those it had', () =>
    fc.assert(
      fc.property(
        project,
        project,
        fc.constantFrom('p', 'q', undefined),
        fc.constantFrom('a.test.ts', undefined),
        (before, after, name, file) => {
          const isSelected = (of: string, own: string) => (file ?? of) === of && (name ?? own) === own
          const first = [...fresh(before, () => true)].filter(([, asked]) => asked !== undefined)
          const now = fresh(after, isSelected)
          const earlier = new EarlierRecords()
          for (const [of, tests] of Object.entries(after)) {
            if ((file ?? of) !== of) continue
            const names = tests.map(([own]) => own)
            earlier.loaded(...plain(of, names))
            tests.forEach(([own, asked], at) => {
              if (isSelected(of, own) && asked === undefined) earlier.silent(` ${of} ${at}`)
            })
          }
          const gone = earlier.gone({ 'a.test.ts': place('a.test.ts'), 'b.test.ts': place('b.test.ts') }, root, new Set(['']))
          const kept = first.filter(([key]) => {
            const [suite = '', ...item] = key.split(' ')
            return earlier.counting(gone)({ suite, item: item.join(' ') })
          })
          const resumed = new Map([...kept, ...[...now].filter(([, asked]) => asked !== undefined)])
          const all = fresh(after, () => true)
          const expected = new Map(
            [...first.filter(([key]) => (all.has(key) || !key.startsWith(file ?? '')) && !now.has(key)), ...now].filter(
              ([, asked]) => asked !== undefined,
            ),
          )
          expect(Object.fromEntries(resumed)).toEqual(Object.fromEntries(expected))
          if (name === undefined && file === undefined)
            expect(Object.fromEntries(resumed)).toEqual(Object.fromEntries([...all].filter(([, asked]) => asked !== undefined)))
        },
      ),
      { numRuns: 500 },
    ))
})
