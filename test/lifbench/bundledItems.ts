import { bundledSource } from '../../suites/lifbench/bundled/bundledSource.ts'
import { buildItems, type LifbenchItem } from '../../suites/lifbench/items.ts'
import { lengthOf } from '../../suites/lifbench/lengths.ts'
import { TASKS } from '../../suites/lifbench/tasks.ts'
import { onceEach } from '../outcome.ts'

/** The bundled items of these lengths. */
export const bundledItems: (...lengths: string[]) => readonly LifbenchItem[] = onceEach((...lengths: string[]) =>
  buildItems(bundledSource(0, 'o200k_base'), { lengths: lengths.map(lengthOf), tasks: TASKS, seed: 0 }),
)
