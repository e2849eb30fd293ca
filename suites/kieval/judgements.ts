import type { CallRecord, ItemRecord } from '../../src/format/records.ts'
import { INTERVIEW_METRICS, parseEvaluation } from '../../src/judges/interview/evaluation.ts'
import type { JudgementRow, JudgementView } from '../../src/report/judgement.ts'
import { lastReplies } from '../../src/report/lastReplies.ts'

/** Overall score of a round from which a reply counts as good: "above average" on the evaluator's scale. */
const GOOD = 3
/** Highest score of a round. */
const MOST = 4

/** An interview's evaluations as one table, a row a round. */
export function kievalJudgements(record: ItemRecord, calls: readonly CallRecord[]): JudgementView[] {
  const { scores, status, threshold } = record
  const replies = lastReplies(calls).filter(({ call }) => /^evaluation-\d+$/.test(call))
  const rounds = [...new Set(replies.map(({ call }) => Number(call.slice('evaluation-'.length))))].sort((one, other) => one - other)
  if (rounds.length === 0) return []
  const rows = rounds.map((round): JudgementRow => {
    const read = replies.filter(({ call }) => call === `evaluation-${round}`).map(({ content }) => parseEvaluation(content))
    const figure = (metric: (typeof INTERVIEW_METRICS)[number]) => scores[`round.${round}.${metric}`] ?? read[0]?.[metric] ?? null
    const overall = figure('overall')
    const comments = read.map(
      ({ comment, stop, stopReason }) => `${comment}${stop ? ` (ended the interview: ${stopReason ?? 'no reason given'})` : ''}`,
    )
    return {
      cells: [
        String(round),
        ...INTERVIEW_METRICS.map((metric) => {
          const score = figure(metric)
          return score === null ? '–' : String(Number(score.toFixed(2)))
        }),
        comments.join('\n'),
      ],
      tone: overall === null ? 'none' : overall >= GOOD ? 'good' : 'bad',
      about: `answer-${round}`,
    }
  })
  const overall = scores['score.overall']
  const needs = status === 'failed' && threshold !== undefined ? `, needs ${Number((threshold * 100).toFixed(2))}` : ''
  return [
    {
      title: `Interview, ${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'}`,
      outcome: overall === undefined ? 'no overall score' : `overall ${overall.toFixed(1)} of 100${needs}`,
      state: status === 'failed' ? 'failed' : status === 'passed' ? 'passed' : 'noted',
      calls: rounds.map((round) => `evaluation-${round}`),
      lost: rounds.map((round) => `round ${round}`),
      words: [],
      table: {
        columns: ['Round', ...INTERVIEW_METRICS.map((metric) => `${metric} of ${MOST}`), 'Comment'],
        words: INTERVIEW_METRICS.length + 1,
        rows,
      },
    },
  ]
}
