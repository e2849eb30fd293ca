import { resolve } from 'node:path'
import { z } from 'zod'
import {
  type CombinedItem,
  combineTrials,
  defineSuite,
  type Figure,
  type Figures,
  file,
  groupBy,
  type ItemRecord,
  isScored,
  type OpenSuite,
  pairJudgements,
  pairPictures,
  pairRule,
  percentOf,
  planPair,
  preferenceQuestions,
  STRATEGY_NAMES,
  type SummaryInput,
  sum,
  usageError,
  verdictFigures,
} from '../../../kit.ts'
import { CERTIFY_PAIRS } from '../certificates.ts'
import { type FilePair, readPairFile } from '../readSets.ts'

/** How good the judge itself is on the pairs of a file: what `holdfast judge certify --from` runs. */
export const certifyPairsSuite = defineSuite({
  name: CERTIFY_PAIRS,
  // Options of the run that `holdfast judge certify --from` makes, `HOLDFAST_CERTIFY_PAIRS_<OPTION>`.
  options: z.strictObject({
    /** The file of pairs. */
    file: file.optional(),
    /** How the judge is asked. */
    strategy: z.enum(STRATEGY_NAMES).default('Vanilla'),
  }),
  roles: { judge: { temperature: 0 } },
  // The judge is what is measured, as by LLMBar.
  open: async ({ config, options: { file: path, strategy } }): Promise<OpenSuite<FilePair>> => {
    if (path === undefined) throw usageError('Failed to open the pairs: no file. Run npx holdfast judge certify <judge> --from <file>.')
    const { items, form, name, sha256 } = await readPairFile(resolve(config.root, path))
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
        taskKeys: Object.fromEntries(items.map(({ subset }) => [subset, `accuracy.${subset}`])),
        percent: true,
        rows: [
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
  },
  summary: { load: async () => pairFileSummary },
  about: {
    title: 'A file of pairs',
    question: 'Does the judge prefer the output that is known to be better, whichever is shown first?',
    good: 'Higher is better. By chance half of the verdicts are right, and a quarter of the pairs by the rule of JudgeBench.',
    item: 'pair',
    floor: 'what chance gets',
  },
  view: {
    pictures: (input) => pairPictures(input, `chance is ${input.metrics['accuracy.all']?.floor} %`),
    judgements: pairJudgements,
    rule: pairRule,
  },
  people: preferenceQuestions,
})

/** What tossing a coin for each order gets. It never ties, so JudgeBench's rule takes a pair for right in one case of four. */
const CHANCE = { total: 0.5, agreement: 0.5, decision: 0.25 } as const

const LABELS = { accuracy: 'accuracy', agreement: 'agreement of both orders' } as const

/**
 * The metrics of a file of pairs, in percent but for kappa, over all pairs and by subset: accuracy, which is the share of right
 * verdicts as for LLMBar, or of right decisions over both orders for JudgeBench, and the agreement of the two orders. Then what each
 * order alone gets, and how the verdicts fell.
 */
export function pairFileSummary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const scored = records.filter(isScored).map(withDecision)
  const score = scored[0]?.tags.rule === 'judgebench' ? 'decision' : 'total'
  const items = combineTrials(scored)
  const bySubset = groupBy(items, ({ task }) => task)
  const parts = [['all', items] as const, ...(bySubset.size > 1 ? bySubset : [])]
  const figure = (group: keyof typeof LABELS, part: string, own: readonly CombinedItem[]): [string, Figure] => {
    const options = {
      label: `${LABELS[group]}, ${part === 'all' ? 'all pairs' : part}`,
      ...(group === 'agreement' && part !== 'all' && { compared: false as const }),
      ...(group === 'accuracy' && part === 'all' && { headline: { unit: 'percent', digits: 1 } as const }),
      ...{ group, part, mean: undefined },
    }
    return [`${group}.${part}`, percentOf(own, group === 'accuracy' ? score : group, options)]
  }
  const ofOrder = (part: string, label: string) => percentOf(items, part, { label, compared: false, group: 'order', part, mean: undefined })
  return {
    ...Object.fromEntries((['accuracy', 'agreement'] as const).flatMap((group) => parts.map(([part, own]) => figure(group, part, own)))),
    'order.forward': ofOrder('forward', 'accuracy, output 1 shown first'),
    'order.swapped': ofOrder('swapped', 'accuracy, output 2 shown first'),
    ...verdictFigures(scored, items),
  }
}

/**
 * With what JudgeBench's rule makes of the record (arXiv 2410.12784; `compute_final_metrics` in utils/metrics.py of
 * ScalerLab/JudgeBench; docs/suites/llmbar.md, R10): a verdict for the better output counts 1, one for the other -1, a tie and a
 * missing verdict 0. The pair is right where the sum of both orders is over 0, so one right verdict and one tie are right. Two
 * verdicts that contradict each other are a tie, and only what is right counts for its accuracy.
 */
function withDecision(record: ItemRecord): ItemRecord {
  const { scores, tags } = record
  if (scores.total === undefined) return record
  const verdicts = [scores.one_forward, scores.one_swapped].filter((one) => one !== undefined)
  const total = sum(verdicts.map((one) => ((one === 1) === (tags.label === '1') ? 1 : -1)))
  // Of a coin's scores, for the floor, it is told.
  return { ...record, scores: { decision: Number(total > 0), ...scores } }
}
