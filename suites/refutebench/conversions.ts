import { z } from 'zod'
import { type Conversion, parseJsonl, pythonJsonl } from '../../src/kit.ts'

const dialogue = z.object({ queries: z.array(z.string()) })

const BEFORE_SENTENCE = 'Please translate the following sentence from English into Chinese.\n[English]: '
const AFTER_SENTENCE = ' \n[Chinese]: '

/**
 * Takes the English sentences of RefuteBench 1.0's en-zh queries, each once.
 *
 * @param uses what each published file is used for there; a sentence lists the uses of all files that have it.
 */
export function sentencesToTranslate(uses: readonly string[]): Conversion {
  const sentenceOf = (query: string) =>
    query.startsWith(BEFORE_SENTENCE) && query.endsWith(AFTER_SENTENCE) ? [query.slice(BEFORE_SENTENCE.length, -AFTER_SENTENCE.length)] : []
  return {
    says: 'the distinct English sentences of the en-zh queries, in order of appearance',
    convert: (upstream) => {
      const sentences = distinct(upstream, uses, (queries) => queries.flatMap(sentenceOf))
      const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length
      return pythonJsonl(
        sentences.map(({ text: source, number, usedIn }) => ({ id: `mt-enzh-${number}`, source, words: wordsIn(source), usedIn })),
      )
    },
  }
}

const FEEDBACK = '[MAYBE FEEDBACK]'

/**
 * Takes the queries that RefuteBench 1.0 puts between the feedback and the final query, each once.
 *
 * @param uses as of {@link sentencesToTranslate}.
 */
export function irrelevantQueries(uses: readonly string[]): Conversion {
  return {
    says: 'the distinct queries between feedback and final query, in order of appearance',
    convert: (upstream) => {
      const queries = distinct(upstream, uses, (asked) => asked.slice(asked.indexOf(FEEDBACK) + 1, -1))
      return pythonJsonl(queries.map(({ text: query, number, usedIn }) => ({ id: `irr-${number}`, query, usedIn })))
    },
  }
}

/** Each text found in the files, with its number, and the uses of the files that have it, sorted. */
function distinct(upstream: readonly string[], uses: readonly string[], find: (queries: readonly string[]) => readonly string[]) {
  const found = new Map<string, Set<string>>()
  for (const [at, file] of upstream.entries()) {
    for (const { queries } of parseJsonl(file, dialogue, `file ${at + 1} of RefuteBench 1.0`)) {
      for (const text of find(queries)) found.set(text, (found.get(text) ?? new Set()).add(uses[at] ?? ''))
    }
  }
  return [...found].map(([text, usedIn], index) => ({ text, number: String(index).padStart(4, '0'), usedIn: [...usedIn].sort() }))
}
