import {
  type CallRecord,
  type ItemRecord,
  judgedValue,
  judgeOf,
  judgeReplies,
  type LabelQuestion,
  majority,
  type SuiteQuestions,
  shownDialogue,
  YES_NO,
} from '../../src/kit.ts'
import { acceptedVotes, type JudgedCriterion, judgementScore } from './scoring/judgement.ts'

/** What people are asked of FB-Bench: every criterion of the checklist, yes or no, as the judge was. */
export const fbBenchQuestions: SuiteQuestions = { of, relabel }

const CALL = 'verdict'

function of(record: ItemRecord, calls: readonly CallRecord[]): LabelQuestion[] {
  const votes = votesOf(calls)
  const shown = shownDialogue(calls, 'answer')
  const [first] = votes
  if (!first || shown.length === 0) return []
  const isChinese = record.tags.language === 'zh'
  const model = judgeReplies(calls).find(({ call }) => call === CALL)
  return first.map(({ criterion }, index) => ({
    question: `${CALL}/${index + 1}`,
    kind: 'criterion',
    ask: isChinese ? '最后一个回答是否完全满足该标准？部分满足算“No”。' : 'Does the last answer meet this criterion? Partly met is No.',
    criterion,
    scale: YES_NO,
    shown: [...shown, { title: 'Criterion', text: criterion }],
    ...judgedValue(
      votes.map((entries) => Number(entries.find((entry) => entry.criterion === criterion)?.met ?? false)),
      majority,
    ),
    ...(model && judgeOf(model)),
  }))
}

/** The entries of each vote that was accepted. */
function votesOf(calls: readonly CallRecord[]): (readonly JudgedCriterion[])[] {
  const replies = judgeReplies(calls).find(({ call }) => call === CALL)?.replies ?? []
  return acceptedVotes(replies.map(({ content, messages }) => ({ content, prompt: messages?.at(-1)?.content ?? '' })))
}

/** Items of the official data: there one met criterion without weight is enough (docs/suites/fb-bench.md, R4). */
const OFFICIAL = /^fbv3-\d+$/

/**
 * The score by the official rule, or of other items as all criteria must hold, unless any is enough. It needs the values of all criteria.
 *
 * A value between No and Yes is the chance that a criterion is met, for instance the share of raters who say so, each criterion by
 * itself. The score is then the expected one: a weight counts by its chance, and that all hold, or that any does, has the product of
 * the chances. It is linear in each value, so that the mean of many labels gives the mean of their scores.
 */
function relabel(record: ItemRecord, values: ReadonlyMap<string, number>, calls: readonly CallRecord[]): ItemRecord {
  const [first = []] = votesOf(calls)
  const chances = first.flatMap(({ weight }, index) => {
    const chance = values.get(`${CALL}/${index + 1}`)
    return chance === undefined ? [] : [{ weight, chance }]
  })
  const { score: _score, total: _total, strict: _strict, ...others } = record.scores
  if (chances.length === 0 || chances.length < first.length) return { ...record, scores: others }
  const isAll = record.tags.scenario === 'rm' && record.tags.holds !== 'any' && !OFFICIAL.test(record.item)
  const score = isAll ? chances.reduce((product, { chance }) => product * chance, 1) : expectedScore(chances)
  if (score === undefined) return { ...record, scores: others }
  return { ...record, status: score >= (record.threshold ?? 1) - 1e-6 ? 'passed' : 'failed', scores: { ...others, score, total: score } }
}

/** The official score where each criterion is met by chance (docs/suites/fb-bench.md, R4); undefined where weights sum to more than 1. */
function expectedScore(chances: readonly { readonly weight: number | null; readonly chance: number }[]): number | undefined {
  const none = chances.reduce((product, { weight, chance }) => (weight === null ? product * (1 - chance) : product), 1)
  // One criterion without weight that is met is enough, whatever the weights are.
  if (none === 0) return 1
  const weighted = judgementScore(chances.map(({ weight, chance }) => ({ met: weight !== null, weight: (weight ?? 0) * chance })))
  return weighted === undefined ? undefined : 1 - none + none * weighted
}
