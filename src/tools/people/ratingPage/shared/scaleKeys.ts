import type { DataPoint } from './sheetData.ts'

/** Keys that answer with a point: its value where that is one digit, and `y` or `n` on a scale of yes and no. */
export function keysOf(point: DataPoint, scale: readonly DataPoint[]): readonly string[] {
  const word = isYesNo(scale) ? [point.text.trim().charAt(0).toLowerCase()] : []
  return [...(/^\d$/.test(String(point.value)) ? [String(point.value)] : []), ...word]
}

/** The point that a key answers with. */
export function pointOfKey(key: string, scale: readonly DataPoint[]): DataPoint | undefined {
  return scale.find((point) => keysOf(point, scale).includes(key.toLowerCase()))
}

function isYesNo(scale: readonly DataPoint[]): boolean {
  const words = scale.map(({ value, text }) => `${value} ${text.trim().toLowerCase()}`).sort()
  return words.join() === '0 no,1 yes'
}

/** A point's words without its value, which stands before them; empty where it has no others. */
export function pointWords({ value, text }: DataPoint): string {
  const words = text.trim()
  if (words === String(value)) return ''
  return words.startsWith(`${value}:`) ? words.slice(`${value}:`.length).trim() : words
}
