/** The words of a text in small letters, without the signs between them; each Han character is one. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []
}

/** All runs of so many words in a row. */
export function wordRuns(words: readonly string[], length: number): string[] {
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '))
}
