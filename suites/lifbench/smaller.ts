import { type CasePart, type CaseSizes, sizeIn, splitSentences } from '../../src/kit.ts'
import { documentHeading, renderList } from './data/render.ts'
import type { LifbenchContext, ListContext, MultiDocContext, OneDocContext, TemplateValues } from './data/source.ts'
import { askedItem, type LifbenchItem, loadedContext } from './items.ts'
import { repeatable } from './reference.ts'
import { indexElements, readElements } from './scoring/elementIndex.ts'
import { askedType, isKeySentence, type KeySentence, type TaskParams } from './scoring/types.ts'
import { ordinal } from './variables.ts'

/**
 * What an item can be made smaller by: entries, documents or sentences that the instruction does not ask for, and how many things it
 * asks for where that is a number of its own. How it is worded stays: another template is another item.
 */
export function lifbenchParts(item: LifbenchItem): CasePart[] {
  const shape = shapeOf(item)
  return shape ? partsOf(shape) : []
}

function partsOf({ removable, demand }: Shape): CasePart[] {
  return [...removable.map(({ part }) => part), ...(demand ? [demand] : [])]
}

/**
 * An item with a smaller context, and with what it asks for and is scored by computed anew from that context: so the right answer is
 * that of the smaller context, whatever was left out. Its id stays.
 *
 * @returns undefined where no document is left, or no group of duplicates where these are asked for.
 */
export function cutLifbench(item: LifbenchItem, sizes: CaseSizes): LifbenchItem | undefined {
  const shape = shapeOf(item)
  if (!shape || partsOf(shape).every(({ name, size }) => (sizes[name] ?? size) >= size)) return item
  const gone = new Set(shape.removable.flatMap(({ part, entries }) => entries.slice(sizeIn(sizes, part.name, part.size)).flat()))
  const places = Array.from({ length: shape.length }, (_, place) => place).filter((place) => !gone.has(place))
  const { demand } = shape
  return shape.keeping(places, demand && Math.max(demand.least ?? 0, sizeIn(sizes, demand.name, demand.size)))
}

/** A part and the places that each of its entries has in the context: a case keeps the first entries. */
interface Removable {
  readonly part: CasePart
  readonly entries: readonly (readonly number[])[]
}

/** A context as a row of things (entries, documents, pieces of a text). */
interface Shape {
  readonly length: number
  readonly removable: readonly Removable[]
  /** How many things it asks for, where that can be fewer. */
  readonly demand?: CasePart | undefined
  /** The item about the things at these places, in their order, that asks for so many; undefined where there can be none. */
  readonly keeping: (places: readonly number[], asked?: number) => LifbenchItem | undefined
}

/** Undefined where the things cannot be read back from the text as it stands. */
function shapeOf(item: LifbenchItem): Shape | undefined {
  return { list: listShape, onedoc: oneDocShape, multidoc: multiDocShape }[item.task.scenario](item)
}

/** Blocks that a long row of alike things is cut by: each can go by itself, so that what matters is found wherever it stands. */
const MOST_BLOCKS = 8

/** A row of alike things as parts, each of which can be cut from its end or left out. */
function inBlocks(
  part: Omit<CasePart, 'title' | 'size'>,
  places: readonly number[],
  title: (places: readonly number[]) => string,
): Removable[] {
  const count = Math.min(MOST_BLOCKS, places.length)
  return Array.from({ length: count }, (_, at) => {
    const block = places.slice(Math.floor((at * places.length) / count), Math.floor(((at + 1) * places.length) / count))
    const name = count === 1 ? part.name : `${part.name}-${at + 1}`
    return removable({ ...part, name, title: title(block) }, block)
  })
}

function removable(part: Omit<CasePart, 'size'>, places: readonly number[]): Removable {
  return { part: { ...part, size: places.length }, entries: places.map((place) => [place]) }
}

/** That an item asks for so many things, where it can ask for fewer. */
function demandFor(size: number, least: number, what: string): CasePart | undefined {
  return size > least ? { name: 'asked', kind: 'demand', title: `asks for ${size} ${what}`, size, least, unit: 'entries' } : undefined
}

function fromTo(places: readonly number[]): string {
  return `${(places[0] ?? 0) + 1} to ${(places.at(-1) ?? 0) + 1}`
}

/** An item about a smaller context, with everything that follows from it made anew. */
function rebuilt(item: LifbenchItem, context: LifbenchContext, values: TemplateValues, param: unknown): LifbenchItem {
  // Not the key of the whole context: what shares a prefix with it is another text.
  const loaded = loadedContext(`${item.context.key}/smaller`, context, item.skeleton)
  return askedItem({ ...item, context: loaded, values, param })
}

/** Fewest entries that LMI asks for: of one, officially, nothing is paid for the order. */
const LEAST_ASKED = 2

/** A list whose entries are read back from it as they stand in it; their numbers are those of the shorter list. */
function listShape(item: LifbenchItem): Shape | undefined {
  const { index, length, elements: indexed } = item.context.context as ListContext
  const { elements } = indexed
  const read = readElements(renderList(elements))
  if (read.length !== elements.length || read.some((element, at) => element !== elements[at])) return undefined
  const ofPlaces = (places: readonly number[]): ListContext => {
    const text = renderList(places.map((place) => elements[place] as string))
    return { scenario: 'list', index, length, text, elements: indexElements(readElements(text)) }
  }
  return item.task.id === 'LMI' ? severalAsked(item, elements, ofPlaces) : oneAsked(item, elements, ofPlaces)
}

type ListOf = (places: readonly number[]) => ListContext

/** Entries that are not asked for, and how many are asked for. */
function severalAsked(item: LifbenchItem, elements: readonly string[], listOf: ListOf): Shape {
  const ids = (item.param as TaskParams['LMI']).id_arr.map((id) => id - 1)
  const others = [...elements.keys()].filter((place) => !ids.includes(place))
  return {
    length: elements.length,
    removable: inBlocks({ name: 'list', kind: 'list', unit: 'entries' }, others, (at) => `entries ${fromTo(at)} that are not asked for`),
    demand: demandFor(ids.length, LEAST_ASKED, 'entries'),
    keeping: (kept, count) => {
      const asked = ids.slice(0, count)
      const places = kept.filter((place) => asked.includes(place) || !ids.includes(place))
      const values = { id_arr: asked.map((place) => places.indexOf(place) + 1), elements: asked.map((place) => elements[place] as string) }
      return rebuilt(item, listOf(places), values, values)
    },
  }
}

/**
 * Entries before and after the one that is asked about and both of its neighbours, which stay, so that what is the one before or after
 * it stays the same. Where a half of the list is meant (LBI, LBE), the right positions are those of the shorter list, by the same rule.
 */
function oneAsked(item: LifbenchItem, elements: readonly string[], listOf: ListOf): Shape {
  const param = item.param as TaskParams['LSI']
  const at = param.id - 1
  const places = [...elements.keys()]
  const before = places.slice(0, Math.max(0, at - 1)).reverse()
  const beside = { kind: 'list', unit: 'entries' } as const
  return {
    length: elements.length,
    removable: [
      removable({ ...beside, name: 'list-before', title: 'entries before the one asked about' }, before),
      removable({ ...beside, name: 'list-after', title: 'entries after the one asked about' }, places.slice(at + 2)),
    ].filter(({ entries }) => entries.length > 0),
    keeping: (kept) => {
      const id = kept.indexOf(at) + 1
      const ids = { id, ordid: ordinal(id) }
      return rebuilt(item, listOf(kept), { ...item.values, ...ids }, { ...param, ...ids })
    },
  }
}

/**
 * Documents, numbered anew; where duplicates are asked for, each group of them as one whole. The right label of a document follows from
 * the document alone, and documents are duplicates of each other whichever others there are.
 */
function multiDocShape(item: LifbenchItem): Shape | undefined {
  const context = item.context.context as MultiDocContext
  const { index, length } = context
  const pieces = piecesOf(context)
  if (!pieces) return undefined
  const all = item.task.id === 'MF' ? context.duplicates : []
  const grouped = new Set(all.flat())
  const ungrouped = [...pieces.keys()].filter((place) => !grouped.has(place))
  const groupPart = (group: readonly number[], at: number): Removable => {
    const title = `duplicates ${group.map((place) => place + 1).join(', ')}`
    return { part: { name: `group-${at + 1}`, kind: 'list', title, size: 1 }, entries: [group] }
  }
  return {
    length: pieces.length,
    removable: [
      ...inBlocks({ name: 'documents', kind: 'context', unit: 'entries' }, ungrouped, (places) => `documents ${fromTo(places)}`),
      ...(all.length > 1 ? all.map(groupPart) : []),
    ],
    keeping: (places) => {
      const isKept = all.map((group) => group.every((place) => places.includes(place)))
      const groups = all.filter((_, at) => isKept[at])
      if (places.length === 0 || groups.length < Math.min(1, all.length)) return undefined
      const smaller: MultiDocContext = {
        scenario: 'multidoc',
        index,
        length,
        text: places.map((place, at) => documentHeading(at) + pieces[place]).join(''),
        documents: places.map((place) => context.documents[place] as MultiDocContext['documents'][number]),
        duplicates: groups.map((group) => group.map((place) => places.indexOf(place))),
      }
      if (item.task.id === 'MB') {
        const { candidates, gold } = item.param as TaskParams['MB']
        return rebuilt(item, smaller, item.values, { candidates, gold: places.map((place) => gold[place] as string) })
      }
      const param = item.param as TaskParams['MF']
      return rebuilt(item, smaller, item.values, { ...param, dup_infos: param.dup_infos.filter((_, at) => isKept[at]) })
    },
  }
}

/** The documents as they stand in the text, without their headings; undefined where these are others than ours. */
function piecesOf({ text, documents }: MultiDocContext): string[] | undefined {
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

/**
 * Plain sentences in blocks, key sentences that the instruction is not about in blocks, and how many are to be repeated. What it is
 * about stays: the sentence asked about (OQ), the key sentences of the type asked for (OE), as many genuine ones as are to be repeated
 * (OR). Which sentences are key sentences, of which type, and whether genuine, is told by their tags, which stay with them.
 */
function oneDocShape(item: LifbenchItem): Shape | undefined {
  const context = item.context.context as OneDocContext
  const { index, length } = context
  const pieces = piecesOfText(context)
  if (!pieces) return undefined
  const isAsked = askedAbout(item, context)
  const places = (isKey: boolean) =>
    pieces.flatMap((piece, place) => ((piece.key !== undefined) === isKey && !isAsked(piece) ? [place] : []))
  const title = (what: string) => (at: readonly number[]) => `${at.length} ${what}`
  return {
    length: pieces.length,
    removable: [
      ...inBlocks({ name: 'text', kind: 'context', unit: 'sentences' }, places(false), title('plain sentences')),
      ...inBlocks({ name: 'keys', kind: 'list', unit: 'entries' }, places(true), title('other key sentences')),
    ],
    demand: item.task.id === 'OR' ? demandFor((item.param as TaskParams['OR']).num, 1, 'key sentences') : undefined,
    keeping: (kept, num) => {
      const left = kept.map((place) => pieces[place] as Piece)
      const keys = new Set(left.map(({ key }) => key))
      const text = left.map((piece) => piece.text).join(' ')
      const sentences = context.sentences.filter((_, at) => keys.has(at))
      const smaller: OneDocContext = { scenario: 'onedoc', index, length, text, sentences }
      const asked = num === undefined ? {} : { num }
      return rebuilt(item, smaller, { ...item.values, ...asked }, { ...(item.param as TaskParams['OQ' | 'OE' | 'OR']), ...asked })
    },
  }
}

/** Whether the instruction is about a piece. */
function askedAbout({ task, param }: LifbenchItem, context: OneDocContext): (piece: Piece) => boolean {
  const { sentences } = context
  switch (task.id) {
    case 'OE': {
      const type = askedType(param as TaskParams['OE'])
      const ofType = new Set(sentences.flatMap((sentence, at) => (sentence.type === type ? [at] : [])))
      // Where there is none of the type the answer is an empty list, and one of another type stays to be told from it.
      return ({ key }) => key !== undefined && (ofType.size > 0 ? ofType.has(key) : key === 0)
    }
    case 'OR': {
      const needed = new Set(repeatable(param as TaskParams['OR'], sentences))
      return ({ key }) => key !== undefined && needed.has(key)
    }
    default: {
      const { evidence } = param as TaskParams['OQ']
      const isKey = sentences.some(({ text }) => text === evidence) || isKeySentence(evidence, sentences)
      return ({ key, text }) =>
        isKey ? key !== undefined && sentences[key]?.text === evidence : key === undefined && text.includes(evidence)
    }
  }
}

function piecesOfText({ text, sentences }: OneDocContext): Piece[] | undefined {
  const places = sentences.map((sentence) => taggedPlace(text, sentence))
  const keys = places.flatMap((place, key) => (place ? [{ ...place, key }] : [])).sort((one, other) => one.from - other.from)
  if (keys.length < sentences.length) return undefined
  const plain = (from: number, to?: number): Piece[] => splitSentences(text.slice(from, to)).map((sentence) => ({ text: sentence }))
  const pieces: Piece[] = []
  let at = 0
  for (const { from, to, key } of keys) {
    if (from < at) return undefined
    pieces.push(...plain(at, from), { text: text.slice(from, to), key })
    at = to
  }
  return [...pieces, ...plain(at)]
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
