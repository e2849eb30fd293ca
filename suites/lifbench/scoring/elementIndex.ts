import { codePointLength, groupBy, strip } from '../../../src/kit.ts'

/** Longest key of the lookup; the UUIDs of a list share all but their first eight characters. */
const MAX_KEY = 8

/** The elements of a list, arranged so that finding them in an answer costs the answer's length, not the list's. */
export type ElementIndex = ReturnType<typeof indexElements>

/**
 * The elements as the official scorer reads them back from a prompt (docs/suites/lifbench.md, R8): from `\n{p}. ` to
 * `\n{p+1}. `, less everything up to the first `. `. An element that holds its successor's number is cut there, as officially.
 */
export function readElements(context: string): string[] {
  const begin = 'List to be retrieved:\n'
  const after = context.slice(context.lastIndexOf(begin) === -1 ? 0 : context.lastIndexOf(begin) + begin.length)
  const instruction = after.indexOf('\nInstruction:')
  const text = `\n${strip(instruction === -1 ? after : after.slice(0, instruction))}`
  const elements: string[] = []
  let from = text.indexOf('\n1. ')
  for (let position = 2; from !== -1; position += 1) {
    const next = text.indexOf(`\n${position}. `, from)
    const slice = text.slice(from, next === -1 ? undefined : next)
    elements.push(slice.slice(slice.indexOf('. ') + 2))
    from = next
  }
  return elements
}

/** Builds the index of a list's elements. */
export function indexElements(elements: readonly string[]) {
  const lengths = elements.map(codePointLength)
  // `Math.min(...values)` of a million elements would exhaust the stack.
  const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const keyLength = least([MAX_KEY, ...elements.map(({ length }) => length)])
  const byKey = groupBy(elements.keys(), (index) => (elements[index] as string).slice(0, keyLength))
  const all = new Set(elements)
  return {
    elements,
    /** Shortest and longest element, in code points. */
    minLength: least(lengths),
    maxLength: lengths.reduce((most, length) => Math.max(most, length), 0),
    /** Whether the text equals an element. */
    has: (text: string) => all.has(text),
    /** For each element that occurs in the text: its index and the number of non-overlapping occurrences. */
    occurrences(text: string) {
      const found = new Map<number, number>()
      const ends = new Map<number, number>()
      for (let at = 0; at + keyLength <= text.length; at += 1) {
        for (const index of byKey.get(text.slice(at, at + keyLength)) ?? []) {
          const element = elements[index] as string
          if (at < (ends.get(index) ?? 0) || !text.startsWith(element, at)) continue
          found.set(index, (found.get(index) ?? 0) + 1)
          ends.set(index, at + Math.max(1, element.length))
        }
      }
      return found
    },
  }
}
