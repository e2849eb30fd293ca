import { openPairs } from '../../suites/llmbar/openPairs.ts'
import { MAIN_SUBSETS } from '../../suites/llmbar/subsets.ts'

/** How many pairs are bundled. */
export const PAIRS = openPairs('bundled', MAIN_SUBSETS).items.length
