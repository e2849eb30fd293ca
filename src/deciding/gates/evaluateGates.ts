import { counted } from '../../core/base/text/counted.ts'
import { nearest } from '../../core/base/text/nearest.ts'
import { roughCount } from '../../core/base/text/roughCount.ts'
import { DOUBT_RATE } from '../../core/format/doubtKeys.ts'
import { besideOf } from '../../core/format/figureBeside.ts'
import type { GateRule, Gates } from '../../core/format/gates.ts'
import { metricScale } from '../../core/format/metricScale.ts'
import type { Metric, SuiteScores } from '../../core/format/scoresDocument.ts'
import { LEAST_LABELLED, labelsNeeded } from '../../core/stats/labelsNeeded.ts'
import { certificateLine, type FoundCertificate, LLMBAR } from '../../judging/certificate/certificate.ts'
import type { BaselineComparison } from '../baseline/compareWithBaseline.ts'
import type { DoubtCounts } from '../doubtMetrics.ts'
import type { EarlyStop } from '../early/earlyStop.ts'
import type { PeopleCounts } from '../figures.ts'
import { boundVerdict, type Interval } from './boundVerdict.ts'
import { decidedEarly } from './decidedEarly.ts'
import type { EvaluatedGate } from './evaluatedGate.ts'
import { itemsToDecide } from './itemsToDecide.ts'
import { whyNoDoubt } from './whyNoDoubt.ts'

/** Share of items that may end unscored or in an error where no gate says otherwise. */
export const DEFAULT_MAX_UNSCORED = 0.01

/** Why a rule that needs an interval is undecided whatever the number. */
const NO_INTERVAL = 'it has no 95 % interval: fewer than two independent items tell how far it varies'

/** What rules are held against, beside the scores. */
export interface GateFacts {
  /** Suites there are beside those that ran, to tell a mistyped name. */
  readonly known?: readonly string[]
  readonly judge?: JudgeStanding | undefined
  /** The suites against the baseline. */
  readonly comparisons?: Readonly<Record<string, BaselineComparison | undefined>>
  /** Why there is no baseline, where rules need one. */
  readonly noBaseline?: string
  /** By suite: why it cannot be held against the baseline. */
  readonly incomparable?: Readonly<Record<string, string | undefined>>
  /** Labels of people that each suite has, where it has any. */
  readonly people?: Readonly<Record<string, PeopleCounts | undefined>>
  /** Verdicts of each suite that are left to people, where any tells a doubt. */
  readonly doubt?: Readonly<Record<string, DoubtCounts | undefined>>
  /** How each suite ended before its last item, where it did. */
  readonly early?: Readonly<Record<string, EarlyStop | undefined>>
  /** Part of a run: nothing can be decided yet. */
  readonly pending?: boolean
}

/** The judge of a run. */
export interface JudgeStanding {
  readonly model: string
  readonly certificates: readonly FoundCertificate[]
}

/**
 * Checks every configured rule against the scores of a run. Rules for a suite that did not run are `pending`, unless its
 * name is nearly one that ran or is bundled: then it is mistyped, and broken.
 */
export function evaluateGates(gates: Gates, suites: Readonly<Record<string, SuiteScores>>, facts: GateFacts = {}): EvaluatedGate[] {
  const results: EvaluatedGate[] =
    gates.minJudgeAccuracy === undefined ? [] : [judgeGate(gates.minJudgeAccuracy, gates.judgeSet, facts.judge)]
  for (const [suite, rules] of Object.entries(gates)) {
    if (typeof rules !== 'object') continue
    const scores = suites[suite]
    if (!scores) results.push(...notRun(suite, rules, [...Object.keys(suites), ...(facts.known ?? [])]))
    else {
      const early = facts.early?.[suite]
      for (const [key, rule] of Object.entries(rules)) {
        const own = metricGates(suite, key, rule, scores, gates.baseline, facts)
        results.push(...(early ? own.map((gate) => decidedEarly(gate, key, early)) : own))
      }
    }
  }
  return facts.pending ? results.map(({ because: _because, early: _early, ...gate }) => ({ ...gate, verdict: 'pending' })) : results
}

function metricGates(
  suite: string,
  key: string,
  rule: GateRule,
  scores: SuiteScores,
  baseline: string | undefined,
  facts: GateFacts,
): EvaluatedGate[] {
  const metric = `${suite} ${key}`
  const known = Object.hasOwn(scores.metrics, key) ? scores.metrics[key] : undefined
  const mode = rule.decide ?? 'value'
  const suffix = mode === 'value' ? '' : ` ${mode}`
  const slipOf = (kind: 'min' | 'max' | 'maxDrop', bound: number) => known && offScale(kind, bound, key, metricScale(known), known.value)
  const whyNone = () =>
    whyUncorrected(key, scores.metrics, facts.people?.[suite]) ??
    whyNoDoubt(key, scores.metrics, facts.doubt?.[suite]) ??
    unknownMetric(key, scores)
  const bounds = (['min', 'max'] as const).flatMap((kind): EvaluatedGate[] => {
    const bound = rule[kind]
    if (bound === undefined) return []
    const text = `${kind} ${bound}${suffix}`
    if (!known) return [{ metric, rule: text, value: null, verdict: 'broken', because: whyNone() }]
    const slip = slipOf(kind, bound)
    if (slip) return [{ metric, rule: text, value: known.value, ci95: known.ci95, verdict: 'broken', because: slip }]
    const keeps = (value: number) => (kind === 'min' ? value >= bound : value <= bound)
    const saysLittle = kind === 'min' && known.floor !== undefined && bound <= known.floor && known.better !== 'lower'
    const notes = [known.note, saysLittle && `answers without knowledge keep it too: they get ${rounded(known.floor as number)}, the floor`]
    const note = notes.filter(Boolean).join('; ')
    const verdict = boundVerdict(known.value, known.ci95, keeps, mode)
    return [
      {
        metric,
        rule: text,
        value: known.value,
        ci95: known.ci95,
        verdict,
        ...(verdict === 'undecided' && {
          because: known.ci95
            ? (labelsToDecide(known, bound, scores.passed + scores.failed) ?? itemsToDecide(known.value, known.ci95, bound, scores.items))
            : NO_INTERVAL,
        }),
        ...(note !== '' && { note }),
        ...(mode === 'strict' && { strict: true }),
      },
    ]
  })
  if (rule.maxDrop === undefined) return bounds
  const text = `maxDrop ${rule.maxDrop}${suffix}`
  const beside = besideOf(key, scores.metrics)?.beside
  if (beside === 'corrected') {
    const because = 'a drop is not told of a corrected figure, for other items are labelled in each run. Use min or max'
    return [...bounds, { metric, rule: text, value: known?.value ?? null, verdict: 'broken', because }]
  }
  if (key === DOUBT_RATE || beside !== undefined) {
    const because = 'a drop is not told of it, for other verdicts are doubtful in each run. Use min or max'
    return [...bounds, { metric, rule: text, value: known?.value ?? null, verdict: 'broken', because }]
  }
  if (!known) return [...bounds, { metric, rule: text, value: null, verdict: 'broken', because: whyNone() }]
  const slip = slipOf('maxDrop', rule.maxDrop)
  if (slip) return [...bounds, { metric, rule: text, value: known.value, verdict: 'broken', because: slip }]
  return [
    ...bounds,
    {
      ...dropGate(
        metric,
        suite,
        key,
        known.better === 'lower',
        { allowed: rule.maxDrop, text, mode, items: scores.items },
        baseline,
        facts,
      ),
      value: known.value,
      ...(known.note !== undefined && { note: known.note }),
    },
  ]
}

/** A rule about a drop, and the items that it is held against. */
interface DropRule {
  readonly allowed: number
  readonly text: string
  readonly mode: NonNullable<GateRule['decide']>
  readonly items: number
}

function dropGate(
  metric: string,
  suite: string,
  key: string,
  isLower: boolean,
  { allowed, text, mode, items }: DropRule,
  baseline: string | undefined,
  { comparisons, noBaseline, incomparable }: GateFacts,
): EvaluatedGate {
  const gate = { metric, rule: text, value: null }
  if (noBaseline !== undefined) return { ...gate, verdict: 'broken', because: noBaseline }
  const why = incomparable?.[suite]
  if (why) return { ...gate, verdict: 'broken', because: `the baseline ${baseline} was made with ${why}` }
  const comparison = comparisons?.[suite]
  const own = comparison?.metrics.find((entry) => entry.key === key)
  if (!comparison || !own)
    return { ...gate, verdict: 'broken', because: `the baseline ${baseline} has no ${key} of ${suite} on the items of this run` }
  const worse = isLower ? 1 : -1
  const keeps = (change: number) => worse * change <= allowed
  const verdict = boundVerdict(own.change, own.ci95 as Interval, keeps, mode)
  return {
    ...gate,
    base: own.a,
    change: own.change,
    ci95: own.ci95 && [...own.ci95],
    verdict,
    ...(mode === 'strict' && { strict: true }),
    ...(verdict === 'broken' && { because: dropSentence(own.change, allowed, comparison, key, worse) }),
    ...(verdict === 'undecided' && {
      because: own.ci95
        ? `${dropSentence(own.change, allowed, comparison, key, worse)}. ${itemsToDecide(own.change, [own.ci95[0], own.ci95[1]], worse * allowed, items)}`
        : NO_INTERVAL,
    }),
  }
}

function dropSentence(
  change: number,
  allowed: number,
  { contributions, lost, gained }: BaselineComparison,
  key: string,
  worse: 1 | -1,
): string {
  const parts = (contributions[key] ?? [])
    .filter((part) => Math.sign(part.change) === worse)
    .map((part) => `${part.task} ${rounded(Math.abs(part.change))}`)
  const of = parts.length > 0 ? `. Of that ${parts.join(', ')}` : ''
  return `${worse === -1 ? 'fell' : 'rose'} by ${rounded(worse * change)}, allowed ${allowed}${of}. ${lost} items lost full marks, ${gained} gained them`
}

function rounded(value: number): string {
  return value.toFixed(3)
}

/** The judge against its certificate on one set: LLMBar's where no other is named, for what is certified on one says little of another. */
function judgeGate(least: number, set: string = LLMBAR, judge: JudgeStanding | undefined): EvaluatedGate {
  const isMain = set === LLMBAR
  const gate = { metric: isMain ? 'judge accuracy' : `judge accuracy on ${set}`, rule: `min ${least}` }
  if (!judge) return { ...gate, value: null, verdict: 'pending' }
  const { model, certificates } = judge
  const certificate = certificates.find((one) => (one.set ?? LLMBAR) === set)
  if (!certificate || certificate.problem !== undefined) {
    const standing = certificate || isMain ? certificateLine(certificate) : `uncertified on ${set}`
    const because = `${model} is ${standing}; run npx holdfast certify ${model}${isMain ? '' : ` with --pairs or --checklist, and --set ${set}`}`
    return { ...gate, value: null, verdict: 'broken', because }
  }
  const { value } = certificate.accuracy
  return { ...gate, value, verdict: value >= least ? 'held' : 'broken' }
}

function notRun(suite: string, rules: Readonly<Record<string, GateRule>>, known: readonly string[]): EvaluatedGate[] {
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

/** How many labels would decide a rule about a corrected figure, in words; undefined for a figure of another kind. */
function labelsToDecide({ value, ci95, n, ofLabels }: Metric, bound: number, records: number): string | undefined {
  if (ofLabels === undefined || !ci95) return undefined
  const has = `${counted(n, 'item')} of ${records} ${n === 1 ? 'is' : 'are'} labelled`
  if (value === bound) return `${has}. The figure is at its bound, which no number of labels decides`
  const needed = labelsNeeded(Math.abs(value - bound), { ci95, ofLabels, labelled: n, records })
  if (needed === undefined || needed <= n)
    return `${has}. Labels of all items would not decide it while the figure stays where it is. Run more items`
  return `${has}; ${roughCount(needed)} would decide it in 4 of 5 runs if the figure stayed where it is: npx holdfast annotate latest --items ${needed}`
}

/** Why a run has no corrected figure of this key, in words; undefined for a key of another kind. */
function whyUncorrected(key: string, metrics: Readonly<Record<string, Metric>>, people: PeopleCounts | undefined): string | undefined {
  const { beside: kind, own } = besideOf(key, metrics) ?? {}
  if (kind !== 'corrected') return undefined
  if (!people) return `the project has no labels of it. Label ${LEAST_LABELLED} items or more, better 50: npx holdfast annotate latest`
  const { labelled, incomplete, withoutChance, ofOthers } = people
  const others = [
    ...(incomplete > 0 ? [`${counted(incomplete, 'item')} labelled in part`] : []),
    ...(withoutChance > 0 ? [`${counted(withoutChance, 'item')} of no sample of this run`] : []),
    ...(ofOthers > 0 ? [`${counted(ofOthers, 'label')} of another text`] : []),
  ]
  const beside = others.length > 0 ? ` (not counted: ${others.join(', ')})` : ''
  if (labelled >= LEAST_LABELLED) return `labels of people do not change ${own}, or too few of its items have one${beside}`
  return `${counted(labelled, 'item')} of this run ${labelled === 1 ? 'is' : 'are'} labelled${beside}. Label ${LEAST_LABELLED} or more, better 50: npx holdfast annotate latest`
}

/**
 * Why a bound says nothing about its metric: it lies outside the metric's scale, so that every run keeps it or none can.
 * That is a slip, for instance a share given for a percentage; undefined for a bound on the scale.
 *
 * @param range lowest and highest value of the metric, where they are known.
 * @param value what the metric is; one beyond the range shows that the range is not its scale.
 */
function offScale(
  kind: 'min' | 'max' | 'maxDrop',
  bound: NonNullable<GateRule[typeof kind]>,
  key: string,
  range: readonly [number, number] | undefined,
  value: number,
): string | undefined {
  if (!range || value < range[0] || value > range[1]) return undefined
  const [least, most] = range
  const said = (effect: string) => `${key} runs from ${least} to ${most}, so ${effect} ${kind} ${bound}. Give a bound on that scale`
  const [beyond, below] = kind === 'min' ? ['no run can keep', 'every run keeps'] : ['every run keeps', 'no run can keep']
  if (kind === 'maxDrop') return bound > most - least ? said(beyond) : undefined
  if (bound > most) return said(beyond)
  return bound < least ? said(below) : undefined
}
