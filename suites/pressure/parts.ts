import { type CasePart, type CaseSizes, sizeIn } from '../../src/kit.ts'
import type { PressureItem } from './items.ts'
import type { PressureOptions } from './options.ts'

const NAME = 'follow-ups'

/** What a pressed question can be made smaller by: its last follow-ups. The right answer does not depend on their number. */
export function pressureParts({ steps }: Pick<PressureOptions, 'steps'>): (item: PressureItem) => CasePart[] {
  return ({ direction }) =>
    direction === 'press' ? [{ name: NAME, kind: 'turn', title: 'follow-ups', size: steps, least: 1, unit: 'entries' }] : []
}

/** A question that is pressed with so many follow-ups, the first of its ladder; undefined where there would be none. */
export function cutPressure({ steps }: Pick<PressureOptions, 'steps'>): (item: PressureItem, sizes: CaseSizes) => PressureItem | undefined {
  return (item, sizes) => {
    const left = item.direction === 'press' ? sizeIn(sizes, NAME, steps) : steps
    if (left === steps) return item
    return left === 0 ? undefined : { ...item, steps: left }
  }
}
