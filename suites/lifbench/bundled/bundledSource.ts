import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  dataError,
  type Random,
  random,
  readTexts,
  remembered,
  type ShippedText,
  splitSentences,
  sum,
  type TextsName,
  type Tokenizer,
  type TokenizerName,
  tokenizer,
} from '../../../src/kit.ts'
import { BUNDLED_FOLDER, duplicatesWithin, readOfficialTasks } from '../data/official.ts'
import { renderDocument } from '../data/render.ts'
import type { Document, LifbenchSource, ListContext, MultiDocContext, OneDocContext } from '../data/source.ts'
import type { Length } from '../lengths.ts'
import { indexElements, readElements } from '../scoring/elementIndex.ts'
import type { KeySentence } from '../scoring/types.ts'

/** Contexts per scenario and length: with one alone, a score would rest on one lucky or unlucky text. */
const CONTEXTS = 3

/**
 * The bundled generator: contexts of any length from a seed, equal on every machine. A context is made when first asked
 * for and kept by the caller.
 */
export function bundledSource(seed: number, tokenizerName: TokenizerName): LifbenchSource {
  const counter = tokenizer(tokenizerName)
  const sentences = readFileSync(join(BUNDLED_FOLDER, 'list-elements.txt'), 'utf8').split('\n').filter(Boolean)
  const [addresses, chapters] = [loadWorks('state-of-the-union', counter), loadWorks('moby-dick', counter)]
  return {
    name: 'bundled',
    version: 1,
    missing: { onedoc: addresses.missing, multidoc: addresses.missing ?? chapters.missing },
    contextCount: () => CONTEXTS,
    ...readOfficialTasks(BUNDLED_FOLDER),
    context(scenario, length, index) {
      const wanted = { length, index, counter, draw: random('lifbench', seed, scenario, length.name, index) }
      if (scenario === 'list') return bundledList(sentences, wanted)
      if (scenario === 'onedoc') return bundledOneDoc(addresses.works, wanted)
      return bundledMultiDoc([...addresses.works, ...chapters.works], wanted)
    },
  }
}

/** A context to be made, and what it is drawn and counted with. */
interface Wanted {
  readonly length: Length
  readonly index: number
  readonly draw: Random
  readonly counter: Tokenizer
}

/** What a context has whatever its scenario. */
function contextOf({ index, length, counter }: Wanted, text: string, count: number) {
  return { index, length, text, tokens: { tokenizer: counter.name, count } }
}

const budgetOf = ({ length }: Wanted) => length.budget * 1024

/** Pieces of a text up to the budget, with their tokens. */
function fill(pieces: Iterable<string>, wanted: Wanted): { readonly taken: readonly string[]; readonly tokens: number } {
  const taken: string[] = []
  let tokens = 0
  for (const piece of pieces) {
    const size = wanted.counter.count(piece)
    if (tokens + size > budgetOf(wanted)) break
    tokens += size
    taken.push(piece)
  }
  return { taken, tokens }
}

/** A sentence with its tokens when it follows a space, counted when first asked for: a context uses a small part of the corpus. */
interface CountedSentence {
  readonly text: string
  tokens(): number
}

/** A public-domain text. */
interface Work {
  /** For instance `Lincoln 1862`. */
  readonly title: string
  /** Split when first asked for. */
  sentences(): readonly CountedSentence[]
}

/** The State of the Union addresses, 1790 to 2021, or the chapters of Moby-Dick; none, and why, where their file is not there. */
function loadWorks(name: TextsName, counter: Tokenizer): { readonly works: readonly Work[]; readonly missing?: string | undefined } {
  const texts = readTexts(name)
  return 'missing' in texts ? { works: [], ...texts } : { works: texts.map(counted(counter)) }
}

/** What a process has counted of the texts. */
const counted = remembered((counter: Tokenizer) =>
  remembered(({ title, text }: ShippedText): Work => {
    const sentences = once(() => splitSentences(text).map((own) => ({ text: own, tokens: once(() => counter.count(` ${own}`)) })))
    return { title, sentences }
  }),
)

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** One element in three is a sentence, about as in the released lists (90,000 UUIDs to some 45,000 sentences). */
const SENTENCE_EVERY = 3

/**
 * A list of UUIDs and instruction-like sentences that fills the budget. The lines are counted one by one: a token never
 * spans the newline and the next number, so their sum is the count of the whole (checked by a test).
 */
function bundledList(sentences: readonly string[], wanted: Wanted): ListContext {
  const { draw } = wanted
  const tempting = draw.shuffle(sentences)
  const uuid = timeBasedUuids(draw)
  function* lines() {
    for (let number = 1; ; number += 1) {
      const sentence = draw.int(1, SENTENCE_EVERY) === 1 ? tempting.pop() : undefined
      yield `${number}. ${sentence ?? uuid()}\n`
    }
  }
  const { taken, tokens } = fill(lines(), wanted)
  const text = taken.join('')
  return { ...contextOf(wanted, text, tokens), scenario: 'list', elements: indexElements(readElements(text)) }
}

/**
 * UUIDs of version 1 as one machine makes them in one go, without dashes: only the first eight digits differ. The
 * official half credit for a wrong UUID (docs/suites/lifbench.md, Q14) depends on that, so scores compare.
 */
function timeBasedUuids(random: Random): () => string {
  const hex = (digits: number, value: number) => value.toString(16).padStart(digits, '0')
  const node = hex(4, random.int(0, 0xffff)) + hex(8, random.int(0, 0x7fffffff))
  const rest = `${hex(4, random.int(0, 0xffff))}11ef${hex(4, random.int(0x8000, 0xbfff))}${node}`
  let time = random.int(0x10000000, 0x70000000)
  const made: string[] = []
  return () => {
    if (made.length === 0) {
      const batch = Array.from({ length: 512 }, () => {
        time += random.int(20, 400)
        return hex(8, time) + rest
      })
      made.push(...random.shuffle(batch))
    }
    return made.pop() as string
  }
}

const SOURCES = ['archive', 'broadcast', 'newspaper', 'pamphlet'] as const
/** Average tokens of a released document; gives the expected number of documents, and so of duplicates. */
const DOCUMENT_TOKENS = 283
/** Characters of a document's text, about 150 to 240 tokens. */
const LEAST_TEXT = 660
const MOST_TEXT = 1060
/** Share of documents whose text another one has too (paper appendix A.2). */
const DUPLICATE_SHARE = 0.25
/** Slices taken from one work before the next. */
const SLICES_PER_WORK = 5

/**
 * Documents with random fields, a quarter of them duplicates, that fill the budget. A title is missing or a number in
 * 28 % each and a source missing in 12 %, as in the released set.
 */
function bundledMultiDoc(works: readonly Work[], wanted: Wanted): MultiDocContext {
  const { draw } = wanted
  const groups = duplicateGroups(Math.max(4, Math.round(budgetOf(wanted) / DOCUMENT_TOKENS)), draw)
  const firstOf = new Map(groups.flatMap((group) => group.map((member) => [member, group[0] as number])))
  const documents: Document[] = []
  function* rendered() {
    for (const { title, text } of sliceSupply(works, draw)) {
      const at = documents.length
      const original = documents[firstOf.get(at) ?? at]
      const document = fields(title, String(original?.text ?? text), draw)
      documents.push(document)
      yield renderDocument(Object.fromEntries(draw.shuffle(Object.entries(document))), at)
    }
  }
  const { taken, tokens } = fill(rendered(), wanted)
  return {
    ...contextOf(wanted, taken.join(''), tokens),
    scenario: 'multidoc',
    documents: documents.slice(0, taken.length),
    duplicates: duplicatesWithin(groups, taken.length),
  }
}

/** Groups of indices to share a text: about as many groups as the released contexts have at that size. */
function duplicateGroups(count: number, random: Random): number[][] {
  const groupCount = count < 15 ? 1 : count < 30 ? 2 : count < 150 ? 4 : 5
  const members = random.sample(
    Array.from({ length: count }, (_, at) => at),
    Math.max(2 * groupCount, Math.round(count * DUPLICATE_SHARE)),
  )
  const groups: number[][] = Array.from({ length: groupCount }, () => [])
  for (const [at, member] of members.entries()) groups[at % groupCount]?.push(member)
  return groups.map((group) => group.sort((one, other) => one - other))
}

function fields(title: string, text: string, random: Random): Document {
  const kind = random.int(1, 100)
  const titled = kind <= 28 ? {} : { title: kind <= 56 ? random.int(10_000_000, 99_999_999) : title }
  const sourced = random.int(1, 100) <= 12 ? {} : { source: random.pick(SOURCES) }
  const day = new Date(Date.UTC(2000, 0, 1) + random.int(0, 9131) * 86_400_000).toISOString().slice(0, 10)
  return { iD2: uuid4(random), id: shortId(random), text, date: day, ...titled, ...sourced }
}

function uuid4(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function shortId(random: Random): string {
  return Array.from({ length: 22 }, () => ID_CHARACTERS.charAt(random.int(0, ID_CHARACTERS.length - 1))).join('')
}

/** Slices of whole sentences, none overlapping another, from works in random order, a few of each in turn. */
function* sliceSupply(all: readonly Work[], random: Random): Generator<{ title: string; text: string }, undefined> {
  const works = random.shuffle(all)
  const left = new Map<Work, { title: string; text: string }[]>()
  for (let round = 0; round === 0 || left.size > 0; round += 1) {
    for (const work of works) {
      // Splitting a work costs time, so it waits until its turn comes; most contexts end long before the last work.
      const slices = round === 0 ? random.shuffle(slicesOf(work)) : (left.get(work) ?? [])
      yield* slices.splice(0, SLICES_PER_WORK)
      if (slices.length > 0) left.set(work, slices)
      else left.delete(work)
    }
  }
}

function slicesOf(work: Work): { title: string; text: string }[] {
  const slices: { title: string; text: string }[] = []
  let open = ''
  for (const { text } of work.sentences()) {
    open = open.length + text.length > MOST_TEXT ? `${text} ` : `${open}${text} `
    if (open.length < LEAST_TEXT) continue
    slices.push({ title: `${work.title} (${slices.length + 1})`, text: open.slice(0, -1) })
    open = ''
  }
  return slices
}

/** Key sentences by type, in the order they are drawn (docs/suites/lifbench.md, R1); the last of the marked types is fake. */
const KEYS: readonly (readonly [type: string, count: number, fakeTail: string | undefined])[] = [
  ['#Topic#', 4, undefined],
  ['@argument@', 4, '<#Topic#>'],
  ['!Transition!', 6, '<fake_tag>'],
  ['*Evidence*', 4, undefined],
  ['-Concession-', 5, '<>'],
]
const KEY_COUNT = sum(KEYS.map(([, count]) => count))
/** Tags of one sentence take fewer tokens than this. */
const TAG_TOKENS = 20

/**
 * A text of whole State of the Union sentences with 23 tagged key sentences, 3 of them fake, at random places. Unlike the
 * released texts it stays within the budget with its tags, and no key sentence stands in the text twice.
 *
 * @throws HoldfastError for a length too short for 23 key sentences.
 */
function bundledOneDoc(addresses: readonly Work[], wanted: Wanted): OneDocContext {
  const { counter } = wanted
  const budget = budgetOf(wanted)
  const { plain, chosen, supply } = plainText(addresses, budget - KEY_COUNT * TAG_TOKENS, wanted)
  let used = sum(plain.map((sentence) => sentence.tokens()))
  const placed = plain.map(({ text }) => text)
  const sentences: KeySentence[] = []
  for (const [type, count, fakeTail] of KEYS) {
    for (let order = 0; order < count; order += 1) {
      const place = chosen[sentences.length] as number
      const fake = fakeTail !== undefined && order === count - 1
      const { text, tokens } = plain[place] as CountedSentence
      const tagged = `<${type}-${order}>${text}${fake ? fakeTail : `<${type}>`}`
      used += counter.count(` ${tagged}`) - tokens()
      placed[place] = tagged
      sentences.push({ text, type, genuine: !fake })
    }
  }
  for (const next of supply) {
    if (used + next.tokens() > budget) break
    // A sentence that repeats a key sentence would make that one ambiguous.
    if (sentences.some(({ text }) => next.text.includes(text))) continue
    placed.push(next.text)
    used += next.tokens()
  }
  return { ...contextOf(wanted, placed.join(' '), used), scenario: 'onedoc', sentences }
}

/** Orders of addresses that are tried: the beginning of some holds too few sentences fit to be key sentences. */
const TRIES = 50

/** Whole sentences up to the budget, places for the key sentences, and the sentences that follow. */
function plainText(addresses: readonly Work[], budget: number, { length, draw }: Wanted) {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const supply = sentenceSupply(draw.shuffle(addresses))
    const plain: CountedSentence[] = []
    let used = 0
    for (let next = supply.next(); !next.done && used + next.value.tokens() <= budget; next = supply.next()) {
      plain.push(next.value)
      used += next.value.tokens()
    }
    const chosen = draw.sample(eligiblePlaces(plain), KEY_COUNT)
    if (chosen.length === KEY_COUNT) return { plain, chosen, supply }
  }
  throw dataError(`Failed to build a ${length.name} text for lifbench: too short for ${KEY_COUNT} key sentences. Use 4k or more.`)
}

function* sentenceSupply(addresses: readonly Work[]): Generator<CountedSentence, undefined> {
  for (const address of addresses) yield* address.sentences()
}

/** Places of sentences fit to be key sentences: plain, of middling length, and found in the text once. */
function eligiblePlaces(sentences: readonly CountedSentence[]): number[] {
  const whole = sentences.map(({ text }) => text).join('\n')
  return sentences.flatMap(({ text }, place) => (isPlainSentence(text) && whole.indexOf(text) === whole.lastIndexOf(text) ? [place] : []))
}

/** Whether a sentence can be quoted without any doubt where it begins and ends: ASCII words and simple punctuation. */
function isPlainSentence(text: string): boolean {
  const words = text.split(' ').length
  return words >= 8 && words <= 40 && /^[A-Z][A-Za-z0-9 ,;:'().-]*[.?!]$/.test(text) && !/\d\.|\b[A-Z]\./.test(text)
}
