// The items of a whole LIFBench run on bundled data.
import { bundledSource } from '../dist/suites/lifbench/bundled/source.js'
import { buildItems } from '../dist/suites/lifbench/items.js'
import { lengthOf, OFFICIAL_LENGTHS } from '../dist/suites/lifbench/lengths.js'
import { TASKS } from '../dist/suites/lifbench/tasks.js'

/** All 2,802 items. */
export function wholeRun() {
  const lengths = Object.keys(OFFICIAL_LENGTHS).map(lengthOf)
  return buildItems(bundledSource(0, 'o200k_base'), { lengths, tasks: TASKS, seed: 0 })
}
