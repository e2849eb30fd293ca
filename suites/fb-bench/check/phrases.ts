import { remembered } from '../../../src/kit.ts'

/** Most characters that `...` in a phrase may stand for. */
const GAP = 90

/** Not inside a Latin word or a number: Chinese has no spaces between words. */
const START = '(?<![\\p{Script=Latin}\\d])'
const END = '(?![\\p{Script=Latin}\\d])'

/**
 * A phrase as a regular expression on normalised text (normalise.ts). Words stand for themselves; `*` ends a word in any
 * letters; `(a|b)` is a choice, `(a)?` an option; `...` any words of the same sentence; `/…/` is a regular expression.
 *
 * @throws SyntaxError for brackets that do not match.
 */
export const compilePhrase: (source: string) => RegExp = remembered(
  (source) => new RegExp(source.startsWith('/') && source.endsWith('/') ? source.slice(1, -1) : translate(source), 'giu'),
)

function translate(source: string): string {
  const body = source
    .toLowerCase()
    .trim()
    .replace(/\.\.\.|…|[.+^$[\]{}\\]|\*|\s+/g, (part) => {
      if (part === '...' || part === '…') return `[^.!?。!?\\n]{0,${GAP}}?`
      if (part === '*') return '[\\p{Script=Latin}]*'
      // A space is a gap between words, also where a quote or a bracket stands there.
      return /^\s/.test(part) ? '[\\s"\'()]+' : `\\${part}`
    })
  return `${/^[\p{Script=Latin}\d(]/u.test(body) ? START : ''}(?:${body})${/[\p{Script=Latin}\d)*?]$/u.test(body) ? END : ''}`
}

/** Where a phrase stands in a text. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** All places in a normalised text at which one of the phrases stands. */
export function placesOf(phrases: readonly string[], text: string): Place[] {
  return phrases.flatMap((phrase) =>
    [...text.matchAll(compilePhrase(phrase))].flatMap((match) =>
      match[0] === '' ? [] : [{ start: match.index, end: match.index + match[0].length }],
    ),
  )
}
