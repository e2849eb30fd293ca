import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListContext, MultiDocContext, OneDocContext } from '../../suites/lifbench/data/source.ts'
import type { LifbenchItem } from '../../suites/lifbench/items.ts'
import type { TaskParams } from '../../suites/lifbench/scoring/types.ts'
import { cutLifbench, lifbenchParts } from '../../suites/lifbench/smaller.ts'
import type { TaskId } from '../../suites/lifbench/tasks.ts'
import { propertyRuns } from '../propertyRuns.ts'
import { bundledItems } from './bundledItems.ts'

const items = bundledItems('4k')
const of = (...tasks: TaskId[]) => items.filter(({ task }) => tasks.includes(task.id))

/** An item with sizes of its parts. */
const caseOf = (some: readonly LifbenchItem[]) =>
  fc.constantFrom(...some).chain((item) =>
    fc.record({
      item: fc.constant(item),
      sizes: fc.record(
        Object.fromEntries(lifbenchParts(item).map(({ name, size, least = 0 }) => [name, fc.integer({ min: least, max: size })])),
      ) as fc.Arbitrary<Record<string, number>>,
    }),
  )

const linesOf = ({ context }: LifbenchItem) => context.context.text.trimEnd().split('\n')

describe('a shorter list', () => {
  test('has as many entries as its sizes say, numbered from 1, in their order', () => {
    const check = ({ item, sizes }: { item: LifbenchItem; sizes: Record<string, number> }) => {
      const lines = linesOf(cutLifbench(item, sizes) as LifbenchItem)
      const at = (item.param as TaskParams['LSI']).id - 1
      const neighbours = [at - 1, at, at + 1].filter((place) => place >= 0 && place < linesOf(item).length)
      expect(lines).toHaveLength(neighbours.length + (sizes['list-before'] ?? 0) + (sizes['list-after'] ?? 0))
      expect(lines.map((line) => Number(line.split('. ')[0]))).toEqual(lines.map((_, index) => index + 1))
      const whole = (item.context.context as ListContext).elements.elements
      const places = lines.map((line) => whole.indexOf(line.slice(line.indexOf('. ') + 2)))
      expect(places).toEqual(places.map((_, index) => (places[0] as number) + index))
    }
    fc.assert(fc.property(caseOf(of('LSI', 'LOI', 'LOE', 'LBI', 'LBE')), check), propertyRuns(60, 2000))
  })

  test('has the entry asked about under the number that the instruction names', () => {
    const check = ({ item, sizes }: { item: LifbenchItem; sizes: Record<string, number> }) => {
      const cut = cutLifbench(item, sizes) as LifbenchItem
      const { id, element } = cut.param as TaskParams['LSI']
      expect(linesOf(cut)[id - 1]).toBe(`${id}. ${element}`)
      expect(element).toBe((item.param as TaskParams['LSI']).element)
      expect(cut.promptTail).toMatch(new RegExp(`\\b${id}(?:\\b|st|nd|rd|th)`))
    }
    fc.assert(fc.property(caseOf(of('LSI', 'LOI', 'LBI')), check), propertyRuns(60, 2000))
  })

  test('has several entries asked for under their new numbers, in the order asked for', () => {
    const check = ({ item, sizes }: { item: LifbenchItem; sizes: Record<string, number> }) => {
      const cut = cutLifbench(item, sizes) as LifbenchItem
      const { id_arr: ids, elements } = cut.param as TaskParams['LMI']
      expect(ids.map((id) => linesOf(cut)[id - 1])).toEqual(ids.map((id, at) => `${id}. ${elements[at]}`))
      expect(elements).toEqual((item.param as TaskParams['LMI']).elements.slice(0, ids.length))
    }
    fc.assert(fc.property(caseOf(of('LMI')), check), propertyRuns(60, 2000))
  })
})

test('a shorter text is made of sentences of the whole one in their order, and tags all of its key sentences', () => {
  const check = ({ item, sizes }: { item: LifbenchItem; sizes: Record<string, number> }) => {
    const cut = cutLifbench(item, sizes) as LifbenchItem
    const { text, sentences } = cut.context.context as OneDocContext
    expect(text.length).toBeLessThanOrEqual(item.context.context.text.length)
    // The tags are read here by a pattern of their own.
    const tagged = [...text.matchAll(/<([^<>]+)-\d+>([^<>]*)<([^<>]*)>/g)].map(([, type, words, tail]) => ({
      text: words,
      type,
      genuine: type === tail,
    }))
    expect(new Set(tagged.map((key) => JSON.stringify(key)))).toEqual(
      new Set(sentences.map(({ text: words, type, genuine }) => JSON.stringify({ text: words, type, genuine }))),
    )
  }
  fc.assert(fc.property(caseOf(of('OR', 'OQ', 'OE')), check), propertyRuns(40, 1000))
})

describe('a smaller collection of documents', () => {
  test('has the documents that are left, numbered from 1, each with the fields it had', () => {
    const check = ({ item, sizes }: { item: LifbenchItem; sizes: Record<string, number> }) => {
      const cut = cutLifbench(item, sizes)
      if (!cut) return
      const { text, documents } = cut.context.context as MultiDocContext
      const headings = [...text.matchAll(/^\*{20} doc-(\d+) \*{20}$/gm)].map(([, number]) => Number(number))
      expect(headings).toEqual(documents.map((_, index) => index + 1))
      const ids = [...text.matchAll(/^iD2: (.*)$/gm)].map(([, id]) => id)
      expect(ids).toEqual(documents.map(({ iD2 }) => iD2))
    }
    fc.assert(fc.property(caseOf(of('MB', 'MF')), check), propertyRuns(40, 1000))
  })

  test('is no case without a document', () => {
    const [item] = of('MB')
    const none = Object.fromEntries(lifbenchParts(item as LifbenchItem).map(({ name }) => [name, 0]))
    expect(cutLifbench(item as LifbenchItem, none)).toBeUndefined()
  })
})
