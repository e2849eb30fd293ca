import type { CaseSizes } from './casePart.ts'

/** How much of a part a case keeps: a whole number from 0 to `whole`, all of it where the sizes do not name the part. */
export function sizeIn(sizes: CaseSizes, name: string, whole: number): number {
  const size = Object.hasOwn(sizes, name) ? (sizes[name] ?? whole) : whole
  return Math.max(0, Math.min(whole, Math.floor(size)))
}

/** Whether a case keeps a part that is only kept or left out. */
export function isKept(sizes: CaseSizes, name: string): boolean {
  return sizeIn(sizes, name, 1) === 1
}
