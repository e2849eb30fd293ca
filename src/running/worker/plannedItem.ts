import { dataError } from '../../core/base/errors.ts'
import { singleLine } from '../../core/base/text/singleLine.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { SuiteItems, Tags } from './suite.ts'

/** An item with everything that is known of it before it runs. */
export interface PlannedItem<Item> {
  readonly item: Item
  readonly id: string
  readonly task: string
  readonly stratum: string
  readonly prefix: string
  /** Place in the order in which gates that are decided early look at items, and by what it was drawn. */
  readonly drawn?: Pick<ItemRecord, 'unit' | 'size' | 'foretold'> | undefined
}

/** Reads the items of a suite, whatever they come as. */
export async function readItems<Item>(items: SuiteItems<Item>['items']): Promise<Item[]> {
  const source = typeof items === 'function' ? await items() : items
  const read: Item[] = []
  for await (const item of source) read.push(item)
  return read
}

/** Gives each item its id, task, stratum and prefix. @throws HoldfastError for an item without an id and for two items of one id. */
export function planItems<Item>(suite: string, items: readonly Item[], of: SuiteItems<Item>): PlannedItem<Item>[] {
  const seen = new Set<string>()
  return items.map((item, index) => {
    const id = of.id ? of.id(item, index) : (item as { id?: unknown } | null | undefined)?.id
    if (typeof id !== 'string' || id === '') {
      const why = id === undefined || id === null || id === '' ? 'has no id' : `has an id that is no text, ${singleLine(String(id))}`
      throw dataError(
        `Failed to plan ${suite}: item ${index + 1} ${why}. Give items an id that is a text, or the benchmark an id function.`,
      )
    }
    if (seen.has(id)) throw dataError(`Failed to plan ${suite}: two items have the id ${JSON.stringify(id)}. Rename one.`)
    seen.add(id)
    return { item, id, task: of.task?.(item) ?? suite, stratum: of.stratum?.(item) ?? '', prefix: of.prefix?.(item) ?? '' }
  })
}

/** Tags of an item as its record has them. */
export function plainTags(tags: Tags): ItemRecord['tags'] {
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, typeof value === 'object' ? [...value] : String(value)]))
}
