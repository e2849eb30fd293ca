import {
  INTERVIEW_METRICS,
  type InterviewMetric,
  type InterviewScoring,
  type ItemRecord,
  officialValue,
  scoreMetric,
} from '../../src/kit.ts'
import { kievalOptions } from './options.ts'

/** Most rounds that are looked for in a record's scores. */
const MOST_ROUNDS = 100
/** Two sums of the same scores differ by rounding alone. */
const TOLERANCE = 1e-9
/** Room for rounding where an item passes, as the matcher has it. */
const PASS_TOLERANCE = 1e-8

/** Where the scores of a round are in a record, and what the question about it is called. */
const scoreName = (round: number, metric: InterviewMetric) => `round.${round}.${metric}`
const questionName = (round: number, metric: InterviewMetric) => `evaluation-${round}/${metric}`

/**
 * The record with the scores that these values of its rounds would give. A metric that lacks the value of a round is left out, and
 * with the overall one the total. What the static answer is worth, and how many rounds there were, does not change.
 *
 * A value between two points of the scale that is not the judge's own counts by its place between what they count. Officially it
 * counts by its share of 4, and so 1.5 more than 2 (docs/suites/kieval.md, R9): a mean of raters would be worth more than either.
 */
export function relabelInterview(record: ItemRecord, values: ReadonlyMap<string, number>): ItemRecord {
  const { rounds: count = 0 } = record.scores
  // Without an interview there is nothing to label.
  if (count === 0) return record
  const rounds = Array.from({ length: count }, (_, index) => index + 1)
  const scoring = scoringOf(record, rounds)
  const entries: [string, number][] = []
  for (const metric of INTERVIEW_METRICS) {
    const given = rounds.flatMap((round) => {
      const [own, value] = [record.scores[scoreName(round, metric)], values.get(questionName(round, metric))]
      return own === undefined && value === undefined ? [] : [{ round, own, value }]
    })
    for (const { round, value } of given) if (value !== undefined) entries.push([scoreName(round, metric), value])
    const whole = given.flatMap(({ value }) => value ?? [])
    if (whole.length < given.length) continue
    const worthOf = (value: number, place: number) => (value === given[place]?.own ? officialValue(value) : between(value))
    const score = scoreMetric(whole, count, scoring, worthOf)
    if (!score) continue
    entries.push([`score.${metric}`, score.kieval], [`paper.${metric}`, score.paperMax])
    if (metric === 'overall') entries.push(['total', score.kieval / 100])
  }
  const isInterview = (name: string) => name === 'total' || /^(?:score|paper|round)\./.test(name)
  const others = Object.entries(record.scores).filter(([name]) => !isInterview(name))
  const scores = Object.fromEntries([...others, ...entries])
  if (scores.total === undefined) return { ...record, scores }
  const { threshold = 0.7 } = record
  return { ...record, scores, status: scores.total >= threshold - PASS_TOLERANCE ? 'passed' : 'failed' }
}

/** What a value counts by its place between two points of the scale. */
function between(value: number): number {
  const [below, above] = [Math.floor(value), Math.ceil(value)]
  return officialValue(below) + (value - below) * (officialValue(above) - officialValue(below))
}

/**
 * How the rounds were weighted, which a record does not say: the options with which its rounds give its scores. Where several do, for
 * instance because all rounds have one score, the default ones count if they are among them.
 */
function scoringOf({ scores }: ItemRecord, rounds: readonly number[]): InterviewScoring {
  const defaults = kievalOptions.parse({})
  const fits = (scoring: InterviewScoring, part: 'score' | 'paper') =>
    INTERVIEW_METRICS.every((metric) => {
      const had = scores[`${part}.${metric}`]
      const again = scoreMetric(
        rounds.map((round) => scores[scoreName(round, metric)] ?? null),
        rounds.length,
        scoring,
      )
      return had === undefined || Math.abs((part === 'score' ? (again?.kieval ?? 0) : (again?.paperMax ?? 0)) - had) < TOLERANCE
    })
  const known = (['decay', 'constant'] as const).find((name) => fits({ maxRounds: defaults.rounds, weights: name }, 'score'))
  const weights = known ?? defaults.weights
  const most = [defaults.rounds, ...Array.from({ length: MOST_ROUNDS }, (_, index) => index + 1)]
  const maxRounds = most.find((number) => number >= rounds.length && fits({ maxRounds: number, weights }, 'paper'))
  return { maxRounds: maxRounds ?? defaults.rounds, weights }
}
