import { type CasePart, type CaseSizes, sizeIn, splitSentences } from '../../../src/kit.ts'
import type { OneDocContext } from '../data/source.ts'
import type { LifbenchItem } from '../items.ts'
import { askedType } from '../scoring/extract.ts'
import { isKeySentence } from '../scoring/qa.ts'
import type { ExtractParam, KeySentence, QaParam, RepeatParam } from '../scoring/types.ts'
import { blockParts, keptPlaces } from './blocks.ts'
import { rebuilt } from './rebuilt.ts'

/** A piece of the text: a key sentence with its tags, or a sentence of the text around them. */
interface Piece {
  readonly text: string
  /** Which of the key sentences it is. */
  readonly key?: number
}

/** Plain sentences in blocks, key sentences that the instruction is not about in blocks, and how many are to be repeated. */
export function oneDocParts(item: LifbenchItem): CasePart[] {
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
export function cutOneDoc(item: LifbenchItem, sizes: CaseSizes): LifbenchItem {
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
  const pieces = piecesOf(context)
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
      const isKey = sentences.some(({ text }) => text === evidence) || isKeySentence(evidence, { scenario: 'onedoc', sentences })
      return ({ key, text }) =>
        isKey ? key !== undefined && sentences[key]?.text === evidence : key === undefined && text.includes(evidence)
    }
  }
}

/** As many genuine key sentences as are to be repeated, none of which is part of another one or has the separator in it. */
function repeatable({ num, sep }: RepeatParam, sentences: readonly KeySentence[]): number[] {
  return sentences
    .flatMap((sentence, at) => {
      const isPart = sentences.some(({ text }) => text !== sentence.text && (text.includes(sentence.text) || sentence.text.includes(text)))
      return sentence.genuine && !isPart && !sentence.text.includes(sep) && !sentence.text.includes('\n') ? [at] : []
    })
    .slice(0, num)
}

const split = new WeakMap<OneDocContext, Piece[] | null>()

function piecesOf(context: OneDocContext): Piece[] | undefined {
  const known = split.get(context)
  if (known !== undefined) return known ?? undefined
  const found = findPieces(context)
  split.set(context, found ?? null)
  return found
}

function findPieces({ text, sentences }: OneDocContext): Piece[] | undefined {
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
