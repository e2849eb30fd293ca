import { resolve } from 'node:path'
import { HoldfastError, judgeChecklist, type OpenSuite, type SuiteRun } from '../../../kit.ts'
import { digits, labelRubric } from './labelRubric.ts'
import type { CertifyCriteriaOptions } from './options.ts'
import { type LabelledAnswer, readLabelledCriteria } from './readLabelledCriteria.ts'

/** Opens labelled criteria for a run. The judge is what is measured, and asked as `toPassRubric` asks it. */
export async function openLabelledCriteria({
  config,
  options: { file },
}: SuiteRun<CertifyCriteriaOptions>): Promise<OpenSuite<LabelledAnswer>> {
  if (file === undefined)
    throw new HoldfastError('USAGE', 'Failed to open the labelled criteria: no file. Run npx holdfast certify <judge> --checklist <file>.')
  const { items, name, sha256 } = await readLabelledCriteria(file === 'bundled' ? file : resolve(config.root, file))
  const criteria = items.reduce((sum, item) => sum + item.criteria.length, 0)
  return {
    items,
    tags: (item) => ({ labels: digits(item.criteria.map(({ met }) => met)) }),
    clusters: ({ cluster }) => ({ answer: cluster }),
    threshold: 1,
    data: { source: name, sha256 },
    notes: () => [`labelled criteria: ${criteria}`],
    display: () => ({
      headline: { key: 'accuracy', label: 'accuracy' },
      taskKeys: {},
      percent: true,
      rows: [{ label: 'criteria', keys: ['sensitivity', 'specificity', 'kappa'] }],
    }),
    body: async (item, { judge, expect }) => {
      const met = item.criteria.map((one) => one.met)
      const texts = item.criteria.map(({ text }) => text)
      const { verdicts } = await judgeChecklist(judge, item, texts, { votes: config.votes, simulated: () => met })
      await expect(digits(verdicts.map((one) => one.met))).toPassRubric(labelRubric(item, verdicts))
    },
  }
}
