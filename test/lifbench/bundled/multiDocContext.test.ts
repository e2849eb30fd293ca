import { get_encoding } from 'tiktoken'
import { describe, expect, test } from 'vitest'
import { bundledSource } from '../../../suites/lifbench/bundled/bundledSource.ts'
import type { Document, MultiDocContext } from '../../../suites/lifbench/data/source.ts'
import { lengthOf, OFFICIAL_LENGTHS } from '../../../suites/lifbench/lengths.ts'
import { isLong } from '../../shared.ts'

const encoder = get_encoding('o200k_base')
const source = bundledSource(0, 'o200k_base')
const names = isLong ? Object.keys(OFFICIAL_LENGTHS) : ['4k', '8k', '16k']
const contexts = names.flatMap((name) =>
  Array.from({ length: source.contextCount('multidoc') }, (_, index) => {
    const context = source.context('multidoc', lengthOf(name), index) as MultiDocContext
    return [`${name}/${index}`, context, context.documents] as const
  }),
)
/** Groups of duplicates among the documents of each released context. */
const RELEASED_GROUPS: Readonly<Record<string, number>> = { '4k': 1, '8k': 1, '16k': 3, '32k': 4, '64k': 5, '128k': 5 }

/** The fields of each document as they stand in the prompt. */
function readBack(text: string): Record<string, string>[] {
  const stars = '*'.repeat(20)
  return text
    .split(new RegExp(`${stars.replaceAll('*', '\\*')} doc-\\d+ ${stars.replaceAll('*', '\\*')}\n`))
    .slice(1)
    .map((block) =>
      Object.fromEntries(
        block
          .trimEnd()
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
      ),
    )
}

describe.each(contexts)('the bundled documents %s', (_name, { text, length, duplicates }, documents) => {
  test('fill their budget, counted as a whole, to within 512 tokens', () => {
    const tokens = encoder.encode_ordinary(text).length
    expect(tokens).toBeLessThanOrEqual(length.budget * 1024)
    expect(tokens).toBeGreaterThanOrEqual(length.budget * 1024 - 512)
  })

  test('stand in the prompt with all their fields, a heading before each', () => {
    expect([...text.matchAll(/^\*{20} doc-(\d+) \*{20}$/gm)].map(([, number]) => Number(number))).toEqual(documents.map((_, at) => at + 1))
    expect(readBack(text)).toEqual(
      documents.map((document) => Object.fromEntries(Object.entries(document).map(([key, value]) => [key, String(value)]))),
    )
  })

  test('have id, iD2, text and date; title and source may be missing', () => {
    for (const document of documents) {
      expect(document).toMatchObject({ id: expect.any(String), iD2: expect.any(String), text: expect.any(String) })
      expect(document.date).toMatch(/^20[0-2]\d-[01]\d-[0-3]\d$/)
      if (document.title !== undefined) expect(['string', 'number']).toContain(typeof document.title)
      if (document.source !== undefined) expect(document.source).toEqual(expect.any(String))
    }
  })

  test('have ids of their own', () => {
    for (const field of ['id', 'iD2'] as const) expect(new Set(documents.map((document) => document[field])).size).toBe(documents.length)
  })

  test('share their text within a group of duplicates and with no other document', () => {
    const groups = new Map<unknown, number[]>()
    for (const [at, document] of documents.entries()) groups.set(document.text, [...(groups.get(document.text) ?? []), at])
    const shared = [...groups.values()].filter((group) => group.length > 1)
    const byFirst = (one: readonly number[], other: readonly number[]) => (one[0] as number) - (other[0] as number)
    expect([...duplicates].sort(byFirst)).toEqual(shared.sort(byFirst))
  })

  test('have no fewer groups of duplicates than the released context of that length, each of two or more', () => {
    expect(duplicates.length).toBeGreaterThanOrEqual(RELEASED_GROUPS[length.name] as number)
    for (const group of duplicates) expect(group.length).toBeGreaterThanOrEqual(2)
  })

  test('are duplicates for about a quarter', () => {
    const share = duplicates.flat().length / documents.length
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.4)
  })
})

test('the documents of all contexts together call for all four labels', () => {
  const present = (value: unknown) => (value === undefined ? 'missing' : 'given')
  const kinds = contexts.flatMap(([, , documents]) =>
    documents.map(({ title, source: origin }: Document) => `title ${present(title)}, source ${present(origin)}`),
  )
  expect([...new Set(kinds)].sort()).toEqual([
    'title given, source given',
    'title given, source missing',
    'title missing, source given',
    'title missing, source missing',
  ])
})

test('some titles are numbers', () =>
  expect(contexts.flatMap(([, , documents]) => documents).some(({ title }) => typeof title === 'number')).toBe(true))
