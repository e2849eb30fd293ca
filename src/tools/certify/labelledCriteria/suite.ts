import { resolve } from 'node:path'
import { z } from 'zod'
import {
  agreementOf,
  type CriterionVerdict,
  capOf,
  checklistPrompt,
  criterion,
  defineSuite,
  type Figures,
  file,
  type ItemRecord,
  isScored,
  judgeChecklist,
  type LabelledPair,
  metric,
  type OpenSuite,
  type ProgrammaticRubric,
  plannedUses,
  rubric,
  type SummaryInput,
  tokenCounter,
  typicalVotes,
  usageError,
} from '../../../kit.ts'
import { CERTIFY_CRITERIA } from '../certificates.ts'
import { type LabelledAnswer, readLabelledCriteria } from '../readSets.ts'

/** How good the judge itself is at deciding criteria that are labelled: what `holdfast judge certify --from` runs. */
export const certifyCriteriaSuite = defineSuite({
  name: CERTIFY_CRITERIA,
  // Options of the run that `holdfast judge certify --from` makes, `HOLDFAST_CERTIFY_CRITERIA_<OPTION>`.
  options: z.strictObject({
    /** The file of labelled criteria, or `bundled`. */
    file: file.optional(),
  }),
  roles: { judge: { temperature: 0, json: true } },
  // The judge is what is measured, and asked as `toPassRubric` asks it.
  open: async ({ config, options: { file: path } }): Promise<OpenSuite<LabelledAnswer>> => {
    if (path === undefined)
      throw usageError('Failed to open the labelled criteria: no file. Run npx holdfast judge certify <judge> --from <file>.')
    const { items, name, sha256 } = await readLabelledCriteria(path === 'bundled' ? path : resolve(config.root, path))
    return {
      items,
      tags: (item) => ({ labels: digits(item.criteria.map(({ met }) => met)) }),
      clusters: ({ cluster }) => ({ answer: cluster }),
      threshold: 1,
      data: { source: name, sha256 },
      notes: () => [`labelled criteria: ${items.flatMap(({ criteria }) => criteria).length}`],
      planned: ({ criteria, ...subject }) => {
        const { roles, votes } = config
        const asked = checklistPrompt(
          subject,
          criteria.map(({ text }) => text),
        )
        const prompt = tokenCounter(roles.judge).of(asked)
        const verdict = VERDICT_PER_CRITERION * criteria.length
        const most = { verdict: capOf(roles.judge, verdict), votes }
        const uses = plannedUses({ verdict, votes: typicalVotes(config) }, most, (counted, lengths) => {
          counted.add('judge', prompt, lengths.verdict, lengths.votes)
        })
        return { waves: votes, roles: uses }
      },
      display: () => ({
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
  },
  summary: { load: async () => labelledCriteriaSummary },
  about: {
    title: 'Labelled criteria',
    item: 'verdict',
    question: 'Does the judge find a criterion met where the answer meets it, and only there?',
    good: 'Higher is better. A judge that says the same of every criterion has a kappa of 0.',
  },
})

/** Typical tokens of a verdict on one criterion: as of FB-Bench's stored judgements. The call has no cap of its own. */
const VERDICT_PER_CRITERION = 88

/** Score of a criterion by its place, from 0: 1 where the judge decided it as labelled. */
function criterionScore(index: number): string {
  return `criterion_${index + 1}`
}

/** Labels, or verdicts, as a text: a digit for each criterion, 1 for met. */
function digits(met: readonly boolean[]): string {
  return met.map((one) => (one ? '1' : '0')).join('')
}

/** Grades the verdicts of a judge, written as digits, by the labels: each criterion by itself. */
function labelRubric({ criteria, conversation, answer }: LabelledAnswer, verdicts: readonly CriterionVerdict[]): ProgrammaticRubric {
  const words = (met: boolean) => (met ? 'met' : 'not met')
  const evidence = criteria.flatMap(({ met }, index) => {
    const verdict = verdicts[index]
    if (!verdict || verdict.met === met) return []
    return [[criterionScore(index), `judged ${words(verdict.met)}: ${verdict.reason}`] as const]
  })
  const byLabel = criteria.map(({ met }, index) => criterion(criterionScore(index), { check: (text) => text[index] === digits([met]) }))
  return {
    ...(rubric(byLabel, { threshold: 1 }) as ProgrammaticRubric),
    points: criteria.map(({ text, met }, index) => ({
      name: criterionScore(index),
      title: `${met ? 'Met' : 'Not met'}: ${text}`,
      weight: 1,
    })),
    explain: () => ({ asked: conversation.at(-1)?.content, received: answer, evidence: Object.fromEntries(evidence) }),
  }
}

/**
 * A judge against labelled criteria: accuracy, sensitivity and specificity in percent of the criteria, and Cohen's kappa. The labels
 * stand in the place of people's. Each trial of an answer counts.
 */
function labelledCriteriaSummary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const pairs = records.filter(isScored).flatMap(pairsOf)
  const figures = agreementOf(pairs, true)(pairs.map(() => 1))
  const count = (label: number) => pairs.filter(({ human }) => human === label).length
  const percent = (value: number, n: number, label: string) => metric(100 * value, { n, label, range: [0, 100] })
  return {
    accuracy: {
      ...percent(figures.accuracy, pairs.length, 'criteria decided as labelled'),
      headline: { unit: 'percent', digits: 1 },
    },
    sensitivity: percent(figures.sensitivity, count(1), 'of criteria that are met, found met'),
    specificity: percent(figures.specificity, count(0), 'of criteria that are not met, found not met'),
    kappa: metric(figures.kappa, { n: pairs.length, label: "Cohen's kappa with the labels", range: [-1, 1] }),
  }
}

function pairsOf({ tags, scores }: ItemRecord): LabelledPair[] {
  return [...String(tags.labels)].flatMap((digit, index) => {
    const right = scores[criterionScore(index)]
    const human = Number(digit)
    return right === undefined ? [] : [{ human, judge: right === 1 ? human : 1 - human }]
  })
}
