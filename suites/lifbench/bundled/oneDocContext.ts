import { HoldfastError, type Random, type Tokenizer } from '../../../src/kit.ts'
import { tagSentence } from '../data/render.ts'
import type { OneDocContext } from '../data/source.ts'
import type { Length } from '../lengths.ts'
import type { KeySentence } from '../scoring/types.ts'
import type { CountedSentence, Work } from './corpus.ts'

/** Key sentences by type, in the order they are drawn (docs/suites/lifbench.md, R1); the last of the marked types is fake. */
const KEYS: readonly (readonly [type: string, count: number, fakeTail: string | undefined])[] = [
  ['#Topic#', 4, undefined],
  ['@argument@', 4, '<#Topic#>'],
  ['!Transition!', 6, '<fake_tag>'],
  ['*Evidence*', 4, undefined],
  ['-Concession-', 5, '<>'],
]
const KEY_COUNT = KEYS.reduce((sum, [, count]) => sum + count, 0)
/** Tags of one sentence take fewer tokens than this. */
const TAG_TOKENS = 20

/**
 * A text of whole State of the Union sentences with 23 tagged key sentences, 3 of them fake, at random places. Unlike the
 * released texts it stays within the budget with its tags, and no key sentence stands in the text twice.
 *
 * @throws HoldfastError for a length too short for 23 key sentences.
 */
export function bundledOneDoc(
  addresses: readonly Work[],
  length: Length,
  index: number,
  random: Random,
  tokenizer: Tokenizer,
): OneDocContext {
  const budget = length.budget * 1024
  const { plain, chosen, supply } = plainText(addresses, budget - KEY_COUNT * TAG_TOKENS, length, random)
  let used = plain.reduce((sum, sentence) => sum + sentence.tokens, 0)
  const placed: { text: string }[] = [...plain]
  const sentences: KeySentence[] = []
  for (const [type, count, fakeTail] of KEYS) {
    for (let order = 0; order < count; order += 1) {
      const place = chosen[sentences.length] as number
      const fake = fakeTail !== undefined && order === count - 1
      const { text } = plain[place] as CountedSentence
      const tagged = tagSentence(text, type, order, fake ? fakeTail : `<${type}>`)
      const tokens = tokenizer.count(` ${tagged}`)
      used += tokens - (plain[place] as CountedSentence).tokens
      placed[place] = { text: tagged }
      sentences.push({ text, type, genuine: !fake })
    }
  }
  for (const next of supply) {
    if (used + next.tokens > budget) break
    // A sentence that repeats a key sentence would make that one ambiguous.
    if (sentences.some(({ text }) => next.text.includes(text))) continue
    placed.push(next)
    used += next.tokens
  }
  return {
    scenario: 'onedoc',
    index,
    length,
    text: placed.map(({ text }) => text).join(' '),
    tokens: { tokenizer: tokenizer.name, count: used },
    sentences,
  }
}

/** Orders of addresses that are tried: the beginning of some holds too few sentences fit to be key sentences. */
const TRIES = 50

/** Whole sentences up to the budget, places for the key sentences, and the sentences that follow. */
function plainText(
  addresses: readonly Work[],
  budget: number,
  length: Length,
  random: Random,
): { plain: CountedSentence[]; chosen: number[]; supply: Generator<CountedSentence, undefined> } {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const supply = sentenceSupply(random.shuffle(addresses))
    const plain: CountedSentence[] = []
    let used = 0
    for (let next = supply.next(); !next.done && used + next.value.tokens <= budget; next = supply.next()) {
      plain.push(next.value)
      used += next.value.tokens
    }
    const chosen = random.sample(eligiblePlaces(plain), KEY_COUNT)
    if (chosen.length === KEY_COUNT) return { plain, chosen, supply }
  }
  throw new HoldfastError(
    'DATA',
    `Failed to build a ${length.name} text for lifbench: too short for ${KEY_COUNT} key sentences. Use 4k or more.`,
  )
}

function* sentenceSupply(addresses: readonly Work[]): Generator<CountedSentence, undefined> {
  for (const address of addresses) yield* address.sentences()
}

/** Places of sentences fit to be key sentences: plain, of middling length, and found in the text once. */
function eligiblePlaces(sentences: readonly CountedSentence[]): number[] {
  const text = sentences.map((sentence) => sentence.text).join('\n')
  const places: number[] = []
  for (const [place, sentence] of sentences.entries()) {
    if (isPlainSentence(sentence.text) && text.indexOf(sentence.text) === text.lastIndexOf(sentence.text)) places.push(place)
  }
  return places
}

/** Whether a sentence can be quoted without any doubt where it begins and ends: ASCII words and simple punctuation. */
function isPlainSentence(text: string): boolean {
  const words = text.split(' ').length
  return words >= 8 && words <= 40 && /^[A-Z][A-Za-z0-9 ,;:'().-]*[.?!]$/.test(text) && !/\d\.|\b[A-Z]\./.test(text)
}
