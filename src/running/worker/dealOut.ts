import { hashFraction } from '../../core/base/random.ts'

/** What is dealt out: an item, and what it should stay together with. */
export interface DealtItem {
  readonly id: string
  /** Items of one group share the beginning of their prompts. */
  readonly group: string
  /** Tokens, or 1. */
  readonly weight: number
}

interface Group {
  readonly name: string
  readonly items: readonly DealtItem[]
  readonly weight: number
}

/** How much heavier than the mean a part may be, so that groups stay whole. */
const UNEQUAL = 1.05

/**
 * Deals items out to parts of about equal weight; which part an item falls to depends on the items and the number of parts alone.
 * Groups stay whole where that makes parts equal enough. Where it does not, groups are cut: every part that has some of a group
 * sends its shared beginning once more.
 *
 * @returns the part of each item, from 0, by its id.
 */
export function dealOut(items: readonly DealtItem[], count: number): ReadonlyMap<string, number> {
  const groups = groupsOf(items)
  const whole = dealGroups(groups, count)
  const mean = groups.reduce((sum, { weight }) => sum + weight, 0) / count
  return Math.max(...whole.loads) <= UNEQUAL * mean ? whole.parts : better(whole, dealItems(groups, count, mean))
}

interface Dealt {
  readonly parts: ReadonlyMap<string, number>
  readonly loads: readonly number[]
}

/** Cutting groups costs their beginnings again: only for parts that end sooner. */
function better(whole: Dealt, cut: Dealt): Dealt['parts'] {
  return Math.max(...cut.loads) < Math.max(...whole.loads) ? cut.parts : whole.parts
}

/** The heaviest group first; of equal ones the order is drawn by hash. */
function groupsOf(items: readonly DealtItem[]): Group[] {
  const byName = new Map<string, DealtItem[]>()
  for (const item of items) {
    const known = byName.get(item.group)
    if (known) known.push(item)
    else byName.set(item.group, [item])
  }
  const groups = [...byName].map(([name, own]) => ({ name, items: own, weight: own.reduce((sum, { weight }) => sum + weight, 0) }))
  const places = new Map(groups.map(({ name }) => [name, hashFraction('shard', name)]))
  const place = ({ name }: Group) => places.get(name) as number
  return groups.sort((one, other) => other.weight - one.weight || place(one) - place(other))
}

/** Each group to the part that has least. */
function dealGroups(groups: readonly Group[], count: number): Dealt {
  const loads = new Array<number>(count).fill(0)
  const parts = new Map<string, number>()
  for (const { items, weight } of groups) {
    const least = loads.indexOf(Math.min(...loads))
    loads[least] = (loads[least] ?? 0) + weight
    for (const { id } of items) parts.set(id, least)
  }
  return { parts, loads }
}

/**
 * Items one by one, the groups of the heaviest items first. Of a group a part takes what there is room for under the mean, then
 * the part with most room goes on: so what is left of each part is filled with smaller items.
 */
function dealItems(groups: readonly Group[], count: number, mean: number): Dealt {
  const loads = new Array<number>(count).fill(0)
  const parts = new Map<string, number>()
  const heaviest = new Map(groups.map(({ name, items }) => [name, items.reduce((most, { weight }) => Math.max(most, weight), 0)]))
  const bySize = groups.toSorted((one, other) => (heaviest.get(other.name) as number) - (heaviest.get(one.name) as number))
  for (const { items } of bySize) {
    let part: number | undefined
    for (const { id, weight } of items) {
      // What a part began is gone on with while there is room: it has sent the beginning.
      if (part === undefined || (loads[part] as number) + weight > mean) part = loads.indexOf(Math.min(...loads))
      loads[part] = (loads[part] as number) + weight
      parts.set(id, part)
    }
  }
  return { parts, loads }
}
