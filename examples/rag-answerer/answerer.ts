import { readdirSync, readFileSync } from 'node:fs'
import type { Candidate } from 'holdfast'

interface Passage {
  readonly document: string
  readonly text: string
  readonly words: ReadonlySet<string>
}

const passages = load()

/**
 * A small answerer over five documents: it finds the sentence that shares the rarest words with the question and answers with
 * it and its source. A real one has a model put the sentence into words; this one is a program, so that it runs without a key.
 */
export const ask: Candidate = (messages) => {
  const question = wordsOf(messages.findLast(({ role }) => role === 'user')?.content ?? '')
  const [best] = passages.map((passage) => ({ passage, score: score(question, passage) })).sort((a, b) => b.score - a.score)
  if (best === undefined || best.score < 2) return 'The documents do not say.'
  return `${best.passage.text} [${best.passage.document}]`
}

/** Sentences of all documents. `RAG_FAULT=stale` plants a fault: the index was built before the document on fines was there. */
function load(): Passage[] {
  const folder = new URL('./documents/', import.meta.url)
  return readdirSync(folder)
    .filter((name) => !(process.env.RAG_FAULT === 'stale' && name === 'fines.txt'))
    .flatMap((name) =>
      readFileSync(new URL(name, folder), 'utf8')
        .split('\n')
        .filter((text) => text !== '')
        .map((text) => ({ document: name.replace('.txt', ''), text, words: wordsOf(text) })),
    )
}

/** Words of the question that the passage has, each by how rare it is among all passages. */
function score(question: ReadonlySet<string>, { words }: Passage): number {
  return [...question]
    .filter((word) => words.has(word))
    .reduce((sum, word) => sum + Math.log(passages.length / passages.filter((passage) => passage.words.has(word)).length), 0)
}

/** Words of more than two letters without their ending, so that `loans` finds `loan`. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/[a-z]{3,}|\d+/g) ?? []).map((word) => word.replace(/(?:ings?|ed|e?s)$/, '')))
}
