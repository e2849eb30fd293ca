import { groupBy } from '../../core/base/collections.ts'
import { configError, dataError } from '../../core/base/errors.ts'
import { hashFraction } from '../../core/base/random.ts'
import { counted } from '../../core/base/text/counted.ts'
import { singleLine } from '../../core/base/text/singleLine.ts'
import type { ConfiguredItems } from '../../core/config/configuredItems.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { Limiter } from '../../models/limiter.ts'
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

/** What selection needs to know of an item. Items of one stratum are alike; a sample takes from all strata in turn. */
export type Selectable = Pick<PlannedItem<unknown>, 'id' | 'task' | 'stratum'>

/** At most `limit` items a task, in their old order: seeded, going round the strata, and nested, so that 100 is a subset of 200. */
export function selectItems<T extends Selectable>(items: readonly T[], limit: number | undefined, seed: number): readonly T[] {
  if (limit === undefined) return items
  const tasks = [...groupBy(items, ({ task }) => task).values()]
  const chosen = new Set(tasks.flatMap((task) => roundRobin(task, seed).slice(0, limit)))
  return items.filter((item) => chosen.has(item))
}

function roundRobin<T extends Selectable>(items: readonly T[], seed: number): T[] {
  const order = (key: string) => hashFraction('limit', seed, key)
  const strata = sortBy([...groupBy(items, ({ stratum }) => stratum)], ([name]) => order(name)).map(([, own]) =>
    sortBy(own, ({ id }) => order(id)),
  )
  const longest = Math.max(...strata.map(({ length }) => length))
  return Array.from({ length: longest }, (_, round) => strata.flatMap((stratum) => stratum.slice(round, round + 1))).flat()
}

/** In ascending order of ranks, each of which is computed once. */
function sortBy<T>(items: readonly T[], rankOf: (item: T) => number): T[] {
  const ranks = new Map(items.map((item) => [item, rankOf(item)]))
  return items.toSorted((one, other) => (ranks.get(one) as number) - (ranks.get(other) as number))
}

/** The items that HOLDFAST_ITEMS names, if it is of this suite, in their old order. @throws HoldfastError for other data, or an unknown item. */
export function takeChosen<Entry extends { readonly id: string }>(
  suite: string,
  items: readonly Entry[],
  sha256: string,
  chosen: ConfiguredItems | undefined,
): readonly Entry[] {
  if (chosen?.suite !== suite) return items
  const fail = (what: string) => configError(`Failed to take the items of ${chosen.path}: ${what}`)
  if (chosen.sha256 !== undefined && chosen.sha256 !== sha256)
    throw fail(
      `they are of other data of ${suite} (sha256 ${chosen.sha256.slice(0, 12)}, now ${sha256.slice(0, 12)}). Run with the data the file was made from, or make it again.`,
    )
  const wanted = new Set(chosen.items)
  const known = new Set(items.map(({ id }) => id))
  const [unknown, ...others] = [...wanted].filter((id) => !known.has(id))
  if (unknown !== undefined)
    throw fail(
      `${suite} has no item ${JSON.stringify(unknown)}${others.length > 0 ? `, nor ${counted(others.length, 'other')} of them` : ''}. Mend the ids, or run with the data and options they are from.`,
    )
  return items.filter(({ id }) => wanted.has(id))
}

/** The items that a shipped recording answers, in their old order; all where the candidate is none. @throws HoldfastError where it answers none. */
export function takeRecorded<Entry extends { readonly id: string }>(
  suite: string,
  items: readonly Entry[],
  recording: ResolvedConfig['recording'],
): readonly Entry[] {
  if (!recording) return items
  const recorded = new Set(recording.suites[suite]?.items)
  const known = items.filter(({ id }) => recorded.has(id))
  if (known.length > 0) return known
  throw configError(
    `Failed to run ${suite}: the recording of ${recording.name} answers none of its items. It answers items of ${Object.keys(recording.suites).join(', ')}. Run one of these suites, or name another model.`,
  )
}

/**
 * The items of a shard, in their old order; those of one prefix stay together as far as shards are about equal then. @param tokens of an
 * item, which shards share out; else items are. @throws HoldfastError for an empty shard.
 */
export function ofShard<Item, Entry extends { readonly item: Item; readonly id: string; readonly prefix: string }>(
  name: string,
  items: readonly Entry[],
  shard: ResolvedConfig['shard'],
  tokens: ((item: Item) => { readonly total: number }) | undefined,
): readonly Entry[] {
  if (!shard) return items
  const dealt = items.map(({ id, prefix, item }) => ({ id, group: prefix || id, weight: tokens?.(item).total ?? 1 }))
  const parts = dealOut(dealt, shard.count)
  const own = items.filter(({ id }) => parts.get(id) === shard.index - 1)
  if (own.length > 0) return own
  throw configError(
    `Failed to run shard ${shard.index}/${shard.count} of ${name}: it has ${counted(items.length, 'item')}. Use at most ${counted(items.length, 'shard')}.`,
  )
}

/** An item to deal out; those of one group share the beginning of their prompts. Weights are tokens, or 1. */
type DealtItem = { readonly id: string; readonly group: string; readonly weight: number }

/** How much heavier than the mean a part may be, so that groups stay whole. */
const UNEQUAL = 1.05

/**
 * Deals items out to parts of about equal weight, by the items and the number of parts alone. Groups stay whole unless cutting them makes
 * parts end sooner: each part of one sends its beginning again. @returns the part of each item, from 0, by its id.
 */
function dealOut(items: readonly DealtItem[], count: number): ReadonlyMap<string, number> {
  const weightOf = (own: readonly DealtItem[]) => own.reduce((sum, { weight }) => sum + weight, 0)
  const named = sortBy([...groupBy(items, ({ group }) => group)], ([name]) => hashFraction('shard', name)).map(([, own]) => own)
  // The heaviest group first; of equal ones the order is drawn by hash.
  const groups = sortBy(named, (group) => -weightOf(group))
  const mean = weightOf(items) / count
  const whole = new Parts(count)
  for (const group of groups) {
    const part = whole.lightest
    for (const item of group) whole.add(item, part)
  }
  if (whole.heaviest <= UNEQUAL * mean) return whole.parts
  // The groups of the heaviest items first. Of a group a part takes what there is room for under the mean, then the part with most
  // room goes on: so what is left of each part is filled with smaller items.
  const cut = new Parts(count)
  for (const group of sortBy(groups, (own) => -Math.max(...own.map(({ weight }) => weight)))) {
    let part: number | undefined
    for (const item of group) {
      // What a part began is gone on with while there is room: it has sent the beginning.
      if (part === undefined || cut.loadOf(part) + item.weight > mean) part = cut.lightest
      cut.add(item, part)
    }
  }
  return cut.heaviest < whole.heaviest ? cut.parts : whole.parts
}

/** Parts with what was dealt to them. */
class Parts {
  readonly #loads: number[]
  /** The part of each item, by its id. */
  readonly parts = new Map<string, number>()

  constructor(count: number) {
    this.#loads = new Array<number>(count).fill(0)
  }

  get heaviest(): number {
    return Math.max(...this.#loads)
  }

  get lightest(): number {
    return this.#loads.indexOf(Math.min(...this.#loads))
  }

  loadOf(part: number): number {
    return this.#loads[part] as number
  }

  add({ id, weight }: DealtItem, part: number): void {
    this.#loads[part] = this.loadOf(part) + weight
    this.parts.set(id, part)
  }
}

/** Items of one prefix together, in the order prefixes first come. */
export function groupByPrefix<Entry extends { readonly prefix: string }>(items: readonly Entry[]): Entry[][] {
  return [...groupBy(items, ({ prefix }) => prefix).values()]
}

/**
 * Runs the first item of each prefix alone, so that the server has read what the others share, and as few of them at once as keep the run's
 * places filled, so that prefixes do not drive each other out of its cache.
 */
export function prefixWarmUp({ roles, concurrency }: ResolvedConfig, groups: readonly (readonly unknown[])[]): WarmUp {
  const items = groups.reduce((sum, group) => sum + group.length, 0)
  const leaders = new Limiter(Math.max(1, Math.floor((concurrency * groups.length) / Math.max(1, items))))
  const first = new Map<string, Promise<void>>()
  // A batch is read by many machines, and a wave is sent when every item waits.
  const worthIt = (roles.candidate?.uri.startsWith('openai:') ?? false) && !roles.candidate?.batch
  return async (prefix, run) => {
    if (!worthIt || prefix === '') return run()
    const leader = first.get(prefix)
    // Whether the first one fails is its own affair.
    if (leader) return leader.catch(() => undefined).then(run)
    const running = leaders.run(run)
    first.set(prefix, running)
    return running
  }
}

type WarmUp = (prefix: string, run: () => Promise<void>) => Promise<void>

/** All trials of a group before the next one. */
export function* inTrials<Entry>(groups: readonly (readonly Entry[])[], trials: number): Iterable<{ entry: Entry; trial: number }> {
  for (const group of groups) for (let trial = 0; trial < trials; trial += 1) for (const entry of group) yield { entry, trial }
}
