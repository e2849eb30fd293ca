// The items of a whole LIFBench run on bundled data.

import { bundledSource } from './build/suites/lifbench/bundled/bundledSource.js'
import { buildItems } from './build/suites/lifbench/items.js'
import { lengthOf, OFFICIAL_LENGTHS } from './build/suites/lifbench/lengths.js'
import { TASKS } from './build/suites/lifbench/tasks.js'

/** All 2,802 items. */
export function wholeRun() {
  const lengths = Object.keys(OFFICIAL_LENGTHS).map(lengthOf)
  return buildItems(bundledSource(0, 'o200k_base'), { lengths, tasks: TASKS, seed: 0 })
}
