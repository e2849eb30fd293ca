import { MAIN_SUBSETS } from '../../suites/llmbar/names.ts'
import { openPairs } from '../../suites/llmbar/openPairs.ts'

/** How many pairs are bundled. */
export const PAIRS = openPairs('bundled', MAIN_SUBSETS).items.length
