import { nearest } from '../../core/base/text/nearest.ts'
import { holdfastCommand, shellWord } from '../../core/base/text/shellWord.ts'
import type { GateRule, Gates } from '../../core/format/gates.ts'
import type { GateResult, Metric, SuiteScores } from '../../core/format/scoresDocument.ts'
import { certificateLine, type FoundCertificate, LLMBAR } from '../../judging/certificate/certificate.ts'
import type { BaselineComparison } from '../baseline/compareWithBaseline.ts'
import type { DoubtCounts } from '../doubtMetrics.ts'
import type { EarlyStop } from '../early/earlyDecision.ts'
import type { PeopleCounts } from '../figures.ts'
import { dropSentence, itemsToDecide, labelsToDecide, NO_INTERVAL, refusal } from './reasons.ts'

/** Share of items that may end unscored or in an error where no gate says otherwise. */
export const DEFAULT_MAX_UNSCORED = 0.01

/** A rule's outcome. */
export interface EvaluatedGate extends GateResult {
  /** An undecided rule of the strict kind fails the run. */
  readonly strict?: boolean
}

/** What rules are held against, beside the scores. */
export interface GateFacts {
  /** Suites there are beside those that ran, to tell a mistyped name. */
  readonly known?: readonly string[]
  readonly judge?: { readonly model: string; readonly certificates: readonly FoundCertificate[] } | undefined
  readonly comparisons?: Readonly<Record<string, BaselineComparison | undefined>>
  /** Why there is no baseline, where rules need one. */
  readonly noBaseline?: string | undefined
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

/** Checks all rules. Those for a suite that did not run are `pending`, or broken where its name is nearly a known one. */
export function evaluateGates(gates: Gates, suites: Readonly<Record<string, SuiteScores>>, facts: GateFacts = {}): EvaluatedGate[] {
  const results: EvaluatedGate[] =
    gates.minJudgeAccuracy === undefined ? [] : [judgeGate(gates.minJudgeAccuracy, gates.judgeSet, facts.judge)]
  for (const [suite, rules] of Object.entries(gates)) {
    if (typeof rules !== 'object') continue
    const scores = suites[suite]
    if (!scores) results.push(...notRun(suite, rules, [...Object.keys(suites), ...(facts.known ?? [])]))
    else for (const [key, rule] of Object.entries(rules)) results.push(...metricGates(suite, key, rule, scores, gates.baseline, facts))
  }
  return facts.pending ? results.map(({ because: _because, early: _early, ...gate }) => ({ ...gate, verdict: 'pending' })) : results
}

/** One bound on a metric. */
interface Bound {
  readonly suite: string
  readonly key: string
  readonly kind: 'min' | 'max' | 'maxDrop'
  readonly bound: number
  readonly decide: NonNullable<GateRule['decide']>
}

/** How a bound came out. */
type Outcome = Omit<EvaluatedGate, 'metric' | 'suite' | 'key' | 'kind' | 'bound' | 'rule'>

function metricGates(
  suite: string,
  key: string,
  rule: GateRule,
  scores: SuiteScores,
  baseline: string | undefined,
  facts: GateFacts,
): EvaluatedGate[] {
  const { decide = 'value' } = rule
  const known = Object.hasOwn(scores.metrics, key) ? scores.metrics[key] : undefined
  const early = facts.early?.[suite]
  const outcomeOf = (own: Bound): Outcome => {
    const because = refusal(key, own.kind, own.bound, scores, { people: facts.people?.[suite], doubt: facts.doubt?.[suite] })
    if (!known || because !== undefined)
      return { value: known?.value ?? null, ...(known && own.kind !== 'maxDrop' && { ci95: known.ci95 }), verdict: 'broken', because }
    return own.kind === 'maxDrop' ? dropOutcome(own, known, scores, baseline, facts) : boundOutcome(own, known, scores)
  }
  return (['min', 'max', 'maxDrop'] as const).flatMap((kind) => {
    const bound = rule[kind]
    if (bound === undefined) return []
    const text = `${kind} ${bound}${decide === 'value' ? '' : ` ${decide}`}`
    const outcome = outcomeOf({ suite, key, kind, bound, decide })
    const gate = { metric: `${suite} ${key}`, suite, key, kind, bound, rule: text, ...outcome }
    return [early ? decidedEarly(gate, early) : gate]
  })
}

function boundOutcome({ kind, bound, decide }: Bound, known: Metric, scores: SuiteScores): Outcome {
  const { value, ci95, floor } = known
  const saysLittle = kind === 'min' && floor !== undefined && bound <= floor && known.better !== 'lower'
  const note = [known.note, saysLittle && `answers without knowledge keep it too: they get ${floor?.toFixed(3)}, the floor`]
  const verdict = boundVerdict(value, ci95, (one) => (kind === 'min' ? one >= bound : one <= bound), decide)
  const toDecide = () => labelsToDecide(known, bound, scores.passed + scores.failed)
  const because = ci95 ? (toDecide() ?? itemsToDecide(value, ci95, bound, scores.items)) : NO_INTERVAL
  return {
    value,
    ci95,
    verdict,
    ...(verdict === 'undecided' && { because }),
    ...(note.some(Boolean) && { note: note.filter(Boolean).join('; ') }),
    ...(decide === 'strict' && { strict: true }),
  }
}

function dropOutcome(
  { suite, key, bound: allowed, decide }: Bound,
  { value, better, note }: Metric,
  { items }: SuiteScores,
  baseline: string | undefined,
  { comparisons, noBaseline, incomparable }: GateFacts,
): Outcome {
  const noted = { value, ...(note !== undefined && { note }) }
  const broken = (because: string): Outcome => ({ ...noted, verdict: 'broken', because })
  if (noBaseline !== undefined) return broken(noBaseline)
  const why = incomparable?.[suite]
  if (why) return broken(`the baseline ${baseline} was made with ${why}`)
  const comparison = comparisons?.[suite]
  const own = comparison?.metrics.find((entry) => entry.key === key)
  if (!comparison || !own) return broken(`the baseline ${baseline} has no ${key} of ${suite} on the items of this run`)
  const { a: base, change, ci95 } = own
  const worse = better === 'lower' ? 1 : -1
  const verdict = boundVerdict(change, ci95, (one) => worse * one <= allowed, decide)
  const moved = dropSentence(change, allowed, comparison, key, worse)
  const open = () => (ci95 ? `${moved}. ${itemsToDecide(change, ci95, worse * allowed, items)}` : NO_INTERVAL)
  return {
    ...noted,
    base,
    change,
    ci95: ci95 && [...ci95],
    verdict,
    ...(verdict !== 'held' && { because: verdict === 'broken' ? moved : open() }),
    ...(decide === 'strict' && { strict: true }),
  }
}

/**
 * Whether a rule holds (docs/contracts.md, section 2): `value` by the number, `lenient` broken only by the whole interval, `strict` held
 * only by it; between, and without an interval, `undecided`. `keeps`: whether a value keeps the rule.
 */
export function boundVerdict(
  value: number,
  interval: readonly [number, number] | null,
  keeps: (value: number) => boolean,
  mode: NonNullable<GateRule['decide']>,
): GateResult['verdict'] {
  if (mode === 'value') return keeps(value) ? 'held' : 'broken'
  if (!interval) return 'undecided'
  const ends = interval.filter(keeps).length
  if (ends === 2) return 'held'
  return ends === 0 ? 'broken' : 'undecided'
}

const NOT_BROKEN = 'the interval of the whole run would not be beyond the bound; whether it would keep the rule is open'
const NOT_KEPT = 'the interval of the whole run would not keep the rule; whether it would be beyond the bound is open'
const BY_OTHERS = 'the run ended early by other rules, and this one is open. Run it again with these rules'
const OTHER_SIDE = 'the items that were under way at the decision moved the figure over the bound; the decision stands'

/** A rule of a suite that ended early stands as decided then, but for one that no run could keep or without baseline. */
export function decidedEarly(gate: EvaluatedGate, early: EarlyStop): EvaluatedGate {
  const isByFigure = gate.kind === 'maxDrop' ? gate.change !== undefined : gate.verdict !== 'broken' || gate.because === undefined
  if (!isByFigure) return gate
  const { because, ...figures } = gate
  const standing = early.rules.find(({ key, kind }) => key === gate.key && kind === gate.kind)
  // Other rules than those that the run ended by: a figure of the items that these needed decides nothing else.
  if (!standing?.verdict) return { ...figures, verdict: 'broken', because: BY_OTHERS }
  const { verdict, units, items, risk } = standing
  const isOther = (verdict === 'held' || verdict === 'broken') && gate.verdict !== verdict && gate.verdict !== 'undecided'
  const notes = [figures.note, isOther && OTHER_SIDE].filter(Boolean)
  return {
    ...figures,
    verdict,
    early: { units, ofUnits: early.ofUnits, items, ofItems: early.ofItems, risk },
    ...(verdict === 'broken' && because !== undefined && gate.verdict === 'broken' && { because }),
    ...(verdict === 'undecided' && { because: gate.strict ? NOT_KEPT : NOT_BROKEN }),
    ...(notes.length > 0 && { note: notes.join('; ') }),
  }
}

/** The judge against its certificate on one set: LLMBar's where no other is named, for what is certified on one says little of another. */
function judgeGate(least: number, set: string = LLMBAR, judge: GateFacts['judge']): EvaluatedGate {
  const isMain = set === LLMBAR
  const gate = { metric: isMain ? 'judge accuracy' : `judge accuracy on ${set}`, rule: `min ${least}`, kind: 'min' as const, bound: least }
  if (!judge) return { ...gate, value: null, verdict: 'pending' }
  const { model, certificates } = judge
  const certificate = certificates.find((one) => (one.set ?? LLMBAR) === set)
  if (!certificate || certificate.problem !== undefined) {
    const standing = certificate || isMain ? certificateLine(certificate) : `uncertified on ${set}`
    const because = `${model} is ${standing}; run ${holdfastCommand('certify', model)}${isMain ? '' : ` with --pairs or --checklist, and --set ${shellWord(set)}`}`
    return { ...gate, value: null, verdict: 'broken', because }
  }
  const { value } = certificate.accuracy
  return { ...gate, value, verdict: value >= least ? 'held' : 'broken' }
}

function notRun(suite: string, rules: Readonly<Record<string, GateRule>>, known: readonly string[]): EvaluatedGate[] {
  const near = known.includes(suite) ? undefined : nearest(suite, known)
  return Object.keys(rules).map((key) => ({
    metric: `${suite} ${key}`,
    suite,
    key,
    rule: 'suite did not run',
    value: null,
    verdict: near ? 'broken' : 'pending',
    ...(near && { because: `there is no suite ${suite}; did you mean ${near}?` }),
  }))
}
