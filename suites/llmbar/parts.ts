import { type CasePart, type CaseSizes, isKept, literal, ORDERS, type Order, STRATEGIES } from '../../src/kit.ts'
import type { LlmbarItem } from './openPairs.ts'
import type { LlmbarOptions } from './options.ts'

const TITLES: Readonly<Record<Order, string>> = {
  forward: 'output 1 shown first',
  swapped: 'output 2 shown first',
}

/**
 * What a pair can be made smaller by: the order in which the judge is right. Instruction and outputs stay whole: no program can tell
 * whether the better output is still the better one without a sentence. Strategies that need both orders have no parts.
 */
export function llmbarParts({ strategy }: Pick<LlmbarOptions, 'strategy'>): (item: LlmbarItem) => CasePart[] {
  const { kind } = STRATEGIES[strategy].comparison
  if (kind === 'synthesis' || kind === 'rating') return () => []
  return () => ORDERS.map((name) => ({ name, kind: 'criterion', title: TITLES[name], size: 1 }))
}

/** A pair that is shown in fewer orders; undefined where it is in none. Its label does not depend on them. */
export function cutLlmbar(item: LlmbarItem, sizes: CaseSizes): LlmbarItem | undefined {
  const kept = ORDERS.filter((order) => isKept(sizes, order))
  if (kept.length === ORDERS.length) return item
  return kept.length === 0 ? undefined : { ...item, orders: kept }
}

/** A test that compares the outputs of a pair as the suite does. */
export function llmbarTest({ strategy, cotRule }: Pick<LlmbarOptions, 'strategy' | 'cotRule'>): (item: LlmbarItem) => string[] {
  return ({ instruction, outputs, label, orders }) => {
    const [better, worse] = label === 1 ? outputs : [outputs[1], outputs[0]]
    return [
      `const better = ${literal(better)}`,
      `const worse = ${literal(worse)}`,
      'await expect(better).toBePreferredOver(worse, {',
      `  instruction: ${literal(instruction)},`,
      `  strategy: ${literal(strategy)},`,
      ...(strategy === 'CoT' ? [`  cotRule: ${literal(cotRule)},`] : []),
      `  place: ${label},`,
      ...(orders ? [`  orders: [${orders.map(literal).join(', ')}],`] : []),
      "  calibration: { simulated: 'received' },",
      '})',
    ]
  }
}
