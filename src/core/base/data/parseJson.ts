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
