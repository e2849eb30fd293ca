import { get_encoding } from 'tiktoken'
import { describe, expect, test } from 'vitest'
import { bundledSource } from '../../../suites/lifbench/bundled/bundledSource.ts'
import type { ListContext } from '../../../suites/lifbench/data/source.ts'
import { lengthOf, OFFICIAL_LENGTHS } from '../../../suites/lifbench/lengths.ts'
import { isLong } from '../../shared.ts'

const encoder = get_encoding('o200k_base')
const source = bundledSource(0, 'o200k_base')
const names = isLong ? Object.keys(OFFICIAL_LENGTHS) : ['4k', '8k', '16k']
const contexts = names.flatMap((name) =>
  Array.from({ length: source.contextCount('list') }, (_, index) => {
    const context = source.context('list', lengthOf(name), index) as ListContext
    return [`${name}/${index}`, context, context.elements.elements] as const
  }),
)
const isUuid = (element: string) => /^[0-9a-f]{32}$/.test(element)

describe.each(contexts)('the bundled list %s', (_name, { text, length }, elements) => {
  test('fills its budget, counted as a whole, to within 512 tokens', () => {
    const tokens = encoder.encode_ordinary(text).length
    expect(tokens).toBeLessThanOrEqual(length.budget * 1024)
    expect(tokens).toBeGreaterThanOrEqual(length.budget * 1024 - 512)
  })

  test('is a line for each element, numbered from 1', () =>
    expect(text).toBe(elements.map((element, at) => `${at + 1}. ${element}\n`).join('')))

  test('has no element twice, nor one within another', () => {
    expect(new Set(elements).size).toBe(elements.length)
    // A number stands between any two elements, so the text of all others is searched at once.
    const whole = elements.join('\n')
    const repeated = elements.filter((element) => whole.indexOf(element) !== whole.lastIndexOf(element))
    expect(repeated).toEqual([])
  })

  test('has UUIDs that share their last 24 of 32 characters and nothing more', () => {
    const uuids = elements.filter(isUuid)
    expect(uuids.length).toBeGreaterThan(elements.length / 2)
    expect(new Set(uuids.map((uuid) => uuid.slice(8))).size).toBe(1)
    expect(new Set(uuids.map((uuid) => uuid.slice(0, 8))).size).toBe(uuids.length)
  })

  test('has UUIDs of version 1', () => {
    // The version is the 13th digit, the variant the 17th.
    for (const uuid of elements.filter(isUuid)) expect(uuid).toMatch(/^.{12}1.{3}[89ab]/)
  })

  test('has sentences of 5 to 40 words, as the released lists do', () => {
    const sentences = elements.filter((element) => !isUuid(element))
    expect(sentences.length).toBeGreaterThan(elements.length / 10)
    for (const sentence of sentences) {
      const words = sentence.split(/\s+/).length
      expect(words, sentence).toBeGreaterThanOrEqual(5)
      expect(words, sentence).toBeLessThanOrEqual(40)
    }
  })

  test('leaves room for every place the variables name', () => {
    // Ten near the beginning, ten near the end, and something between (docs/suites/lifbench.md, R4).
    expect(elements.length).toBeGreaterThan(30)
  })
})
