import JSON5 from 'json5'
import { z } from 'zod'
import { isObject } from '../../core/base/data/parseJson.ts'
import { orUndefined } from '../../core/base/errors.ts'
import { pythonFloat } from '../../core/base/python/float.ts'
import { strip } from '../../core/base/python/text.ts'
import { replyJson } from '../askJudge.ts'
import { imitates, keyLike } from '../fence.ts'

/** What an evaluator scores, in the order of its form (docs/suites/kieval.md, R7). */
export const ASPECTS = ['accuracy', 'logic', 'relevance', 'coherence', 'conciseness'] as const
/** The aspects and the overall score. */
export const INTERVIEW_METRICS = [...ASPECTS, 'overall'] as const

/** Name of a score. */
export type InterviewMetric = (typeof INTERVIEW_METRICS)[number]

/** Why an evaluator may end an interview. */
export const STOP_REASONS = ['none', 'off_topic', 'empty_response', 'rule_violation', 'repetition', 'unpermitted_role_shift'] as const

/** The fields of an evaluation, in the order they are asked for: of each aspect, of the whole, and of the end of the interview. */
export function evaluationForm<Field>(
  aspect: (name: (typeof ASPECTS)[number]) => Field,
  comment: Field,
  score: Field,
  stop: Field,
  reason: Field,
): Record<string, Field> {
  const aspects = Object.fromEntries(ASPECTS.map((name) => [name, aspect(name)]))
  return { ...aspects, overall_comment: comment, overall_score: score, stop_conversation: stop, stop_reason: reason }
}

/** What an evaluator said about one round. */
export type RoundEvaluation = Readonly<Record<InterviewMetric, number | null>> & {
  readonly stop: boolean
  readonly stopReason: string | null
  readonly comment: string
  /** False where the reply holds no JSON object: a round without scores. */
  readonly parsed: boolean
  /** How far several votes differ, 0 to 1; absent for one. */
  readonly doubt?: number | undefined
}

/** Highest score that counts; the scale ends at 4, but the official code lets 5 through. */
const HIGHEST = 5

/** Reads a reply, first `{` to last `}`, as JSON5 (docs/suites/kieval.md, R8): null for no score from 0 to 5; no object, no scores. */
export function parseEvaluation(text: string): RoundEvaluation {
  const object = parseObject(text)
  const { stop_conversation: stop, stop_reason: reason, overall_comment: comment, overall_score: overall } = object ?? {}
  const scores = ASPECTS.map((name) => {
    const aspect = object?.[name]
    return [name, isObject(aspect) ? usable(aspect.score) : null] as const
  })
  return {
    ...(Object.fromEntries(scores) as Record<(typeof ASPECTS)[number], number | null>),
    overall: usable(overall),
    // Officially any truthy flag stops, the text "false" too.
    stop: stop === true || (typeof stop === 'string' && strip(stop).toLowerCase() === 'true'),
    stopReason: typeof reason === 'string' ? reason : null,
    comment: typeof comment === 'string' ? comment : '',
    parsed: object !== undefined,
  }
}

const score = z.union([z.number(), z.string()])
const aspect = z.strictObject({ comment: z.string(), score })
/** The form asked for, with no field beside it. */
const exactForm = z.strictObject(evaluationForm<z.ZodType>(() => aspect, z.string(), score, z.union([z.boolean(), z.string()]), z.string()))
/** What an evaluator may take for a field of an evaluation where it quotes. */
const LIKE_FIELD = keyLike('score', 'stop_conversation', 'stop_reason')

/** Whether a text that an evaluator is shown holds something like an evaluation: its reply must then be one exactly. */
export function imitatesEvaluation(shown: readonly string[]): boolean {
  return imitates(LIKE_FIELD, shown)
}

/** Whether a reply is an evaluation and nothing else: one JSON object of the form asked for, with no key twice. */
export function isExactEvaluation(text: string): boolean {
  return 'value' in replyJson(text, exactForm, true)
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (from === -1 || to < from) return undefined
  const value: unknown = orUndefined(() => JSON5.parse(text.slice(from, to + 1)))
  return isObject(value) ? value : undefined
}

/** A score that counts: a number, or a text that Python reads as one, from 0 to 5. A boolean is none. */
function usable(value: unknown): number | null {
  const number = typeof value === 'string' ? pythonFloat(value) : value
  return typeof number === 'number' && number >= 0 && number <= HIGHEST ? number : null
}
