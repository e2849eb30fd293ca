import { DOUBT_CALLS, type DraftRecipe, type DraftRecipeDefinition, draftRecipe, listedSources } from '../../../src/kit.ts'
import { ownPair } from '../openPairs.ts'
import { bundledInstructions } from './bundledInstructions.ts'
import { CAP, doubtfulPair, OUTPUT_CALLS, SOLVER_CALLS, solvePair } from './writePair.ts'

/** What tells one recipe of pairs from another. */
export interface PairRecipeDefinition extends Pick<DraftRecipeDefinition<typeof ownPair>, 'says' | 'pool' | 'write'> {
  /** The subset that the pairs belong to. */
  readonly kind: 'Neighbor' | 'GPTInst'
  /** Calls of the author for one pair. */
  readonly calls: number
}

/** Makes a recipe for pairs of outputs, from an instruction. */
export function pairRecipe({ kind, calls, ...own }: PairRecipeDefinition): DraftRecipe {
  return draftRecipe({
    ...own,
    kind,
    source: 'instruction',
    sources: () => listedSources(bundledInstructions()),
    file: `llmbar/datasets/${kind}.json`,
    layout: 'array',
    item: ownPair,
    calls: { author: { ...OUTPUT_CALLS, calls, cap: CAP }, solver: SOLVER_CALLS, judge: DOUBT_CALLS },
    faultOf: ({ output_1: one, output_2: two }) => (one === two ? 'both outputs are the same' : undefined),
    asks: ({ input, output_1: one, output_2: two }) => JSON.stringify([input, ...[one, two].sort()]),
    solve: solvePair,
    doubtful: doubtfulPair,
  })
}
