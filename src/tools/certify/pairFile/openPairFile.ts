import { resolve } from 'node:path'
import { HoldfastError, type OpenSuite, planPair, type SuiteRun } from '../../../kit.ts'
import type { CertifyPairsOptions } from './options.ts'
import { type FilePair, readPairFile } from './readPairFile.ts'

/** What tossing a coin for each order gets. It never ties, so JudgeBench's rule takes a pair for right in one case of four. */
const CHANCE = { total: 0.5, agreement: 0.5, decision: 0.25 } as const

/** Opens a file of pairs for a run. The judge is what is measured, as by LLMBar. */
export async function openPairFile({ config, options: { file, strategy } }: SuiteRun<CertifyPairsOptions>): Promise<OpenSuite<FilePair>> {
  if (file === undefined)
    throw new HoldfastError('USAGE', 'Failed to open the pairs: no file. Run npx holdfast certify <judge> --pairs <file>.')
  const { items, form, name, sha256 } = await readPairFile(resolve(config.root, file))
  const isJudgebench = form === 'judgebench'
  return {
    items,
    task: ({ subset }) => subset,
    tags: ({ label }) => ({ label, strategy, rule: isJudgebench ? 'judgebench' : 'orders' }),
    clusters: ({ cluster }) => ({ item: cluster }),
    stratum: ({ label }) => String(label),
    threshold: 1,
    floor: () => CHANCE,
    data: { source: name, sha256 },
    notes: () => [
      `strategy ${strategy}, every pair in both orders`,
      ...(isJudgebench ? ["accuracy by JudgeBench's rule, over both orders"] : []),
    ],
    display: () => ({
      headline: { key: 'accuracy.all', label: 'accuracy, all pairs' },
      taskKeys: Object.fromEntries(items.map(({ subset }) => [subset, `accuracy.${subset}`])),
      percent: true,
      rows: [
        isJudgebench ? { label: 'by verdict', group: 'orders' } : { label: 'both orders', group: 'decision' },
        { label: 'agreement', group: 'agreement' },
        { label: 'order', group: 'order' },
        { label: 'verdicts', keys: ['null_rate', 'tie_rate', 'first_bias'] },
        { label: 'kappa', group: 'kappa' },
      ],
    }),
    planned: planPair(config, strategy),
    body: async ({ instruction, outputs, label }, { expect }) => {
      const [better, worse] = label === 1 ? outputs : [outputs[1], outputs[0]]
      const calibration = { simulated: 'received' } as const
      await expect(better).toBePreferredOver(worse, { instruction, strategy, place: label, calibration })
    },
  }
}
