/** Most lists and objects of JSON that lie in one another. What walks a value ten times as deep runs out of stack. */
const DEEPEST = 200

/** JSON that others wrote, as a value. Throws SyntaxError for what is no JSON, or is nested over 200 deep. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (isDeeper(value, DEEPEST)) throw new SyntaxError(`it is nested over ${DEEPEST} deep`)
  return value
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** Whether a value is an object, and no array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Where the bracket closes that opens at a place, with texts in quotation marks left out; -1 where it does not. One pass. */
export function closingBracket(text: string, start: number, [open, close]: readonly [open: string, close: string] = ['{[', '}]']): number {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at] as string
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (open.includes(sign)) depth += 1
    else if (close.includes(sign)) {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}
