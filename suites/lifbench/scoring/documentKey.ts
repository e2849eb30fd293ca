import type { FieldValue, FindDuplicatesParam } from './types.ts'

/** Joins the fields of a document; never part of a value. */
const SEPARATOR = '\u0000'

/** A document of MF by the texts of its fields. */
export function documentKey(texts: readonly string[]): string {
  return texts.join(SEPARATOR)
}

/** The fields of a right document as texts, in the order they are asked for; a missing one is `None`. */
export function fieldTexts(
  member: Readonly<Record<string, FieldValue>>,
  { info_keys = Object.keys(member).join(' ') }: FindDuplicatesParam,
): string[] {
  return info_keys.split(' ').map((key) => String(member[key] ?? 'None'))
}
