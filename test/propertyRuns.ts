import { isLong } from './shared.ts'

/** How often a property is tried: in the short run the same values each time, in the long run more of them and new ones. */
export function propertyRuns(short: number, long: number): { numRuns: number; seed?: number } {
  return isLong ? { numRuns: long } : { numRuns: short, seed: 1 }
}
