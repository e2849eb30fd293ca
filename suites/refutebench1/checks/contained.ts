import { nfkc } from '../../../src/kit.ts'

/** Whether a translation has the wording that was demanded, character for character. */
export function containsTarget(target: string, translation: string): boolean {
  return translation.includes(target)
}

/**
 * Whether an answer names the gold answer or an alias of it: whatever the case and the form of characters (NFKC), not
 * within a longer word or number. A full stop at the end of the gold answer does not count.
 */
export function containsAnswer(gold: string | readonly string[], answer: string): boolean {
  const text = fold(answer)
  return [gold].flat().some((alias) => {
    const wanted = fold(withoutStop(alias))
    return wanted !== '' && new RegExp(`(?<![\\p{L}\\p{N}])${escaped(wanted)}(?![\\p{L}\\p{N}])`, 'u').test(text)
  })
}

/** A gold answer without the full stop at its end. */
export function withoutStop(gold: string): string {
  return gold.trim().replace(/\.$/, '')
}

function fold(text: string): string {
  return nfkc(text).toLowerCase()
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
