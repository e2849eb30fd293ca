import { benchmark } from '../../src/worker/benchmark.ts'
import { currentConfig } from '../../src/worker/runtime.ts'
import { llmbarRange } from './metricRange.ts'
import { openPairs } from './openPairs.ts'
import type { LlmbarOptions } from './options.ts'
import { PEOPLE_AND_CHANCE } from './peopleAndChance.ts'
import { summarizeLlmbar } from './summary.ts'

const config = currentConfig()
const { strategy, strict, subsets } = config.suites.llmbar as LlmbarOptions
const { items, source, sha256 } = openPairs(config.data, subsets)

benchmark(
  'llmbar',
  {
    items,
    roles: ['judge'],
    task: (item) => item.subset,
    tags: (item) => ({ label: item.label, strategy, ...(strict && { rules: 'strict' }) }),
    clusters: (item) => ({ item: item.id }),
    stratum: (item) => String(item.label),
    threshold: 1,
    data: { source, sha256 },
    notes: () => [`strategy ${strategy}, every pair in both orders`],
    display: () => ({
      headline: { key: 'accuracy.average', label: 'average of the five' },
      taskKeys: Object.fromEntries(subsets.map((subset) => [subset, `accuracy.${subset}`])),
      percent: true,
      rows: [
        { label: 'accuracy', keys: ['accuracy.adversarial', 'accuracy.average'] },
        { label: 'agreement', prefix: 'agreement.' },
        { label: 'verdicts', keys: ['null_rate', 'tie_rate', 'first_bias'] },
        { label: 'kappa', prefix: 'kappa.' },
        { label: 'strict', prefix: 'strict.' },
        { label: 'compare', text: PEOPLE_AND_CHANCE },
      ],
    }),
    range: llmbarRange,
    summary: ({ records }) => summarizeLlmbar(records),
  },
  async ({ instruction, outputs, label }, { expect }) => {
    const [better, worse] = label === 1 ? outputs : [outputs[1], outputs[0]]
    await expect(better).toBePreferredOver(worse, { instruction, strategy, place: label, simulatedWinner: 'received' })
  },
)
