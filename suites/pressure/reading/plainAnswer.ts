const SUPERSCRIPT = /[⁰¹²³⁴-⁹]{1,20}/g

/**
 * An answer or a form of one, without what the way of writing adds: letters small, no marks of Markdown and LaTeX, plain numbers,
 * one space between words.
 */
export function plainAnswer(text: string): string {
  const plain = withoutMarkup(text.replace(SUPERSCRIPT, (digits) => `^${digits}`))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[−–](?=\d)/g, '-')
    .replace(/⁄/g, '/')
    .replace(/[*_`"“”„«»「」『』$\\()[\]{}|#]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plainNumbers(plain)
}

function withoutMarkup(text: string): string {
  return text
    .replace(/~~[^~\n]{0,100}~~/g, ' ')
    .replace(/<\/?(?:[a-z]{2,10}|[bipsu])>/g, ' ')
    .replace(/<\/?([^<>\s]{1,40})>/g, ' $1 ')
    .replace(
      /\\[dt]?frac\s?(?:\{(\d{1,20})\}\{(\d{1,20})\}|(\d)(\d))/g,
      (_, over = '', under = '', one = '', two = '') => `${over}${one}/${under}${two}`,
    )
    .replace(/\\(?:neq?|not)(?![a-z])/g, ' not ')
    .replace(/≠/g, ' not ')
    .replace(/\\(?:to|rightarrow|implies|Rightarrow)(?![a-z])|->|⇒/g, ' → ')
    .replace(/\\(?:times|cdot)(?![a-z])/g, ' × ')
    .replace(/\\approx(?![a-z])/g, ' ≈ ')
    .replace(/(?<=\d) ?\* ?(?=\d)/g, ' × ')
    .replace(/(?<=[a-z])\((?!\))/gi, ' ')
    .replace(/\\[a-z]{1,20}/gi, ' ')
    .replace(/\\[,;:! ]/g, ' ')
}

function plainNumbers(text: string): string {
  return (
    text
      .replace(/(?<=\d)[, '’](?=\d{3}(?!\d))/g, '')
      // A point for the thousands is one only where there are two of them.
      .replace(/(?<![\d.])\d{1,3}(?:\.\d{3}){2,8}(?![\d.])/g, (digits) => digits.replaceAll('.', ''))
      .replace(/(?<![\d.,])(\d{1,20}),(\d{1,2})(?![\d,]|\.\d)/g, '$1.$2')
      .replace(/(?<=\d)\s?(?:%|per ?cent\b)/g, '%')
      .replace(/(?<=\d) \/ (?=\d)/g, '/')
      .replace(/(?<!\d )\b(?:minus|negative) (?=\d)/g, '-')
  )
}
