import { certificateLine, type FoundCertificate } from '../certificate/certificate.ts'
import type { Gates } from '../config/gates.ts'
import type { GateResult, SuiteScores } from '../run/scoresDocument.ts'
import { nearest } from '../text/nearest.ts'

/** Share of items that may end unscored or in an error where no gate says otherwise. */
export const DEFAULT_MAX_UNSCORED = 0.01

/** A rule's outcome, with a sentence where it is broken for a reason other than the number. */
export interface EvaluatedGate extends GateResult {
  readonly because?: string
}

/**
 * Checks every configured rule against the scores of a run. Rules for a suite that did not run are `pending`, unless its
 * name is nearly one that ran or is bundled: then it is mistyped, and broken.
 */
export function evaluateGates(
  gates: Gates,
  suites: Readonly<Record<string, SuiteScores>>,
  bundled: readonly string[] = [],
  judge?: JudgeStanding,
): EvaluatedGate[] {
  const results: EvaluatedGate[] = gates.minJudgeAccuracy === undefined ? [] : [judgeGate(gates.minJudgeAccuracy, judge)]
  for (const [suite, rules] of Object.entries(gates)) {
    if (typeof rules !== 'object') continue
    const scores = suites[suite]
    if (!scores) {
      results.push(...notRun(suite, rules, [...Object.keys(suites), ...bundled]))
      continue
    }
    for (const [key, bounds] of Object.entries(rules)) {
      const value = scores.metrics[key]?.value
      const metric = `${suite} ${key}`
      for (const kind of ['min', 'max'] as const) {
        const bound = bounds[kind]
        if (bound === undefined) continue
        const rule = `${kind} ${bound}`
        if (value === undefined) results.push({ metric, rule, value: null, verdict: 'broken', because: unknownMetric(key, scores) })
        else results.push({ metric, rule, value, verdict: (kind === 'min' ? value >= bound : value <= bound) ? 'held' : 'broken' })
      }
    }
  }
  return results
}

/** The judge of a run. */
export interface JudgeStanding {
  readonly model: string
  readonly certificate: FoundCertificate | undefined
}

function judgeGate(least: number, judge: JudgeStanding | undefined): EvaluatedGate {
  const gate = { metric: 'judge accuracy', rule: `min ${least}` }
  if (!judge) return { ...gate, value: null, verdict: 'pending' }
  const { model, certificate } = judge
  if (!certificate || certificate.problem !== undefined) {
    const because = `${model} is ${certificateLine(certificate)}; run npx holdfast certify ${model}`
    return { ...gate, value: null, verdict: 'broken', because }
  }
  const { value } = certificate.accuracy
  return { ...gate, value, verdict: value >= least ? 'held' : 'broken' }
}

function notRun(
  suite: string,
  rules: Readonly<Record<string, { min?: number | undefined; max?: number | undefined }>>,
  known: readonly string[],
): EvaluatedGate[] {
  const near = known.includes(suite) ? undefined : nearest(suite, known)
  return Object.keys(rules).map((key) => ({
    metric: `${suite} ${key}`,
    rule: 'suite did not run',
    value: null,
    verdict: near ? 'broken' : 'pending',
    ...(near && { because: `there is no suite ${suite}; did you mean ${near}?` }),
  }))
}

function unknownMetric(key: string, { metrics }: SuiteScores): string {
  const near = nearest(key, Object.keys(metrics))
  return `the run has no metric ${key}${near ? `; did you mean ${near}?` : ''}`
}

/** Whether any rule about metrics is configured. */
export function hasMetricGates(gates: Gates | undefined): boolean {
  return (
    gates?.minJudgeAccuracy !== undefined ||
    Object.values(gates ?? {}).some((rules) => typeof rules === 'object' && Object.keys(rules).length > 0)
  )
}
