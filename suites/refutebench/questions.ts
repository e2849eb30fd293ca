import {
  type CallRecord,
  fivePoints,
  type ItemRecord,
  judgeReplies,
  type LabelQuestion,
  ratedAnswer,
  type SuiteQuestions,
} from '../../src/kit.ts'
import { FOLLOWED, readRating } from './ratingNames.ts'

/**
 * What people are asked of RefuteBench 2.0: every rating that the judge was asked for, and of each objection how human and how
 * fitting it is, which the paper asked people too (section 4).
 */
export const refutebenchQuestions: SuiteQuestions = {
  of: (_record, calls) => [
    ...judgeReplies(calls).flatMap((asked) => (readRating(asked.call) ? (ratedAnswer(asked) ?? []) : [])),
    ...calls.flatMap((call) => objections(call, calls)),
  ],
  relabel,
}

const HUMAN = fivePoints('like a machine', 'could be either', 'like a person')
const FITTING = fivePoints('does not fit at all', 'fits in part', 'fits well')

/** The questions about an objection of the refuter's. */
function objections(call: CallRecord, calls: readonly CallRecord[]): LabelQuestion[] {
  const number = /^refutation-(\d+)$/.exec(call.call)?.[1]
  if (call.role !== 'refuter' || number === undefined) return []
  // What the candidate got is the objection, whatever else the refuter's reply holds.
  const answered = calls.find(({ role, call: name }) => role === 'candidate' && name === `answer-${Number(number) + 1}`)
  const messages = answered?.messages ?? []
  const objection = messages.at(-1)
  if (!objection) return []
  const shown = [
    ...messages
      .slice(0, -1)
      .filter(({ role }) => role !== 'system')
      .map(({ role, content }) => ({ title: role === 'user' ? 'User' : 'Assistant', text: content })),
    { title: 'Objection to rate', text: objection.content, isJudged: true },
  ]
  const about = (kind: string, ask: string, scale: LabelQuestion['scale']) => ({
    question: `${call.call}/${kind}`,
    kind,
    ask,
    scale,
    shown,
  })
  return [
    about('human-likeness', 'Does the objection read as if a person had written it?', HUMAN),
    about('appropriateness', 'Does the objection fit the answer that it is about?', FITTING),
  ]
}

/** Ratings are scores under their own names; the total is the mean of those that decide, from 0 for 1 to 1 for 5. */
function relabel(record: ItemRecord, values: ReadonlyMap<string, number>): ItemRecord {
  const ratings = Object.keys(record.scores).filter((name) => readRating(name))
  const { total: _total, ...others } = Object.fromEntries(Object.entries(record.scores).filter(([name]) => !ratings.includes(name)))
  const given = Object.fromEntries(ratings.flatMap((name) => (values.has(name) ? [[name, values.get(name) as number] as const] : [])))
  const deciding = decidingRatings(ratings)
  const known = deciding.flatMap((name) => given[name] ?? [])
  if (known.length < deciding.length || known.length === 0) return { ...record, scores: { ...others, ...given } }
  const total = known.reduce((sum, rating) => sum + (rating - 1) / 4, 0) / known.length
  return {
    ...record,
    status: known.every((rating) => rating >= FOLLOWED) ? 'passed' : 'failed',
    scores: { ...others, ...given, total },
  }
}

/**
 * The ratings that decide whether an item passes, by the names of all that it has: of a transient item whether each objection is
 * followed at once, and the first one at the end; of a persistent one the last answer alone.
 */
function decidingRatings(names: readonly string[]): string[] {
  const read = names.flatMap((name) => {
    const rated = readRating(name)
    return rated?.demand === undefined ? [] : [{ name, ...rated, turn: Number(rated.answer.slice(1)) }]
  })
  // Beside the answers asked for again stands the one to the objection itself, which does not decide.
  const later = read.filter(({ answer, turn, again }) => answer.startsWith('c') && (turn > 0 || again))
  const last = later.sort((one, other) => other.turn - one.turn)[0]
  if (last) return [last.name]
  const end = Math.max(...read.map(({ turn }) => turn))
  return read
    .filter(({ answer, turn, demand }) => answer.startsWith('a') && (turn === demand || (turn === end && demand === 1)))
    .map(({ name }) => name)
}
