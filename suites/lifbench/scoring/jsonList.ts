import { isList, type ParsedJson, parsePythonJson } from '../../../src/kit.ts'

/** Credit for how well an answer is a JSON array, as LMI and OE give it. */
export interface JsonListCredit {
  /** The whole answer is an array of strings. */
  readonly allStrings: number
  /** It is another array. */
  readonly array: number
  /** It is other JSON. */
  readonly otherJson: number
  /** Part of it, from the first `[` to the last `]`, is an array of strings. */
  readonly slicedStrings: number
  /** That part is another array. */
  readonly slicedArray: number
}

/** The credit earned and the array's length, if an array was found. */
export function gradeJsonList(out: string, credit: JsonListCredit): { credit: number; length: number | undefined } {
  const whole = parsePythonJson(out)
  if (whole) return grade(whole, credit.allStrings, credit.array, credit.otherJson)
  // Python's slice: a missing bracket is at -1, that is, one before the end.
  const first = out.indexOf('[')
  const start = first === -1 ? Math.max(0, out.length - 1) : first
  const sliced = parsePythonJson(out.slice(start, out.lastIndexOf(']') + 1))
  return sliced ? grade(sliced, credit.slicedStrings, credit.slicedArray, 0) : { credit: 0, length: undefined }
}

function grade({ value }: ParsedJson, strings: number, array: number, other: number): { credit: number; length: number | undefined } {
  if (!isList(value)) return { credit: other, length: undefined }
  return { credit: value.items.every((item) => typeof item === 'string') ? strings : array, length: value.items.length }
}
