import {
  ASPECTS,
  type CallRecord,
  type ItemRecord,
  type JudgementRow,
  type JudgementView,
  lastReplies,
  parseEvaluation,
} from '../../src/kit.ts'

/** Overall score of a round from which a reply counts as good: "above average" on the evaluator's scale. */
const GOOD = 3
/** Columns of the table: the overall score decides. */
const METRICS = ['overall', ...ASPECTS] as const

/** An interview's evaluations as one table, a row a round. */
export function kievalJudgements(record: ItemRecord, calls: readonly CallRecord[]): JudgementView[] {
  const { scores, status } = record
  const replies = lastReplies(calls).filter(({ call }) => /^evaluation-\d+$/.test(call))
  const rounds = [...new Set(replies.map(({ call }) => Number(call.slice('evaluation-'.length))))].sort((one, other) => one - other)
  if (rounds.length === 0) return []
  const rows = rounds.map((round): JudgementRow => {
    const read = replies.filter(({ call }) => call === `evaluation-${round}`).map(({ content }) => parseEvaluation(content))
    const figure = (metric: (typeof METRICS)[number]) => scores[`round.${round}.${metric}`] ?? read[0]?.[metric] ?? null
    const overall = figure('overall')
    const comments = read.map(
      ({ comment, stop, stopReason }) => `${comment}${stop ? ` (ended the interview: ${stopReason ?? 'no reason given'})` : ''}`,
    )
    return {
      cells: [
        String(round),
        ...METRICS.map((metric) => {
          const score = figure(metric)
          return score === null ? '–' : String(Number(score.toFixed(2)))
        }),
        comments.join('\n'),
      ],
      tone: overall === null ? 'none' : overall >= GOOD ? 'good' : 'bad',
      about: `answer-${round}`,
    }
  })
  return [
    {
      title: `Interview, ${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'} rated 1 to 4`,
      outcome: kievalRule(record) ?? 'no overall score',
      state: status === 'failed' ? 'failed' : status === 'passed' ? 'passed' : 'noted',
      calls: rounds.map((round) => `evaluation-${round}`),
      lost: rounds.map((round) => `round ${round}`),
      words: [],
      table: {
        columns: ['Round', ...METRICS, 'Comment'],
        words: METRICS.length + 1,
        rows,
      },
    },
  ]
}

/** `overall 10.0 of 100, needs 70`. */
export function kievalRule({ scores, threshold }: ItemRecord): string | undefined {
  const overall = scores['score.overall']
  if (overall === undefined) return undefined
  return `overall ${overall.toFixed(1)} of 100${threshold === undefined ? '' : `, needs ${Number((threshold * 100).toFixed(2))}`}`
}
