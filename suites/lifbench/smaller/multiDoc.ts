import { type CasePart, type CaseSizes, isKept } from '../../../src/kit.ts'
import { documentHeading } from '../data/render.ts'
import type { MultiDocContext } from '../data/source.ts'
import type { LifbenchItem } from '../items.ts'
import type { BatchLabelParam, FindDuplicatesParam } from '../scoring/types.ts'
import { blockParts, keptPlaces } from './blocks.ts'
import { rebuilt } from './rebuilt.ts'

/** Documents in blocks; where duplicates are asked for, those without one in blocks, and each group of them. */
export function multiDocParts(item: LifbenchItem): CasePart[] {
  const pieces = piecesOf(item)
  if (!pieces) return []
  const title = (places: readonly number[]) => `documents ${(places[0] ?? 0) + 1} to ${(places.at(-1) ?? 0) + 1}`
  const groups = groupsOf(item)
  return [
    ...blockParts('documents', othersOf(item), { kind: 'context', unit: 'entries', title }),
    ...(groups.length > 1 ? groups : []).map(
      (group, at): CasePart => ({
        name: `group-${at + 1}`,
        kind: 'list',
        title: `duplicates ${group.map((place) => place + 1).join(', ')}`,
        size: 1,
      }),
    ),
  ]
}

/**
 * Fewer documents, numbered anew. The right label of a document follows from the document alone, and documents are duplicates of each
 * other whichever others there are; groups are kept whole.
 *
 * @returns undefined where no document is left, or no group of duplicates where these are asked for.
 */
export function cutMultiDoc(item: LifbenchItem, sizes: CaseSizes): LifbenchItem | undefined {
  const pieces = piecesOf(item)
  if (!pieces) return item
  const { index, length, documents } = item.context.context as MultiDocContext
  const all = groupsOf(item)
  const groups = all.length > 1 ? all.filter((_, at) => isKept(sizes, `group-${at + 1}`)) : all
  const places = [...groups.flat(), ...keptPlaces('documents', othersOf(item), sizes)].sort((one, other) => one - other)
  if (places.length === 0 || groups.length < Math.min(1, all.length)) return undefined
  const context: MultiDocContext = {
    scenario: 'multidoc',
    index,
    length,
    text: places.map((place, at) => documentHeading(at) + pieces[place]).join(''),
    documents: places.map((place) => documents[place] as MultiDocContext['documents'][number]),
    duplicates: groups.map((group) => group.map((place) => places.indexOf(place))),
  }
  if (item.task.id === 'MB') {
    const { candidates, gold } = item.param as BatchLabelParam
    return rebuilt(item, context, item.values, { candidates, gold: places.map((place) => gold[place] as string) })
  }
  const param = item.param as FindDuplicatesParam
  const infos = groups.map((group) => param.dup_infos[all.indexOf(group)] as FindDuplicatesParam['dup_infos'][number])
  return rebuilt(item, context, item.values, { ...param, dup_infos: infos })
}

/** Groups of duplicates where they are asked for. */
function groupsOf({ task, context: { context } }: LifbenchItem): readonly (readonly number[])[] {
  return task.id === 'MF' ? (context as MultiDocContext).duplicates : []
}

/** Documents that are in no group. */
function othersOf(item: LifbenchItem): number[] {
  const grouped = new Set(groupsOf(item).flat())
  return (item.context.context as MultiDocContext).documents.flatMap((_, place) => (grouped.has(place) ? [] : [place]))
}

/** The documents as they stand in the text, without their headings; undefined where these are others than ours. */
function piecesOf({ context: { context } }: LifbenchItem): string[] | undefined {
  const { text, documents } = context as MultiDocContext
  const pieces: string[] = []
  let from = text.indexOf(documentHeading(0))
  if (from !== 0) return undefined
  for (const at of documents.keys()) {
    const start = from + documentHeading(at).length
    const next = at + 1 < documents.length ? text.indexOf(documentHeading(at + 1), start) : text.length
    if (next === -1) return undefined
    pieces.push(text.slice(start, next))
    from = next
  }
  return pieces
}
