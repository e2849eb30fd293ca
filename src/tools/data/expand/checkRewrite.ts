import { fieldsIn, type TemplateOrigin } from '../../../kit.ts'

/** Why a rewrite is refused, with the words that tables say it in. */
export const REFUSALS = {
  placeholders: 'placeholders',
  keeps: 'words lost',
  duplicate: 'duplicate',
  empty: 'empty',
  characters: 'control characters',
  length: 'length',
} as const

/** One of {@link REFUSALS}. */
export type Refusal = keyof typeof REFUSALS

/** Times a rewrite may be as long as its template, and as short; and characters that it may have in any case. */
const LONGER = 4
const SHORTER = 1 / 4
const LEAST_LONGEST = 400

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|\p{Cf}|\p{Cs}|\p{Co}|[\u2028\u2029]/u

/**
 * Why a model's rewrite cannot be used; undefined where nothing speaks against it. What it means is not looked at: a program cannot
 * tell.
 *
 * @param taken texts that there are already, as {@link comparable}.
 */
export function checkRewrite(rewrite: string, { text, keeps }: TemplateOrigin, taken: ReadonlySet<string>): Refusal | undefined {
  if (rewrite.trim() === '') return 'empty'
  if (UNSAFE.test(rewrite)) return 'characters'
  if (rewrite.length > Math.max(LEAST_LONGEST, LONGER * text.length) || rewrite.length < SHORTER * text.length) return 'length'
  if (!sameFields(rewrite, text)) return 'placeholders'
  if (!keeps.every((word) => rewrite.toLowerCase().includes(word.toLowerCase()))) return 'keeps'
  return taken.has(comparable(rewrite)) ? 'duplicate' : undefined
}

/** A text without what does not make it another wording: case, spaces and punctuation. */
export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}{}[\]]+/gu, ' ')
    .trim()
}

/** Whether a rewrite has all placeholders of the template and no other, and doubled brackets where the template has some. */
function sameFields(rewrite: string, text: string): boolean {
  const rest = rewrite.replace(/\{\{|\}\}|\{[A-Za-z_]\w*(?:\[\d+\])?\}/g, '')
  if (/[{}]/.test(rest)) return false
  if (fieldsIn(rewrite).sort().join() !== fieldsIn(text).sort().join()) return false
  return ['{{', '}}'].every((bracket) => text.includes(bracket) === rewrite.includes(bracket))
}
