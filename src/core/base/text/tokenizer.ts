import { createRequire } from 'node:module'
import type { Tiktoken, TiktokenEncoding } from 'tiktoken'
import { remembered } from '../remembered.ts'

const require = createRequire(import.meta.url)

/** Encodings a model entry may name. */
export const TOKENIZERS = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'] as const satisfies readonly TiktokenEncoding[]

/** Name of a tiktoken encoding. */
export type TokenizerName = (typeof TOKENIZERS)[number]

/** Counts and cuts text in tokens. */
export interface Tokenizer {
  readonly name: TokenizerName
  /** Number of tokens. Long text is counted in pieces cut before a space, which changes the count by under 0.1 %. */
  count(text: string): number
  /** The longest beginning of the text that has at most `tokens` tokens. */
  truncate(text: string, tokens: number): string
}

/** Characters encoded at once: tiktoken is quadratic in unbroken runs (50,000 Chinese characters take 9 s whole). */
const PIECE = 4000

/** The tokenizer of that name; its tables (about 0.2 s to load) are kept for the life of the process. */
export const tokenizer: (name: TokenizerName) => Tokenizer = remembered((name) => {
  let loaded: Tiktoken | undefined
  const encoder = () => {
    // Loaded when first needed: most runs of one's own benchmarks never count a token.
    loaded ??= (require('tiktoken') as typeof import('tiktoken')).get_encoding(name)
    return loaded
  }
  return {
    name,
    count(text) {
      let count = 0
      for (const piece of pieces(text)) count += encoder().encode_ordinary(piece).length
      return count
    },
    truncate(text, tokens) {
      let left = Math.max(0, tokens)
      let end = 0
      for (const piece of pieces(text)) {
        const encoded = encoder().encode_ordinary(piece)
        if (encoded.length > left) {
          const kept = new TextDecoder('utf-8', { ignoreBOM: true }).decode(encoder().decode(encoded.slice(0, left)))
          // A cut inside a character decodes to U+FFFD; that character goes.
          return text.slice(0, end) + (piece.startsWith(kept) ? kept : kept.replace(/\ufffd+$/u, ''))
        }
        left -= encoded.length
        end += piece.length
      }
      return text
    },
  }
})

function* pieces(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PIECE)
    if (to < text.length) {
      // Looked for in the piece alone: a search back from its end would walk over all that comes before it.
      const space = text.slice(from, to + 1).lastIndexOf(' ')
      if (space > 0) to = from + space
      else if (/[\ud800-\udbff]/.test(text.charAt(to - 1))) to += 1
    }
    yield text.slice(from, to)
    from = to
  }
}
