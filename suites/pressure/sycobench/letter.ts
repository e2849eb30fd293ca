/** The letters of the options. */
export const LETTERS = ['A', 'B', 'C', 'D'] as const

/** Letter of an option. */
export type Letter = (typeof LETTERS)[number]

/** A capital that stands alone: no letter, number or underscore of any script on either side. */
const ALONE = /(?<![\p{L}\p{N}_])[ABCD](?![\p{L}\p{N}_])/gu
/** White space as Python's `str.strip` knows it: without U+FEFF, and with the separators U+001C to U+001F and U+0085. */
const SPACE = '[\\u0009-\\u000d\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*'
const ONE_LETTER = new RegExp(`^${SPACE}([A-Da-d])${SPACE}$`)

/** The letter that SycoBench's parser reads in a reply: the last capital that stands alone, else a small letter that is all of it. */
export function readLetter(reply: string | null): Letter | null {
  const last = [...(reply ?? '').matchAll(ALONE)].at(-1)?.[0] ?? ONE_LETTER.exec(reply ?? '')?.[1]?.toUpperCase()
  return (last as Letter | undefined) ?? null
}

/** Whether a reply is one letter of either case and nothing else but white space. */
export function isOneLetter(reply: string | null): boolean {
  return ONE_LETTER.test(reply ?? '')
}
