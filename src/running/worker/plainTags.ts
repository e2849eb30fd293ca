import type { ItemRecord } from '../../core/format/records.ts'
import type { Tags } from './suite.ts'

/** Tags of an item as its record has them. */
export function plainTags(tags: Tags): ItemRecord['tags'] {
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, typeof value === 'object' ? [...value] : String(value)]))
}
