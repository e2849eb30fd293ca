import { openPairs } from '../openPairs.ts'

/** Different instructions of the bundled pairs. */
export function bundledInstructions(): string[] {
  return [...new Set(openPairs('bundled', ['Natural', 'Neighbor', 'GPTInst']).items.map(({ instruction }) => instruction))]
}
