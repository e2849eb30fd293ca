import type { random } from '../../src/core/base/random.ts'
import type { judgeSigns } from '../../src/core/stats/controls/judgeSigns.ts'

/** Shares of runs, each of so many items. */
export function signSimulations(tried: { readonly random: typeof random; readonly judgeSigns: typeof judgeSigns }): {
  told(kind: string, runs: number, items?: number): number
  accused(noise: number, runs: number, items?: number, known?: number): number
}

/** Kinds of judges that do not judge. */
export const BAD_JUDGES: readonly string[]
