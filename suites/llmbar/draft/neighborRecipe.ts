import { bundledInstructions } from './bundledInstructions.ts'
import { pairRecipe } from './pairRecipe.ts'
import { writePair } from './writePair.ts'

/** Pairs whose worse output answers another instruction of a pool, one that is near to the item's own. */
export const neighborRecipe = pairRecipe({
  kind: 'Neighbor',
  says: 'From an instruction: a plain answer to it, and a fluent one to the nearest other instruction of a pool.',
  pool: bundledInstructions,
  calls: 2,
  async write(desk) {
    const instruction = desk.source.text
    const { text: other } = await desk.nearest(instruction)
    return writePair(desk, { instruction, other, why: 'The other output answers a neighbouring instruction:' })
  },
})
