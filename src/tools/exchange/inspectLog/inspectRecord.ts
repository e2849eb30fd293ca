import { hash } from 'node:crypto'
import { type ItemRecord, redactSecrets, type ScoreWays, shortened } from '../../../kit.ts'
import type { InspectHeader, InspectSample } from './logSchema.ts'
import { scoreValues, TOTAL } from './scoreValues.ts'

/** Score from which a sample passes: that of C. Inspect itself has no threshold. */
const THRESHOLD = 1
/** Room for the rounding of a mean. */
const ROUNDING = 1e-6
const REASON_CHARS = 300
/** Why a model ended an answer that was cut off. */
const CUT = new Set(['max_tokens', 'model_length'])

/** What of a log decides how a sample is read. */
type SampleRules = ReturnType<typeof sampleRules>

/** What of a log, and of what is said of its scores, decides how a sample is read. */
export function sampleRules({ eval: { task, config }, results }: InspectHeader, ways: ScoreWays) {
  const scores = results?.scores ?? []
  const metrics = scores.flatMap((own) => Object.values(own.metrics ?? {}))
  return {
    suite: task,
    /** The scorer whose score decides whether a sample passes. */
    first: scores[0]?.scorer ?? scores[0]?.name,
    /** Whether samples that ended in an error were scored on purpose. */
    scoresErrors: config.score_on_error === true,
    /** Field of the metadata that the log's standard errors are clustered by. */
    cluster: metrics.map(({ params }) => params?.cluster).find((field) => typeof field === 'string'),
    ways,
  }
}

/** Which way a metric is good, where it is said of it or of its scorer. */
export function wayOf(ways: ScoreWays, name: string): 'lower' | 'higher' | undefined {
  const said = (key: string) => (Object.hasOwn(ways, key) ? ways[key] : undefined)
  return said(name) ?? said(name.slice(0, Math.max(0, name.lastIndexOf('.'))))
}

/** A sample as Holdfast has it. */
export type ReadSample = ReturnType<typeof inspectRecord>

/**
 * A sample of a log as the record of an item: an epoch is a trial. A sample that ended in an error is an `error`, and one that was
 * invalidated or has no figure is `unscored`; neither counts as zero.
 */
export function inspectRecord(sample: InspectSample, rules: SampleRules) {
  const { id, epoch, scores } = sample
  const values = scoreValues(scores, rules.first)
  const usable = [...values].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  const isError = sample.error != null && !(rules.scoresErrors && usable.length > 0)
  const without = withoutScore(sample, usable.length > 0)
  const isScored = !isError && without === undefined
  // Whatever way a score is good, the total is the better the higher it is, and 1 passes.
  const totalOf = ([name, value]: readonly [string, number]) => (wayOf(rules.ways, name) === 'lower' ? THRESHOLD - value : value)
  const hasPassed = usable[0] !== undefined && totalOf(usable[0]) >= THRESHOLD - ROUNDING
  // That of the first scorer alone: others may measure something else.
  const [first] = values.keys()
  const whole = usable.find(([name]) => name === first)
  const choices = sample.output?.choices ?? []
  const cut = choices.filter(({ stop_reason }) => stop_reason != null && CUT.has(stop_reason)).length
  // That which the log's own standard errors are by, where it names one.
  const cluster = sample.metadata?.[rules.cluster ?? '']
  const record: ItemRecord = {
    suite: rules.suite,
    item: String(id),
    task: rules.suite,
    trial: epoch - 1,
    status: isError ? 'error' : isScored ? (hasPassed ? 'passed' : 'failed') : 'unscored',
    tags: sample.limit ? { limit: sample.limit.type } : {},
    ...(rules.cluster !== undefined &&
      (typeof cluster === 'string' || typeof cluster === 'number') && { clusters: { [rules.cluster]: String(cluster) } }),
    scores: isScored ? { ...Object.fromEntries(usable), ...(whole !== undefined && { [TOTAL]: totalOf(whole) }) } : {},
    threshold: THRESHOLD,
    ...(isScored && !hasPassed && { reason: reasonOf(sample) }),
    ...(!isError && without !== undefined && { reason: without }),
    ...(isError && { error: short(sample.error?.message ?? '') }),
    ...(cut > 0 && { cut }),
  }
  return {
    record,
    /** All figures that the log has of it, also where the record does not count them. */
    values,
    /** Hash of what was asked and what is right. */
    asked: hash('sha256', JSON.stringify([String(id), askedOf(sample.input), sample.target ?? null, sample.choices ?? null])),
    /** Answers of the model, counted by its messages. */
    calls: (sample.messages ?? []).filter((message) => (message as { role?: unknown } | null)?.role === 'assistant').length,
  }
}

/** Why a sample has no score; undefined where it has one. */
function withoutScore({ invalidation, scores }: InspectSample, hasFigure: boolean): string | undefined {
  if (invalidation) {
    const by = invalidation.author ? ` by ${invalidation.author}` : ''
    return short(`invalidated${by}${invalidation.reason ? `: ${invalidation.reason}` : ''}`)
  }
  if (hasFigure) return undefined
  const entries = Object.entries(scores ?? {})
  if (entries.length === 0) return 'the log has no score of it'
  return short(`no figure: ${entries.map(([name, { value }]) => `${name} is ${JSON.stringify(value)}`).join(', ')}`)
}

/** What the scorers said, of a sample that did not pass. */
function reasonOf({ scores }: InspectSample): string {
  const said = Object.entries(scores ?? {}).map(([name, { value, answer, explanation }]) => {
    const parts = [`${name} ${JSON.stringify(value)}`, answer && `answer: ${short(answer)}`, explanation && short(explanation)]
    return parts.filter(Boolean).join('; ')
  })
  return short(said.join(' | '))
}

/** Cut after secrets are taken out: half of one would not be known. */
function short(text: string): string {
  return shortened(redactSecrets(text), REASON_CHARS)
}

/** The input without the ids of its messages, which differ from run to run. */
function askedOf(input: unknown): unknown {
  if (!Array.isArray(input)) return input ?? null
  return input.map((message) => {
    const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown }
    return [role ?? null, content ?? null]
  })
}
