import { draftRecipe } from '../../../src/datasets/draft/draftRecipe.ts'
import { DOUBT_CALLS } from '../../../src/datasets/draft/findDoubts.ts'
import { listedSources } from '../../../src/datasets/draft/listedSources.ts'
import { ownPair } from '../openPairs.ts'
import { bundledInstructions } from './bundledInstructions.ts'
import { CAP, doubtfulPair, OUTPUT_CALLS, SOLVER_CALLS, solvePair, writePair } from './writePair.ts'

/** Pairs whose worse output answers another instruction of a pool, one that is near to the item's own. */
export const neighborRecipe = draftRecipe({
  kind: 'Neighbor',
  says: 'From an instruction: a plain answer to it, and a fluent one to the nearest other instruction of a pool.',
  source: 'instruction',
  sources: () => listedSources(bundledInstructions()),
  pool: bundledInstructions,
  file: 'llmbar/datasets/Neighbor.json',
  layout: 'array',
  item: ownPair,
  calls: { author: { ...OUTPUT_CALLS, calls: 2, cap: CAP }, solver: SOLVER_CALLS, judge: DOUBT_CALLS },
  async write(desk) {
    const instruction = desk.source.text
    const { text: other } = await desk.nearest(instruction)
    return writePair(desk, { instruction, other, why: 'The other output answers a neighbouring instruction:' })
  },
  faultOf: ({ output_1: one, output_2: two }) => (one === two ? 'both outputs are the same' : undefined),
  asks: ({ input, output_1: one, output_2: two }) => JSON.stringify([input, ...[one, two].sort()]),
  solve: solvePair,
  doubtful: doubtfulPair,
})
