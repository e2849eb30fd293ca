import { get_encoding } from 'tiktoken'
import { describe, expect, test } from 'vitest'
import { HoldfastError } from '../../../src/core/base/errors.ts'
import { bundledSource } from '../../../suites/lifbench/bundled/bundledSource.ts'
import type { OneDocContext } from '../../../suites/lifbench/data/source.ts'
import { lengthOf, OFFICIAL_LENGTHS } from '../../../suites/lifbench/lengths.ts'
import { isLong } from '../../shared.ts'

const encoder = get_encoding('o200k_base')
const source = bundledSource(0, 'o200k_base')
const names = isLong ? Object.keys(OFFICIAL_LENGTHS) : ['4k', '8k', '16k']
const contexts = names.flatMap((name) =>
  Array.from({ length: source.contextCount('onedoc') }, (_, index) => {
    const context = source.context('onedoc', lengthOf(name), index) as OneDocContext
    return [`${name}/${index}`, context, context.sentences] as const
  }),
)

/** Types with genuine and fake sentences, and the tail of the fake one (docs/suites/lifbench.md, R1). */
const TYPES = [
  { type: '#Topic#', genuine: 4, fakeTail: undefined },
  { type: '@argument@', genuine: 3, fakeTail: '<#Topic#>' },
  { type: '!Transition!', genuine: 5, fakeTail: '<fake_tag>' },
  { type: '*Evidence*', genuine: 4, fakeTail: undefined },
  { type: '-Concession-', genuine: 4, fakeTail: '<>' },
]

const occurrences = (text: string, part: string) => text.split(part).length - 1

describe.each(contexts)('the bundled text %s', (_name, { text, length }, sentences) => {
  test('fills its budget, tags included and counted as a whole, to within 512 tokens', () => {
    const tokens = encoder.encode_ordinary(text).length
    expect(tokens).toBeLessThanOrEqual(length.budget * 1024)
    expect(tokens).toBeGreaterThanOrEqual(length.budget * 1024 - 512)
  })

  test('has 23 key sentences of five types, 3 of them fake', () => {
    const count = (type: string, genuine: boolean) => sentences.filter((key) => key.type === type && key.genuine === genuine).length
    expect(sentences).toHaveLength(23)
    for (const { type, genuine, fakeTail } of TYPES) {
      expect(count(type, true), type).toBe(genuine)
      expect(count(type, false), type).toBe(fakeTail === undefined ? 0 : 1)
    }
  })

  test('has each key sentence once, on one line, and none within another', () => {
    for (const { text: key } of sentences) {
      expect(occurrences(text, key), key).toBe(1)
      expect(key).not.toContain('\n')
      expect(sentences.filter((other) => other.text.includes(key))).toHaveLength(1)
    }
  })

  test('tags each with its type and its number within the type', () => {
    for (const { type, fakeTail } of TYPES) {
      for (const [order, key] of sentences.filter((one) => one.type === type).entries()) {
        const tail = key.genuine ? `<${type}>` : fakeTail
        expect(text).toContain(`<${type}-${order}>${key.text}${tail}`)
      }
    }
  })

  test('has no tag but theirs', () => {
    const tails = TYPES.flatMap(({ type, genuine, fakeTail }) => [...Array(genuine).fill(`<${type}>`), ...(fakeTail ? [fakeTail] : [])])
    const heads = TYPES.flatMap(({ type, genuine, fakeTail }) =>
      Array.from({ length: genuine + (fakeTail ? 1 : 0) }, (_, order) => `<${type}-${order}>`),
    )
    expect(text.match(/<[^>]*>/g)?.sort()).toEqual([...heads, ...tails].sort())
  })

  test('scatters them: the order of the ids is not that of the text', () => {
    const positions = sentences.map((key) => text.indexOf(key.text))
    expect(positions).not.toEqual([...positions].sort((one, other) => one - other))
    expect(Math.max(...positions)).toBeGreaterThan(text.length * 0.6)
    expect(Math.min(...positions)).toBeLessThan(text.length * 0.4)
  })
})

test('a text too short for 23 key sentences is refused', () =>
  expect(() => source.context('onedoc', { name: 'tiny', budget: 0.6 }, 0)).toThrow(HoldfastError))

// Known bug: with one seed in seven the first addresses hold fewer than 23 sentences fit to be key sentences.
test('a text of 4k can be made from every seed', () => {
  for (let seed = 0; seed < 25; seed += 1) bundledSource(seed, 'o200k_base').context('onedoc', lengthOf('4k'), 0)
})
