import { countSentences, escaped, numbersIn, splitSentences } from '../../../src/kit.ts'

/** Letters of a temperature, which are no initials. */
const DEGREES = /(?<=°)[CF]/g
/** Pictures, which are no sentences and end none. */
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu

/** A text with the parts that checks look at, each read when it is asked for, the lines once. */
export class TextParts {
  readonly text: string
  #lines: readonly string[] | undefined

  constructor(text: string) {
    this.text = text
  }

  /** The lines that have anything on them, without the signs of a list. */
  get lines(): readonly string[] {
    this.#lines ??= this.text
      .split('\n')
      .map((line) => line.replace(/^\s*(?:[-*•–]|\d{1,3}[.)])\s+/, '').trim())
      .filter((line) => line !== '')
    return this.#lines
  }

  /** How many words it has. */
  get words(): number {
    return wordsOf(this.text).length
  }

  /** How many sentences it has. */
  get sentences(): number {
    return countSentences(this.text.replace(PICTURE, '').replace(DEGREES, ''))
  }

  /** Whether all of its sentences are questions, and there is one. */
  get onlyAsks(): boolean {
    const { lines } = this
    return lines.length > 0 && lines.every((line) => splitSentences(line).every(asks))
  }

  /** Whether its last line ends in a question. */
  get asksLast(): boolean {
    return asks(this.lines.at(-1) ?? '')
  }

  /** Its numbers, in digits or words; those of a place in an order too, as in "the 88th minute". */
  get numbers(): ReadonlySet<number> {
    return new Set(numbersIn(this.text.toLowerCase().replace(/(?<=\d)(?:st|nd|rd|th)(?!\p{L})/gu, '')).flatMap(({ values }) => values))
  }

  /** Its numbers and times in digits, as they are written. */
  get figures(): readonly string[] {
    return this.lines.flatMap((line) => line.match(/\d+(?:[.,:]\d+)*/g) ?? [])
  }

  /** How often a phrase stands in it as a whole, in any case. A number is no part of a longer one: 5 is not in 2.5. */
  occurrences(phrase: string): number {
    return this.#places(phrase).length
  }

  /** Whether a phrase, or one of several, stands in it as a whole. */
  holds(phrase: string | readonly string[]): boolean {
    return [phrase].flat().some((one) => this.occurrences(one) > 0)
  }

  /** Whether phrases stand in it in this order, each by its first place. */
  holdsInOrder(phrases: readonly string[]): boolean {
    const places = phrases.map((one) => this.#places(one)[0] ?? -1)
    return places.every((place, index) => place > (places[index - 1] ?? -1))
  }

  #places(phrase: string): number[] {
    const pattern = escaped(loosened(phrase))
    const start = /^[\p{L}\p{N}]/u.test(phrase) ? '(?<![\\p{L}\\p{N}]|\\d[.,:])' : ''
    const end = /[\p{L}\p{N}]$/u.test(phrase) ? '(?![\\p{L}\\p{N}]|[.,:]\\d)' : ''
    return [...loosened(this.text).matchAll(new RegExp(`${start}${pattern}${end}`, 'gu'))].map(({ index }) => index)
  }
}

/** The words of a text: what stands between spaces and has a letter or a digit. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** A text without pictures, and without full stops, quotation marks and spaces at its end. */
export function withoutEnd(text: string): string {
  const plain = text.replace(PICTURE, '')
  let end = plain.length
  while (end > 0 && /[."'*_\s]/.test(plain[end - 1] as string)) end -= 1
  return plain.slice(0, end)
}

function asks(text: string): boolean {
  return /\?["')*_]*$/.test(text)
}

function loosened(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ')
}
