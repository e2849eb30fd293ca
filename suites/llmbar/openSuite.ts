import { type OpenSuite, planPair, STRATEGIES, type SuiteRun, typicalVotes } from '../../src/kit.ts'
import type { LlmbarOptions } from './names.ts'
import { comparedWith, type LlmbarItem, openPairs } from './openPairs.ts'

/** Opens LLMBar for a run. The judge is what is measured. */
export function openLlmbar({ config, options: { strategy, cotRule, subsets } }: SuiteRun<LlmbarOptions>): OpenSuite<LlmbarItem> {
  const { items, ...data } = openPairs(config.data, subsets)
  const { votes } = config
  const { kind } = STRATEGIES[strategy].comparison
  return {
    items,
    task: (item) => item.subset,
    tags: (item) => ({ label: item.label, ...(item.level && { level: item.level }), strategy }),
    clusters: (item) => ({ item: item.id }),
    stratum: (item) => String(item.label),
    threshold: 1,
    // What tossing a coin for each order gets, by either reading.
    floor: () => ({ total: 0.5, agreement: 0.5, strict: 0.5, strict_agreement: 0.5 }),
    data,
    notes: () => [`strategy ${strategy}, every pair in both orders`],
    display: () => ({
      taskKeys: Object.fromEntries(subsets.map((subset) => [subset, `accuracy.${subset}`])),
      percent: true,
      rows: [
        { label: 'accuracy', keys: ['accuracy.adversarial', 'accuracy.average'] },
        { label: 'agreement', group: 'agreement' },
        { label: 'level', group: 'level' },
        { label: 'verdicts', keys: ['null_rate', 'tie_rate', 'first_bias'] },
        { label: 'kappa', group: 'kappa' },
        { label: 'strict', keys: ['strict.accuracy.average', 'strict.agreement.average', 'strict.null_rate'] },
        { label: 'compare', text: comparedWith(data.source) },
      ],
    }),
    planned: planPair(config, strategy),
    // A second stage depends on the verdicts, and is named beside the calls.
    planNotes: (count, { judge }) => {
      const each = count === 0 ? 0 : Math.round((judge?.calls ?? 0) / typicalVotes(config) / count)
      const stage2 = count > 0 && kind === 'synthesis' ? ', and 2 more where the two orders contradict each other' : ''
      const repeated = votes === 1 ? '' : `; ${votes} votes, each with calls of its own`
      return [`strategy ${strategy}: ${each} calls of the judge a pair${stage2}${repeated}`]
    },
    body: async ({ instruction, outputs, label }, { expect }) => {
      const [better, worse] = label === 1 ? outputs : [outputs[1], outputs[0]]
      await expect(better).toBePreferredOver(worse, {
        instruction,
        strategy,
        cotRule,
        place: label,
        calibration: { simulated: 'received' },
      })
    },
  }
}
