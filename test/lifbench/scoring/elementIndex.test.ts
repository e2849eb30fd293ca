import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sum } from '../../../src/kit.ts'
import { renderList } from '../../../suites/lifbench/data/render.ts'
import { indexElements, readElements } from '../../../suites/lifbench/scoring/elementIndex.ts'
import { propertyRuns } from '../../propertyRuns.ts'

describe('readElements', () => {
  test('reads back the elements of a rendered list', () => {
    const elements = ['first', 'has 2. in it', 'a. b', 'naïve 😀', '12']
    expect(readElements(renderList(elements))).toEqual(elements)
  })

  test('finds the list in a whole prompt', () =>
    expect(readElements(`Look up. List to be retrieved:\n${renderList(['a', 'b'])}\nInstruction: Give me the 1st.\n`)).toEqual(['a', 'b']))

  test('takes the last list of a prompt that announces several', () => {
    const list = (element: string) => `List to be retrieved:\n${renderList([element])}`
    expect(readElements(`${list('example')}\n${list('real')}\nInstruction: Go.`)).toEqual(['real'])
  })

  test('is cut short by an element that holds the number of its successor (official)', () => {
    // The walk finds "\n2. " inside the first element and goes on from there.
    expect(readElements(renderList(['steps:\n2. stir', 'bake', 'eat']))).toEqual(['steps:', 'stir\n2. bake', 'eat'])
  })

  test('is not disturbed by an element that holds another number', () => {
    const elements = ['steps:\n3. stir', 'bake']
    expect(readElements(renderList(elements))).toEqual(elements)
  })

  test('finds nothing in a text without a list', () => {
    expect(readElements('')).toEqual([])
    expect(readElements('2. b\n3. c')).toEqual([])
  })

  test('reads back any list of plain lines', () => {
    const line = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => /^[!-~]([ -~]*[!-~])?$/.test(text))
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (elements) => {
        expect(readElements(renderList(elements))).toEqual(elements)
      }),
      propertyRuns(100, 1_000),
    )
  })
})

/** Python's str.count for a non-empty needle, step by step. */
function naiveCount(text: string, needle: string): number {
  let count = 0
  for (let at = 0; at < text.length; ) {
    if (text.startsWith(needle, at)) {
      count += 1
      at += needle.length
    } else at += 1
  }
  return count
}

describe('indexElements', () => {
  const index = indexElements(['alpha', 'beta', 'alphabet', '😀😀'])

  test('knows the shortest and the longest element in code points', () => expect([index.minLength, index.maxLength]).toEqual([2, 8]))

  test('knows its elements', () => {
    expect(index.has('beta')).toBe(true)
    expect(index.has('bet')).toBe(false)
  })

  test('counts an element within another one too', () => {
    expect([...index.occurrences('alphabet soup')]).toEqual([
      [0, 1],
      [2, 1],
    ])
    expect(sum([...index.occurrences('alphabet soup').values()])).toBe(2)
  })

  test('counts without overlap', () => expect(indexElements(['aa']).occurrences('aaaaa').get(0)).toBe(2))

  test('counts an element that the list has twice as two', () =>
    expect(sum([...indexElements(['same', 'same']).occurrences('the same').values()])).toBe(2))

  test('finds nothing in an empty text', () => expect(index.occurrences('').size).toBe(0))

  test('counts as a naive search does', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '😀', '\ud83d'), minLength: 1, maxLength: 12 })
    const answer = (elements: readonly string[]) =>
      fc.array(fc.oneof(word, fc.constantFrom(...elements)), { maxLength: 12 }).map((parts) => parts.join(''))
    const listAndAnswer = fc
      .array(word, { minLength: 1, maxLength: 8 })
      .chain((elements) => fc.tuple(fc.constant(elements), answer(elements)))
    fc.assert(
      fc.property(listAndAnswer, ([elements, text]) => {
        const found = indexElements(elements).occurrences(text)
        expect(elements.map((_, at) => found.get(at) ?? 0)).toEqual(elements.map((element) => naiveCount(text, element)))
      }),
      propertyRuns(2_000, 20_000),
    )
  })
})
