/** Places in an answer at which JSON is looked for, beside its fenced blocks. */
const MOST_STARTS = 50

/**
 * The JSON object or array that an answer gives: all of it, else the last fenced block that is one, else the last that stands in
 * the text. Undefined where there is none. Takes time that grows with the text's length.
 */
export function jsonValue(answer: string): unknown {
  const whole = parsed(answer)
  if (whole !== undefined) return whole
  const fenced = [...answer.matchAll(/```[^\n`]*\n([^`]*)```/g)]
    .map(([, inside = '']) => parsed(inside))
    .filter((value) => value !== undefined)
  if (fenced.length > 0) return fenced.at(-1)
  return inText(answer)
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** The last object or array in a text whose brackets close. */
function inText(text: string): unknown {
  let found: unknown
  let at = 0
  for (let starts = 0; starts < MOST_STARTS; starts += 1) {
    const start = nextOpen(text, at)
    if (start === -1) return found
    const end = closing(text, start)
    const value = end === -1 ? undefined : parsed(text.slice(start, end + 1))
    if (value !== undefined) found = value
    at = value === undefined ? start + 1 : end + 1
  }
  return found
}

function nextOpen(text: string, from: number): number {
  const rest = text.slice(from).search(/[[{]/)
  return rest === -1 ? -1 : from + rest
}

/** Where the bracket that opens at `start` closes; -1 where it does not. */
function closing(text: string, start: number): number {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}
