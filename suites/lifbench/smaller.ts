import { type CasePart, type CasePartKind, type CaseSizes, isKept, sizeIn, splitSentences } from '../../src/kit.ts'
import { documentHeading, renderList } from './data/render.ts'
import type { LifbenchContext, ListContext, MultiDocContext, OneDocContext, TemplateValues } from './data/source.ts'
import { askedItem, type LifbenchItem, loadedContext } from './items.ts'
import { repeatable } from './reference.ts'
import { indexElements, readElements } from './scoring/elementIndex.ts'
import {
  askedType,
  type BatchLabelParam,
  type ElementParam,
  type ExtractParam,
  type FindDuplicatesParam,
  isKeySentence,
  type KeySentence,
  type MultiElementParam,
  type QaParam,
  type RepeatParam,
} from './scoring/types.ts'
import { ordinal } from './variables.ts'

/**
 * What an item can be made smaller by: entries, documents or sentences that the instruction does not ask for, and how many things it
 * asks for where that is a number of its own. How it is worded stays: another template is another item.
 */
export function lifbenchParts(item: LifbenchItem): CasePart[] {
  return { list: listParts, onedoc: oneDocParts, multidoc: multiDocParts }[item.task.scenario](item)
}

/**
 * An item with a smaller context, and with what it asks for and is scored by computed anew from that context: so the right answer is
 * that of the smaller context, whatever was left out. Its id stays.
 *
 * @returns undefined where no document is left, or no group of duplicates where these are asked for.
 */
export function cutLifbench(item: LifbenchItem, sizes: CaseSizes): LifbenchItem | undefined {
  const cut = { list: cutList, onedoc: cutOneDoc, multidoc: cutMultiDoc }[item.task.scenario]
  return lifbenchParts(item).every(({ name, size }) => (sizes[name] ?? size) >= size) ? item : cut(item, sizes)
}

/** Blocks that a long row of alike things is cut by: each can go by itself, so that what matters is found wherever it stands. */
const MOST_BLOCKS = 8

/** A row of things in blocks of about the same size. */
interface Block {
  readonly name: string
  readonly places: readonly number[]
}

function blocksOf(name: string, places: readonly number[]): Block[] {
  const count = Math.min(MOST_BLOCKS, places.length)
  return Array.from({ length: count }, (_, at) => ({
    name: count === 1 ? name : `${name}-${at + 1}`,
    places: places.slice(Math.floor((at * places.length) / count), Math.floor(((at + 1) * places.length) / count)),
  }))
}

/** A row of alike things as parts, each of which can be cut from its end or left out. */
function blockParts(
  name: string,
  places: readonly number[],
  {
    kind,
    unit,
    title,
  }: { readonly kind: CasePartKind; readonly unit: 'entries' | 'sentences'; readonly title: (places: readonly number[]) => string },
): CasePart[] {
  return blocksOf(name, places).map((block) => ({ name: block.name, kind, title: title(block.places), size: block.places.length, unit }))
}

/** The places of a row that a case keeps: of each block the first ones. */
function keptPlaces(name: string, places: readonly number[], sizes: CaseSizes): number[] {
  return blocksOf(name, places).flatMap((block) => block.places.slice(0, sizeIn(sizes, block.name, block.places.length)))
}

/** An item about a smaller context, with everything that follows from it made anew. */
function rebuilt(item: LifbenchItem, context: LifbenchContext, values: TemplateValues, param: unknown): LifbenchItem {
  // Not the key of the whole context: what shares a prefix with it is another text.
  const loaded = loadedContext(`${item.context.key}/smaller`, context, item.skeleton)
  return askedItem({ ...item, context: loaded, values, param })
}

/** Fewest entries that LMI asks for: of one, officially, nothing is paid for the order. */
const LEAST_ASKED = 2

/**
 * Entries before and after the one that is asked about and its neighbours; where several are asked for, the others in blocks, and how
 * many are asked for. None where entries cannot be read back from the list as they stand in it.
 */
function listParts(item: LifbenchItem): CasePart[] {
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
function cutList(item: LifbenchItem, sizes: CaseSizes): LifbenchItem {
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

/** Documents in blocks; where duplicates are asked for, those without one in blocks, and each group of them. */
function multiDocParts(item: LifbenchItem): CasePart[] {
  const pieces = piecesOf(item)
  if (!pieces) return []
  const title = (places: readonly number[]) => `documents ${(places[0] ?? 0) + 1} to ${(places.at(-1) ?? 0) + 1}`
  const groups = groupsOf(item)
  return [
    ...blockParts('documents', ungrouped(item), { kind: 'context', unit: 'entries', title }),
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
function cutMultiDoc(item: LifbenchItem, sizes: CaseSizes): LifbenchItem | undefined {
  const pieces = piecesOf(item)
  if (!pieces) return item
  const { index, length, documents } = item.context.context as MultiDocContext
  const all = groupsOf(item)
  const groups = all.length > 1 ? all.filter((_, at) => isKept(sizes, `group-${at + 1}`)) : all
  const places = [...groups.flat(), ...keptPlaces('documents', ungrouped(item), sizes)].sort((one, other) => one - other)
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
function ungrouped(item: LifbenchItem): number[] {
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

/** A piece of the text: a key sentence with its tags, or a sentence of the text around them. */
interface Piece {
  readonly text: string
  /** Which of the key sentences it is. */
  readonly key?: number
}

/** Plain sentences in blocks, key sentences that the instruction is not about in blocks, and how many are to be repeated. */
function oneDocParts(item: LifbenchItem): CasePart[] {
  const split = splitOf(item)
  if (!split) return []
  const title = (what: string) => (places: readonly number[]) => `${places.length} ${what}`
  const count = item.task.id === 'OR' ? (item.param as RepeatParam).num : 1
  return [
    ...blockParts('text', split.plain, { kind: 'context', unit: 'sentences', title: title('plain sentences') }),
    ...blockParts('keys', split.otherKeys, { kind: 'list', unit: 'entries', title: title('other key sentences') }),
    ...(count > 1
      ? [{ name: 'asked', kind: 'demand', title: `asks for ${count} key sentences`, size: count, least: 1, unit: 'entries' } as const]
      : []),
  ]
}

/**
 * A shorter text. What the instruction is about stays: the sentence asked about (OQ), the key sentences of the type asked for (OE), as
 * many genuine ones as are to be repeated (OR). Which sentences are key sentences, of which type, and whether genuine, is told by their
 * tags, which stay with them.
 */
function cutOneDoc(item: LifbenchItem, sizes: CaseSizes): LifbenchItem {
  const split = splitOf(item)
  if (!split) return item
  const { pieces, plain, otherKeys } = split
  const free = new Set([...plain, ...otherKeys])
  const kept = new Set([...keptPlaces('text', plain, sizes), ...keptPlaces('keys', otherKeys, sizes)])
  const left = pieces.filter((_, place) => !free.has(place) || kept.has(place))
  const keys = new Set(left.flatMap(({ key }) => (key === undefined ? [] : [key])))
  const { index, length, sentences } = item.context.context as OneDocContext
  const context: OneDocContext = {
    scenario: 'onedoc',
    index,
    length,
    text: left.map(({ text }) => text).join(' '),
    sentences: sentences.filter((_, at) => keys.has(at)),
  }
  if (item.task.id !== 'OR') return rebuilt(item, context, item.values, item.param)
  const { num } = item.param as RepeatParam
  const asked = Math.max(1, sizeIn(sizes, 'asked', num))
  return rebuilt(item, context, { ...item.values, num: asked }, { ...(item.param as RepeatParam), num: asked })
}

/** The text in pieces, and places of those that the instruction is not about; undefined where the tags are not where they should be. */
function splitOf(item: LifbenchItem): { pieces: Piece[]; plain: number[]; otherKeys: number[] } | undefined {
  const context = item.context.context as OneDocContext
  const pieces = piecesOfText(context)
  if (!pieces) return undefined
  const isAsked = askedAbout(item, context)
  const places = (wanted: (piece: Piece) => boolean) => pieces.flatMap((piece, place) => (wanted(piece) ? [place] : []))
  return {
    pieces,
    plain: places((piece) => piece.key === undefined && !isAsked(piece)),
    otherKeys: places((piece) => piece.key !== undefined && !isAsked(piece)),
  }
}

/** Whether the instruction is about a piece. */
function askedAbout({ task, param }: LifbenchItem, context: OneDocContext): (piece: Piece) => boolean {
  const { sentences } = context
  switch (task.id) {
    case 'OE': {
      const type = askedType(param as ExtractParam)
      const ofType = new Set(sentences.flatMap((sentence, at) => (sentence.type === type ? [at] : [])))
      // Where there is none of the type the answer is an empty list, and one of another type stays to be told from it.
      return ({ key }) => key !== undefined && (ofType.size > 0 ? ofType.has(key) : key === 0)
    }
    case 'OR': {
      const needed = new Set(repeatable(param as RepeatParam, sentences))
      return ({ key }) => key !== undefined && needed.has(key)
    }
    default: {
      const { evidence } = param as QaParam
      const isKey = sentences.some(({ text }) => text === evidence) || isKeySentence(evidence, sentences)
      return ({ key, text }) =>
        isKey ? key !== undefined && sentences[key]?.text === evidence : key === undefined && text.includes(evidence)
    }
  }
}

function piecesOfText({ text, sentences }: OneDocContext): Piece[] | undefined {
  const keys: { from: number; to: number; key: number }[] = []
  for (const [key, sentence] of sentences.entries()) {
    const place = taggedPlace(text, sentence)
    if (!place) return undefined
    keys.push({ ...place, key })
  }
  keys.sort((one, other) => one.from - other.from)
  const pieces: Piece[] = []
  let at = 0
  for (const { from, to, key } of keys) {
    if (from < at) return undefined
    pieces.push(...splitSentences(text.slice(at, from)).map((sentence) => ({ text: sentence })), { text: text.slice(from, to), key })
    at = to
  }
  return [...pieces, ...splitSentences(text.slice(at)).map((sentence) => ({ text: sentence }))]
}

/** Where a key sentence stands with its head and tail tags. */
function taggedPlace(text: string, sentence: KeySentence): { from: number; to: number } | undefined {
  for (let at = text.indexOf(sentence.text); at !== -1; at = text.indexOf(sentence.text, at + 1)) {
    const head = /<[^<>]*-\d+>$/.exec(text.slice(Math.max(0, at - 40), at))?.[0]
    if (!head?.startsWith(`<${sentence.type}-`)) continue
    const end = at + sentence.text.length
    const tail = /^<[^<>]*>/.exec(text.slice(end, end + 40))?.[0] ?? ''
    return { from: at - head.length, to: end + tail.length }
  }
  return undefined
}
