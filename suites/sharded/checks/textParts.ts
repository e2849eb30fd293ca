/** The lines of a text that have anything on them, without the signs of a list. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•–]|\d{1,3}[.)])\s+/, '').trim())
    .filter((line) => line !== '')
}

/** The words of a text: what stands between spaces and has a letter or a digit. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** How often a phrase stands in a text as a whole, in any case. A number is no part of a longer one: 5 is not in 2.5. */
export function occurrences(text: string, phrase: string): number {
  const wanted = loosened(phrase)
  if (!/[\p{L}\p{N}]/u.test(wanted)) return text.split(phrase).length - 1
  const escaped = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const start = /^[\p{L}\p{N}]/u.test(wanted) ? '(?<![\\p{L}\\p{N}]|\\d[.,:])' : ''
  const end = /[\p{L}\p{N}]$/u.test(wanted) ? '(?![\\p{L}\\p{N}]|[.,:]\\d)' : ''
  return loosened(text).match(new RegExp(`${start}${escaped}${end}`, 'gu'))?.length ?? 0
}

/** Whether a phrase, or one of several, stands in a text as a whole. */
export function holdsPhrase(text: string, phrase: string | readonly string[]): boolean {
  return [phrase].flat().some((one) => occurrences(text, one) > 0)
}

function loosened(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ')
}
