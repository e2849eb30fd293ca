import { random } from '../../base/random.ts'
import { EarlyGate, type EarlyGateOptions } from './earlyGate.ts'
import { earlyOrder } from './earlyOrder.ts'
import type { EarlyUnit } from './earlyUnit.ts'

/** A unit with what it costs and what an earlier run says of it. */
export interface CostUnit extends EarlyUnit {
  /** Items that it has. */
  readonly items: number
  /** The value it had: on the metric's own scale, or a difference from the baseline. */
  readonly value: number
}

/** How much a decision takes. */
export interface DecisionCost {
  readonly median: number
  readonly mean: number
  /** Nine of ten runs take at most so many items. */
  readonly most: number
  /** Share of runs that are decided by the last item only, 0 to 1. */
  readonly undecided: number
}

/** What is planned. */
export interface CostOptions extends Omit<EarlyGateOptions, 'units' | 'first'> {
  readonly units: readonly CostUnit[]
  /** Change of the figure against the values given. */
  readonly change: number
  /** Simulated runs; default 100. */
  readonly runs?: number
}

/**
 * Items until a rule is decided, by simulated runs in seeded orders. Values are changed as {@link changeValues} says, anew in each
 * run. Orders are as `earlyOrder` has them, with one unit of each stratum first.
 */
export function decisionCost({ units, change, runs = 100, ...rule }: CostOptions): DecisionCost {
  const entries = units.map((unit, at) => ({ unit, at, name: String(at).padStart(9, '0'), cells: [unit.stratum ?? ''], size: unit.size }))
  const used: number[] = []
  let undecided = 0
  for (let run = 0; run < runs; run += 1) {
    const values = changeValues(units, rule.range, change, run)
    const { order, first } = earlyOrder(entries, `decision cost ${run}`)
    const gate = new EarlyGate({ ...rule, units: order.map(({ unit }) => unit), first })
    let items = 0
    let seen = 0
    for (const { unit, at } of order) {
      items += unit.items
      seen += 1
      if (gate.observe(values[at]).verdict !== undefined) break
    }
    undecided += Number(seen === order.length)
    used.push(items)
  }
  used.sort((one, other) => one - other)
  const at = (share: number) => used[Math.min(used.length - 1, Math.ceil(share * used.length) - 1)] ?? 0
  return { median: at(0.5), mean: used.reduce((sum, items) => sum + items, 0) / runs, most: at(0.9), undecided: undecided / runs }
}

/**
 * Values whose weighted mean differs by a change: units drawn at random are put to the lowest (or highest) value that they can have,
 * the last of them in part, until the mean is there. So passes turn to failures, and graded scores fall. A change that there is
 * no room for is made as far as it goes.
 */
export function changeValues(units: readonly CostUnit[], range: readonly [number, number], change: number, seed: number): number[] {
  const values = units.map(({ value }) => value)
  const order = random('decision cost, change', seed).shuffle(units.map((_unit, at) => at))
  let left = change
  for (const at of order) {
    if (Math.abs(left) < 1e-12) break
    const { weight, value, range: own = range } = units[at] as CostUnit
    if (!(weight > 0)) continue
    const room = weight * ((change < 0 ? own[0] : own[1]) - value)
    const step = Math.abs(room) < Math.abs(left) ? room : left
    values[at] = value + step / weight
    left -= step
  }
  return values
}
