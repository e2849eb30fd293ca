import { type CasePart, type CaseSizes, sizeIn } from '../../../src/kit.ts'
import { renderList } from '../data/render.ts'
import type { ListContext } from '../data/source.ts'
import type { LifbenchItem } from '../items.ts'
import { indexElements, readElements } from '../scoring/elementIndex.ts'
import type { ElementParam, MultiElementParam } from '../scoring/types.ts'
import { ordinal } from '../variables.ts'
import { blockParts, keptPlaces } from './blocks.ts'
import { rebuilt } from './rebuilt.ts'

/** Fewest entries that LMI asks for: of one, officially, nothing is paid for the order. */
const LEAST_ASKED = 2

/**
 * Entries before and after the one that is asked about and its neighbours; where several are asked for, the others in blocks, and how
 * many are asked for. None where entries cannot be read back from the list as they stand in it.
 */
export function listParts(item: LifbenchItem): CasePart[] {
  if (!isReadBack(elementsOf(item))) return []
  if (item.task.id === 'LMI') {
    const { id_arr: ids } = item.param as MultiElementParam
    return [
      ...blockParts('list', othersOf(item), {
        kind: 'list',
        unit: 'entries',
        title: (places) => entriesAt(places, 'that are not asked for'),
      }),
      ...(ids.length > LEAST_ASKED
        ? [
            {
              name: 'asked',
              kind: 'demand',
              title: `asks for ${ids.length} entries`,
              size: ids.length,
              least: LEAST_ASKED,
              unit: 'entries',
            } as const,
          ]
        : []),
    ]
  }
  const { before, after } = besides(item)
  const parts = [
    { name: 'list-before', kind: 'list', title: 'entries before the one asked about', size: before, unit: 'entries' },
    { name: 'list-after', kind: 'list', title: 'entries after the one asked about', size: after, unit: 'entries' },
  ] as const
  return parts.filter(({ size }) => size > 0)
}

/**
 * A shorter list. The entry asked about and both of its neighbours stay, so that what is the one before or after it stays the same;
 * numbers of entries are those of the shorter list, in the instruction as well. Where a half of the list is meant (LBI, LBE), the
 * right positions are those of the shorter list, by the same rule.
 */
export function cutList(item: LifbenchItem, sizes: CaseSizes): LifbenchItem {
  const elements = elementsOf(item)
  if (item.task.id === 'LMI') {
    const { id_arr: ids } = item.param as MultiElementParam
    const asked = ids.slice(0, Math.max(LEAST_ASKED, sizeIn(sizes, 'asked', ids.length))).map((id) => id - 1)
    const places = [...new Set([...asked, ...keptPlaces('list', othersOf(item), sizes)])].sort((one, other) => one - other)
    const values = { id_arr: asked.map((place) => places.indexOf(place) + 1), elements: asked.map((place) => elements[place] as string) }
    return rebuilt(item, listOf(item, places), values, values)
  }
  const { before, after, first, last } = besides(item)
  const from = first - sizeIn(sizes, 'list-before', before)
  const to = last + sizeIn(sizes, 'list-after', after)
  const param = item.param as ElementParam
  const id = param.id - from
  const values = { ...item.values, id, ordid: ordinal(id) }
  const places = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return rebuilt(item, listOf(item, places), values, { ...param, id, ordid: ordinal(id) })
}

function elementsOf({ context: { context } }: LifbenchItem): readonly string[] {
  return (context as ListContext).elements.elements
}

/** Whether a list rendered from its entries is read back as these. */
function isReadBack(elements: readonly string[]): boolean {
  const read = readElements(renderList(elements))
  return read.length === elements.length && read.every((element, at) => element === elements[at])
}

function listOf({ context: { context } }: LifbenchItem, places: readonly number[]): ListContext {
  const { index, length, elements } = context as ListContext
  const text = renderList(places.map((place) => elements.elements[place] as string))
  return { scenario: 'list', index, length, text, elements: indexElements(readElements(text)) }
}

/** The entry asked about with its neighbours, `first` to `last`, and how many there are before and after. */
function besides(item: LifbenchItem): { readonly before: number; readonly after: number; readonly first: number; readonly last: number } {
  const at = (item.param as ElementParam).id - 1
  const count = elementsOf(item).length
  const first = Math.max(0, at - 1)
  const last = Math.min(count - 1, at + 1)
  return { before: first, after: count - 1 - last, first, last }
}

function othersOf(item: LifbenchItem): number[] {
  const asked = new Set((item.param as MultiElementParam).id_arr)
  return elementsOf(item).flatMap((_, place) => (asked.has(place + 1) ? [] : [place]))
}

function entriesAt(places: readonly number[], which: string): string {
  return `entries ${(places[0] ?? 0) + 1} to ${(places.at(-1) ?? 0) + 1} ${which}`
}
