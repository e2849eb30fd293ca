/**
 * Properties of dialogues: what must hold whatever is said between, in which words, in which order and by whom.
 *
 * @module holdfast/explore
 */
// Declares the matchers on Vitest's `expect`.
import '../../../matchers/index.ts'

export { type DistractorOptions, distractors, ordersOf, type Persona, personas, wordings } from './arbitraries.ts'
export { type Drawn, type ExploredContext, type ExploreOptions, forAllDialogues } from './forAllDialogues.ts'
