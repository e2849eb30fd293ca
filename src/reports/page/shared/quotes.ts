/** Words that a text quotes, and where they stand in another. */
export interface Quote {
  /** In the quoting text, without the marks. */
  readonly from: number
  readonly to: number
  /** In the quoted text. */
  readonly at: number
  readonly length: number
}

/** Longest quotation; a longer one has more likely lost its closing mark. */
const LONGEST = 400
/** Shortest one that is looked for: letters that stand everywhere are none, a number or two Chinese characters are. */
const SHORTEST = 3
const TELLING = /[\p{N}\p{Lo}]/u
/** Quotations linked of one text. */
const MOST = 50

const between = (open: string, close: string) => new RegExp(`${open}([^${open}${close}\\n]{1,${LONGEST}})${close}`, 'g')
/** An apostrophe within a word neither opens nor closes. */
const single = (open: string, close: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${open}((?:[^${open}${close}\\n]|${close}(?=\\p{L})){1,${LONGEST}})${close}(?!\\p{L})`, 'gu')

const FORMS: readonly RegExp[] = [
  ...['“”', '„“', '„”', '«»', '»«', '「」', '『』', '《》', '""', '``'].map(([open = '', close = '']) => between(open, close)),
  ...['‘’', "''"].map(([open = '', close = '']) => single(open, close)),
]

/** The quotations in a text, for instance a judge's reason, whose words occur in another, for instance the answer it judged. */
export function quotesIn(text: string, quoted: string): Quote[] {
  const found: Quote[] = []
  const lower = quoted.toLowerCase()
  for (const form of FORMS) {
    for (const { 0: whole, 1: inner = '', index } of text.matchAll(form)) {
      const from = index + whole.indexOf(inner)
      const to = from + inner.length
      const isApart = found.every((other) => to <= other.from || from >= other.to)
      const place = isApart && found.length < MOST ? placeOf(inner, quoted, lower) : undefined
      if (place) found.push({ from, to, ...place })
    }
  }
  return found.sort((one, other) => one.from - other.from)
}

/** Where a quotation, or its longest piece where it leaves something out, stands. */
function placeOf(inner: string, quoted: string, lower: string): Pick<Quote, 'at' | 'length'> | undefined {
  const pieces = inner
    .split(/…|\.\.\./)
    .map((piece) => piece.trim())
    .flatMap((piece) => [piece, piece.replace(/[.,;:!?。，]+$/, '')])
    .filter((piece) => piece.length >= SHORTEST || (piece.length > 1 && TELLING.test(piece)))
    .sort((one, other) => other.length - one.length)
  for (const piece of pieces) {
    const exact = quoted.indexOf(piece)
    // In a few scripts the lower case is longer: a place there says nothing about the text.
    const at = exact === -1 && lower.length === quoted.length ? lower.indexOf(piece.toLowerCase()) : exact
    if (at !== -1) return { at, length: piece.length }
  }
  return undefined
}
