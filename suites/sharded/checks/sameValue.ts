import { isObject, nfkc } from '../../../src/kit.ts'

/** Amounts that differ by less are one amount: half a cent, with room for rounding. */
const HALF_CENT = 0.005 - 1e-9

/**
 * Whether two names are the same: case does not matter, nor whether words are joined by spaces, dashes or underscores, nor the zero before
 * a time. A dash alone is not the same as nothing.
 */
export function sameName(one: string, other: string): boolean {
  const plain = plainName(one)
  return plain === plainName(other) && (plain !== '' || (one.trim() === '') === (other.trim() === ''))
}

function plainName(text: string): string {
  return nfkc(text)
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[\s_\-–—‑]+/g, ' ')
    .replace(/(?<!\d)0(?=\d:\d\d)/g, '')
    .trim()
}

/** Whether two amounts are the same. */
export function sameAmount(one: number, other: number): boolean {
  return Math.abs(one - other) <= HALF_CENT
}

/**
 * Whether a value of an answer is the wanted one: numbers as amounts, texts as names, arrays in order, objects with the same keys.
 *
 * @param exact texts must be the same letter by letter.
 */
export function sameValue(found: unknown, wanted: unknown, exact = false): boolean {
  if (typeof wanted === 'number') return typeof found === 'number' && sameAmount(found, wanted)
  if (typeof wanted === 'string') return typeof found === 'string' && (exact ? found.trim() === wanted : sameName(found, wanted))
  if (Array.isArray(wanted)) {
    return Array.isArray(found) && found.length === wanted.length && wanted.every((entry, index) => sameValue(found[index], entry, exact))
  }
  if (typeof wanted === 'object' && wanted !== null) {
    return (
      isObject(found) &&
      sameKeys(found, Object.keys(wanted)) &&
      Object.entries(wanted).every(([key, value]) => sameValue(found[key], value, exact))
    )
  }
  return found === wanted
}

/** Whether a value is an object with exactly these keys. */
export function sameKeys(found: unknown, keys: readonly string[]): boolean {
  return isObject(found) && Object.keys(found).length === keys.length && keys.every((key) => Object.hasOwn(found, key))
}
