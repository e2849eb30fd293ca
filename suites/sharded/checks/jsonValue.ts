import { closingBracket, fencedBlocks, orUndefined, parseJson, withoutPrograms } from '../../../src/kit.ts'

/** Places in an answer at which JSON is looked for, beside its fenced blocks. */
const MOST_STARTS = 50

/** A value as it stands in an answer. */
interface Found {
  readonly value: unknown
  /** Characters that it takes. */
  readonly length: number
  /** Nothing else stands on its lines. */
  readonly alone: boolean
}

/**
 * The JSON object or array that an answer gives: all of it, else of its fenced blocks, else of what stands in the text and in no
 * program. Of several those count that are at least half as long as the longest: a later version of the answer is, and a footnote, a key
 * that is spoken of or an entry that was left out is not. Of these it is the last that stands on lines of its own, else the last.
 * Undefined where there is none. Takes time that grows with the text's length.
 */
export function jsonValue(answer: string): unknown {
  const whole = parsed(answer)
  if (whole !== undefined) return whole
  const found = valuesIn(answer)
  const longest = found.reduce((most, { length }) => Math.max(most, length), 0)
  const long = found.filter(({ length }) => 2 * length >= longest)
  return (long.findLast(({ alone }) => alone) ?? long.at(-1))?.value
}

/** The objects of an answer that stand one below another, each on lines of its own, and no array beside them. Undefined for fewer than two. */
export function jsonEntries(answer: string): unknown[] | undefined {
  if (parsed(answer) !== undefined) return undefined
  const [inside, ...others] = fencedBlocks(answer)
  const found = inside !== undefined && others.length === 0 ? inText(inside) : valuesIn(answer)
  return found.length > 1 && found.every(({ value, alone }) => alone && !Array.isArray(value)) ? found.map(({ value }) => value) : undefined
}

/** What is found in the fenced blocks of an answer, else in its text without programs. */
function valuesIn(answer: string): Found[] {
  const fenced = fencedBlocks(answer).flatMap((inside): Found[] => {
    const value = parsed(inside)
    return value === undefined ? [] : [{ value, length: inside.trim().length, alone: true }]
  })
  return fenced.length > 0 ? fenced : inText(withoutPrograms(answer))
}

function parsed(text: string): unknown {
  const value: unknown = orUndefined(() => parseJson(text))
  return typeof value === 'object' && value !== null ? value : undefined
}

/** The objects and arrays in a text whose brackets close, in their order. */
function inText(text: string): Found[] {
  const found: Found[] = []
  let at = 0
  for (let starts = 0; starts < MOST_STARTS; starts += 1) {
    const rest = text.slice(at).search(/[[{]/)
    if (rest === -1) return found
    const start = at + rest
    const end = closingBracket(text, start)
    const value = end === -1 ? undefined : parsed(text.slice(start, end + 1))
    if (value !== undefined) found.push({ value, length: end + 1 - start, alone: isAlone(text, start, end) })
    at = value === undefined ? start + 1 : end + 1
  }
  return found
}

function isAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', start) + 1, start)
  const [after = ''] = text.slice(end + 1).split('\n', 1)
  return !/[^\s>*_`-]/.test(before) && !/[^\s*_`.,;]/.test(after)
}
