import { z } from 'zod'
import {
  dataError,
  groupBy,
  INTERVIEW_METRICS,
  mean,
  parse,
  parseEvaluation,
  type RoundEvaluation,
  type ScoredInterview,
  scoreInterview,
} from '../../src/kit.ts'

const conversation = z.object({
  kind: z.literal('conversation').default('conversation'),
  id: z.string(),
  maxRounds: z.number().int().positive().default(5),
  evaluatorOutputs: z.array(z.string()),
})
const group = z.object({ kind: z.literal('group'), id: z.string(), members: z.array(z.string()) })
/** Told by its kind, so that an error names the field that is wrong. */
const kindOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'group' ? group : conversation

/**
 * A function from a line with an evaluator's replies to the interview's scores, or from a group of earlier lines to their
 * means; throws HoldfastError for a line that does not fit.
 */
export function kievalFileScorer(): (value: unknown, where: string) => object {
  const scored = new Map<string, ScoredInterview>()
  return (value, where) => {
    const entry = parse<typeof group | typeof conversation>(kindOf(value), value, where)
    if (entry.kind === 'group') return { id: entry.id, ...scoreGroup(entry.members.map((id) => find(scored, id, where))) }
    const evaluations = untilStop(entry.evaluatorOutputs.slice(0, entry.maxRounds).map(parseEvaluation))
    const interview = scoreInterview(evaluations, { maxRounds: entry.maxRounds })
    scored.set(entry.id, interview)
    return { id: entry.id, ...interview, perRound: evaluations.map(roundLine) }
  }
}

function find(scored: ReadonlyMap<string, ScoredInterview>, id: string, where: string): ScoredInterview {
  const found = scored.get(id)
  if (found) return found
  throw dataError(`Failed to read ${where}, field members: no conversation ${JSON.stringify(id)} before it. Put the conversations first.`)
}

/** The round that ends an interview counts; nothing after it does. */
function untilStop(rounds: readonly RoundEvaluation[]): RoundEvaluation[] {
  const stop = rounds.findIndex((round) => round.stop)
  return stop === -1 ? [...rounds] : rounds.slice(0, stop + 1)
}

/** A round as the golden files write it. */
function roundLine({ stop, stopReason, parsed: _parsed, comment: _comment, ...scores }: RoundEvaluation): object {
  return { ...scores, stop, stop_reason: stopReason }
}

function scoreGroup(members: readonly ScoredInterview[]): object {
  const reasons = groupBy(members, ({ stopReason }) => stopReason ?? 'missing')
  const scores = INTERVIEW_METRICS.map((metric) => {
    const own = members.flatMap((member) => member.scores[metric] ?? [])
    const [kieval, paperMax] = [mean(own.map((score) => score.kieval)), mean(own.map((score) => score.paperMax))]
    return [metric, own.length === 0 ? null : { n: own.length, kieval, paperMax }] as const
  })
  return {
    scores: Object.fromEntries(scores),
    averageRounds: mean(members.map(({ rounds }) => rounds)),
    lastStopReasons: Object.fromEntries([...reasons].map(([reason, { length }]) => [reason, length])),
  }
}
