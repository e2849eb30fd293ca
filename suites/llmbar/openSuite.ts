import {
  type CasePart,
  type CaseSizes,
  isKept,
  literal,
  type OpenSuite,
  ORDERS,
  type Order,
  planPair,
  STRATEGIES,
  type SuiteRun,
} from '../../src/kit.ts'
import { comparedWith } from './humanAgreement.ts'
import { type LlmbarItem, openPairs } from './openPairs.ts'
import type { LlmbarOptions } from './options.ts'

const TITLES: Readonly<Record<Order, string>> = {
  forward: 'output 1 shown first',
  swapped: 'output 2 shown first',
}

/**
 * What a pair can be made smaller by: the order in which the judge is right. Instruction and outputs stay whole: no program can tell
 * whether the better output is still the better one without a sentence. Strategies that need both orders have no parts.
 */
function llmbarParts({ strategy }: Pick<LlmbarOptions, 'strategy'>): (item: LlmbarItem) => CasePart[] {
  const { kind } = STRATEGIES[strategy].comparison
  if (kind === 'synthesis' || kind === 'rating') return () => []
  return () => ORDERS.map((name) => ({ name, kind: 'criterion', title: TITLES[name], size: 1 }))
}

/** A pair that is shown in fewer orders; undefined where it is in none. Its label does not depend on them. */
function cutLlmbar(item: LlmbarItem, sizes: CaseSizes): LlmbarItem | undefined {
  const kept = ORDERS.filter((order) => isKept(sizes, order))
  if (kept.length === ORDERS.length) return item
  return kept.length === 0 ? undefined : { ...item, orders: kept }
}

/** A test that compares the outputs of a pair as the suite does. */
function llmbarTest({ strategy, cotRule }: Pick<LlmbarOptions, 'strategy' | 'cotRule'>): (item: LlmbarItem) => string[] {
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

/** What tossing a coin for each order gets, by either reading. */
const CHANCE = { total: 0.5, agreement: 0.5, strict: 0.5, strict_agreement: 0.5 } as const

/** Opens LLMBar for a run. The judge is what is measured. */
export function openLlmbar({ config, options: { strategy, cotRule, subsets } }: SuiteRun<LlmbarOptions>): OpenSuite<LlmbarItem> {
  const { items, source, version, sha256 } = openPairs(config.data, subsets)
  const { votes } = config
  return {
    items,
    task: (item) => item.subset,
    tags: (item) => ({ label: item.label, ...(item.level && { level: item.level }), strategy }),
    clusters: (item) => ({ item: item.id }),
    stratum: (item) => String(item.label),
    threshold: 1,
    floor: () => CHANCE,
    parts: llmbarParts({ strategy }),
    cut: cutLlmbar,
    testLines: llmbarTest({ strategy, cotRule }),
    data: { source, version, sha256 },
    notes: () => [`strategy ${strategy}, every pair in both orders`],
    display: () => ({
      headline: { key: 'accuracy.average', label: 'average of the five' },
      taskKeys: Object.fromEntries(subsets.map((subset) => [subset, `accuracy.${subset}`])),
      percent: true,
      rows: [
        { label: 'accuracy', keys: ['accuracy.adversarial', 'accuracy.average'] },
        { label: 'agreement', group: 'agreement' },
        { label: 'level', group: 'level' },
        { label: 'verdicts', keys: ['null_rate', 'tie_rate', 'first_bias'] },
        { label: 'kappa', group: 'kappa' },
        { label: 'strict', group: 'strict' },
        { label: 'compare', text: comparedWith(source) },
      ],
    }),
    planned: planPair(config, strategy),
    // A second stage depends on the verdicts, and is named beside the calls.
    planNotes: (count, { judge }) => {
      const each = count === 0 ? 0 : (judge?.calls ?? 0) / votes / count
      const stage2 =
        count > 0 && STRATEGIES[strategy].comparison.kind === 'synthesis' ? ', and 2 more where the two orders contradict each other' : ''
      const repeated = votes === 1 ? '' : `; ${votes} votes, each with calls of its own`
      return [`strategy ${strategy}: ${each} calls of the judge a pair${stage2}${repeated}`]
    },
    body: async ({ instruction, outputs, label, orders }, { expect }) => {
      const [better, worse] = label === 1 ? outputs : [outputs[1], outputs[0]]
      await expect(better).toBePreferredOver(worse, {
        instruction,
        strategy,
        cotRule,
        place: label,
        orders,
        calibration: { simulated: 'received' },
      })
    },
  }
}
