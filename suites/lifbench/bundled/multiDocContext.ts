import type { Random, Tokenizer } from '../../../src/kit.ts'
import { duplicatesWithin } from '../data/official.ts'
import { renderDocument } from '../data/render.ts'
import type { Document, MultiDocContext } from '../data/source.ts'
import type { Length } from '../lengths.ts'
import type { Corpus, Work } from './corpus.ts'

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
export function bundledMultiDoc(corpus: Corpus, length: Length, index: number, random: Random, tokenizer: Tokenizer): MultiDocContext {
  const budget = length.budget * 1024
  const expected = Math.max(4, Math.round(budget / DOCUMENT_TOKENS))
  const groups = duplicateGroups(expected, random)
  const firstOf = new Map(groups.flatMap((group) => group.map((member) => [member, group[0] as number])))
  const slices = sliceSupply(corpus, random)
  const documents: Document[] = []
  const rendered: string[] = []
  let tokens = 0
  for (;;) {
    const next = slices.next()
    if (next.done) break
    const { title, text } = next.value
    const at = documents.length
    const original = documents[firstOf.get(at) ?? at]
    const document = fields(title, String(original?.text ?? text), random)
    const piece = renderDocument(shuffledFields(document, random), at)
    const size = tokenizer.count(piece)
    if (tokens + size > budget) break
    tokens += size
    documents.push(document)
    rendered.push(piece)
  }
  return {
    scenario: 'multidoc',
    index,
    length,
    text: rendered.join(''),
    tokens: { tokenizer: tokenizer.name, count: tokens },
    documents,
    duplicates: duplicatesWithin(groups, documents.length),
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

function shuffledFields(document: Document, random: Random): Document {
  return Object.fromEntries(random.shuffle(Object.entries(document)))
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
function* sliceSupply(corpus: Corpus, random: Random): Generator<{ title: string; text: string }, undefined> {
  const works = random.shuffle([...corpus.addresses, ...corpus.chapters])
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
  let open: string[] = []
  let size = 0
  for (const { text } of work.sentences()) {
    if (size + text.length > MOST_TEXT) {
      open = []
      size = 0
    }
    open.push(text)
    size += text.length + 1
    if (size < LEAST_TEXT) continue
    slices.push({ title: `${work.title} (${slices.length + 1})`, text: open.join(' ') })
    open = []
    size = 0
  }
  return slices
}
