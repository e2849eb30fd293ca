import { escaped, nfkc } from '../../../src/kit.ts'

/** Whether a translation has the wording that was demanded, character for character. */
export function containsTarget(target: string, translation: string): boolean {
  return translation.includes(target)
}

/**
 * Whether an answer names the gold answer or an alias of it: whatever the case and the form of characters (NFKC), not
 * within a longer word or number. A full stop at the end of the gold answer does not count.
 */
export function containsAnswer(gold: string | readonly string[], answer: string): boolean {
  return placesOfAnswer(gold, answer).length > 0
}

/** Where an answer names it: the answer as it is compared, and the places in it. */
export function placesOfAnswer(
  gold: string | readonly string[],
  answer: string,
): { readonly text: string; readonly at: number; readonly end: number }[] {
  const text = fold(answer)
  return [gold].flat().flatMap((alias) => {
    const wanted = fold(withoutStop(alias))
    if (wanted === '') return []
    const found = text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(wanted)}(?![\\p{L}\\p{N}])`, 'gu'))
    return [...found].map(({ index }) => ({ text, at: index, end: index + wanted.length }))
  })
}

/** A gold answer without the full stop at its end. */
export function withoutStop(gold: string): string {
  return gold.trim().replace(/\.$/, '')
}

function fold(text: string): string {
  return nfkc(text).toLowerCase()
}
