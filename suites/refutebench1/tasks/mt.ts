import { z } from 'zod'
import { formatTemplate } from '../../../src/kit.ts'
import { containsTarget } from '../checks/contained.ts'
import { usesWording } from '../checks/strict.ts'
import type { Refutebench1Options } from '../names.ts'
import type { Draw, Feedback, Script, Step } from '../script.ts'

const text = z.string().min(1)

/** Wordings that a source word can be demanded to be translated as, and one that is no translation of it. */
export const mtWord = z.strictObject({ src: text, translation: z.array(text).nonempty(), random: text })

/** A source word with its wordings. */
type MtWord = Readonly<z.output<typeof mtWord>>

/** A source word and what it is to be translated as. */
export interface Mapping {
  readonly src: string
  readonly target: string
}

/** A dialogue about translations. */
export interface MtRow {
  readonly system: string
  readonly steps: readonly Step[]
  /** Source sentences, by number of the query. */
  readonly sentences: readonly string[]
  readonly words: readonly MtWord[]
  /** What feedback begins with, and each demand with `{src}` and `{tgt}`. */
  readonly prompt: string
  readonly mappingPrompt: string
  /** What simulated models translate a query's sentence to, with some words translated as demanded. */
  translate(query: number, mappings: readonly Mapping[]): string
}

/**
 * Every word of the row that stands in a sentence is demanded once, after the first translation of it: as one of its
 * translations that the answer does not have. An answer that has them all ends the dialogue (a conflict).
 */
export function mtScript(
  { system, steps, sentences, words, prompt, mappingPrompt, translate }: MtRow,
  targets: Refutebench1Options['targets'],
  draw: Draw,
): Script<readonly Mapping[]> {
  const tokens = sentences.map(wordsOf)
  const isIn = (query: number, src: string) => tokens[query]?.has(src) === true
  const said = (mappings: readonly Mapping[]) =>
    prompt + mappings.map(({ src, target }) => formatTemplate(mappingPrompt, { src, tgt: target })).join('')
  const applying = (query: number, mappings: readonly Mapping[]) => mappings.filter(({ src }) => isIn(query, src))
  return {
    system,
    steps,
    feedbacks: slotsWithNewWords(tokens, words, steps),
    object(query, answer, made) {
      const used = new Set(made.flatMap(({ demand }) => demand.map(({ src }) => src)))
      const mappings: Mapping[] = []
      for (const { src, translation, random } of words) {
        if (used.has(src) || !isIn(query, src)) continue
        const left = targets === 'random' ? [random] : translation.filter((target) => !containsTarget(target, answer))
        if (left.length === 0) return 'conflict'
        mappings.push({ src, target: draw.pick(src, left) })
      }
      if (mappings.length === 0) return 'nothing'
      return { query, text: said(mappings), demand: mappings, ...checksOf(mappings) }
    },
    expected: (query, made) =>
      made
        .filter((feedback) => feedback.query < query)
        .map((feedback) => ({ feedback, mappings: applying(query, feedback.demand) }))
        .filter(({ mappings }) => mappings.length > 0)
        .map(({ feedback, mappings }) => ({ feedbacks: [feedback], demanded: said(mappings), ...checksOf(mappings) })),
    reply(query, kept) {
      const mappings = kept.flatMap(({ demand }) => demand)
      return translate(query, applying(query, mappings))
    },
  }
}

/** Number of slots after a sentence with a word that no earlier one has. */
function slotsWithNewWords(tokens: readonly ReadonlySet<string>[], words: readonly MtWord[], steps: readonly Step[]): number {
  const seen = new Set<string>()
  let query = -1
  let count = 0
  for (const { kind } of steps) {
    if (kind === 'query') query += 1
    if (kind !== 'slot') continue
    const found = words.filter(({ src }) => tokens[query]?.has(src) && !seen.has(src))
    for (const { src } of found) seen.add(src)
    if (found.length > 0) count += 1
  }
  return count
}

function checksOf(mappings: readonly Mapping[]): Pick<Feedback, 'check' | 'strict'> {
  return {
    check: (translation) => mappings.every(({ target }) => containsTarget(target, translation)),
    strict: (translation) => mappings.every((mapping) => usesWording(mapping, translation)),
  }
}

/** The words of an English text (the official code uses spaCy's tokens). */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{M}\p{N}_]+/gu))
}
