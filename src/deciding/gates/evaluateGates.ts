import { nearest } from '../../core/base/text/nearest.ts'
import { holdfastCommand, shellWord } from '../../core/base/text/shellWord.ts'
import { allBounds, boundsOf, type GateRule, type Gates, rulesBySuite, WAYS, type Way, wayOf } from '../../core/format/gates.ts'
import { signsText } from '../../core/format/judgeSign.ts'
import { type GateResult, type Metric, metricScale, type SuiteScores } from '../../core/format/scoresDocument.ts'
import type { MetricComparison } from '../../core/stats/compareRecords.ts'
import { anyByChance, errorOf, type RuleDesign, redByChance, shownChange } from '../../core/stats/ruleError.ts'
import { holm } from '../../core/stats/tests.ts'
import {
  BUNDLED_CRITERIA,
  certificateLine,
  type FoundCertificate,
  isBetterThanChance,
  LLMBAR,
} from '../../judging/certificate/certificate.ts'
import type { BaselineComparison } from '../baseline/compareWithBaseline.ts'
import type { DoubtCounts } from '../doubtMetrics.ts'
import type { EarlyStop } from '../early/earlyDecision.ts'
import { FLOOR } from '../headline.ts'
import type { PeopleCounts } from '../people.ts'
import { dropSentence, itemsToBreak, itemsToDecide, labelsToDecide, NO_INTERVAL, partRefusal, refusal, whyUnlabelled } from './reasons.ts'

/** Share of items that may end unscored or in an error where no gate says otherwise. */
export const DEFAULT_MAX_UNSCORED = 0.01

/** A rule's outcome. */
export interface EvaluatedGate extends GateResult {
  /** Where it is undecided it fails the run: it is strict, or nothing tells. */
  readonly fails?: boolean
  /** Of a `worse` rule: the two-sided p of its change. */
  readonly p?: number
}

/** What bears on the drops of a suite from its baseline. */
export interface BaseFacts {
  /** Why it cannot be held against the baseline. */
  readonly why?: string | undefined
  /** Why a change may be the judge's. */
  readonly other?: string
  /** That a judge did not judge the baseline, which says nothing of figures that stand. */
  readonly signs?: string
}

/** What rules are held against, beside the scores. */
export interface GateFacts {
  /** Trials of each item. Default 1. */
  readonly trials?: number | undefined
  /** Suites there are beside those that ran, to tell a mistyped name. */
  readonly known?: readonly string[]
  readonly judge?: { readonly model: string; readonly certificates: readonly FoundCertificate[] } | undefined
  readonly comparisons?: Readonly<Record<string, BaselineComparison | undefined>>
  /** Why there is no baseline, where rules need one. */
  readonly noBaseline?: string | undefined
  /** What bears on drops of each suite from the baseline. */
  readonly base?: Readonly<Record<string, BaseFacts>>
  /** `worse` rules of the whole configuration, which Holm counts. Default: those of the gates. */
  readonly worseRules?: number | undefined
  /** Labels of people that each suite has, where it has any. */
  readonly people?: Readonly<Record<string, PeopleCounts | undefined>>
  /** What the floors of each suite are, in words, where it says so. */
  readonly floors?: Readonly<Record<string, string | undefined>>
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
  for (const [suite, rules] of rulesBySuite(gates)) {
    const scores = suites[suite]
    if (!scores) results.push(...notRun(suite, rules, [...Object.keys(suites), ...(facts.known ?? [])]))
    else for (const [key, rule] of Object.entries(rules)) results.push(...metricGates(suite, key, rule, scores, gates, facts))
  }
  if (facts.pending)
    return results.map(({ because: _because, early: _early, shows: _shows, chance: _chance, ...gate }) => ({ ...gate, verdict: 'pending' }))
  return gates.holm ? testedTogether(results, facts.worseRules ?? countWorse(gates)) : results
}

/** How many `worse` rules gates have, over all suites. */
export function countWorse(gates: Gates | undefined): number {
  return allBounds(gates).filter(({ way }) => way === 'worse').length
}

/** `worse` rules tested together by Holm: those that break by themselves alone are undecided. What did not run counts as not told. */
function testedTogether(gates: readonly EvaluatedGate[], count: number): EvaluatedGate[] {
  const own = gates.filter(({ p }) => p !== undefined)
  const adjusted = holm([...own.map(({ p = 1 }) => p), ...new Array<number>(Math.max(0, count - own.length)).fill(1)])
  return gates.map((gate) => {
    if (gate.verdict !== 'broken' || (adjusted[own.indexOf(gate)] ?? 0) < 0.05) return gate
    const because = `${gate.because}. By itself it is ${WAYS.worse}, but not as one of ${count} gates that are tested together (Holm)`
    return { ...gate, verdict: 'undecided', because }
  })
}

/** Chance that an unchanged model is red by any of several rules; undefined for fewer than two whose chance is known. */
export function jointChance(gates: readonly Pick<GateResult, 'chance' | 'way'>[], isHolm = false): number | undefined {
  const known = gates.flatMap(({ chance, way }) => (chance === undefined ? [] : [{ chance, isWorse: way === 'worse' }]))
  if (known.length < 2) return undefined
  const of = (wanted: boolean) => anyByChance(known.flatMap(({ chance, isWorse }) => (isWorse === wanted ? [chance] : [])))
  return anyByChance([of(false), isHolm ? Math.min(0.025, of(true)) : of(true)])
}

/** One bound on a metric. */
interface Bound {
  readonly suite: string
  readonly key: string
  readonly kind: 'min' | 'max' | 'maxDrop'
  readonly bound: number
  readonly way: Way
}

/** How a bound came out. */
type Outcome = Omit<EvaluatedGate, 'metric' | 'suite' | 'key' | 'kind' | 'bound' | 'rule'>

function metricGates(suite: string, key: string, rule: GateRule, scores: SuiteScores, gates: Gates, facts: GateFacts): EvaluatedGate[] {
  const refused = partRefusal(suite, scores.leftOut, gates)
  const known = Object.hasOwn(scores.metrics, key) ? scores.metrics[key] : undefined
  const early = facts.early?.[suite]
  const nothing = known?.stands ? undefined : signsText(scores.judgeSigns)
  const outcomeOf = (own: Bound): Outcome => {
    if (refused === undefined) {
      // Whatever the number is, it is not the model's.
      const noValue = !known && key === scores.headline && scores.noValue !== undefined ? `it has no value: ${scores.noValue}` : undefined
      const why = nothing ?? noValue
      if (why !== undefined) {
        const because = own.kind === 'maxDrop' && facts.noBaseline !== undefined ? `${why}; ${facts.noBaseline}` : why
        return { value: known?.value ?? null, verdict: 'undecided', because, fails: true }
      }
    }
    const because = refused ?? refusal(key, own.kind, own.bound, scores, { people: facts.people?.[suite], doubt: facts.doubt?.[suite] })
    if (!known || because !== undefined)
      return { value: known?.value ?? null, ...(known && own.kind !== 'maxDrop' && { ci95: known.ci95 }), verdict: 'broken', because }
    return own.kind === 'maxDrop' ? dropOutcome(own, known, scores, gates.baseline, facts) : boundOutcome(own, known, scores, facts)
  }
  return boundsOf(rule).map(({ kind, bound, way }) => {
    const text = `${kind} ${bound}${way === wayOf(kind, {}) ? '' : ` ${way}`}`
    const outcome = outcomeOf({ suite, key, kind, bound, way })
    const gate = { metric: `${suite} ${key}`, suite, key, kind, bound, way, rule: text, ...outcome }
    const isOfJudge = kind === 'maxDrop' && judgesWordOf(suite, known, facts) !== undefined
    return early && !isOfJudge && nothing === undefined ? decidedEarly(gate, early) : gate
  })
}

/** Why a change from the baseline may be the judge's. */
function judgesWordOf(suite: string, known: Metric | undefined, { base }: GateFacts): string | undefined {
  return base?.[suite]?.other ?? (known?.stands ? undefined : base?.[suite]?.signs)
}

function boundOutcome({ suite, kind, bound, way }: Bound, known: Metric, scores: SuiteScores, facts: GateFacts): Outcome {
  const { value, ci95, floor } = known
  const [people, floorText] = [facts.people?.[suite], facts.floors?.[suite] ?? FLOOR]
  const saysLittle = kind === 'min' && floor !== undefined && bound <= floor && known.better !== 'lower'
  const room = kind === 'min' ? value - bound : bound - value
  const atFloor = saysLittle && `${floor?.toFixed(3)} is ${floorText}, and it keeps this gate${room < 0 ? '' : ' too'}`
  const note = [known.note, atFloor]
  const keeps = (one: number) => (kind === 'min' ? one >= bound : one <= bound)
  const unlabelled = whyUnlabelled(known, people, way === 'value' ? keeps : undefined)
  // A bound asks nothing of a baseline: the configuration refuses `worse` there.
  const verdict = unlabelled === undefined ? boundVerdict(value, ci95, keeps, way as Exclude<Way, 'worse'>) : 'undecided'
  const toDecide = () => labelsToDecide(known, bound, (scores.passed + scores.failed) * (facts.trials ?? 1))
  const because = unlabelled ?? (ci95 ? (toDecide() ?? itemsToDecide(known, bound, ci95, scores.items)) : NO_INTERVAL)
  return {
    value,
    ci95,
    verdict,
    ...(ci95 && room >= 0 && { chance: redByChance({ way, room, se: errorOf(ci95) }) }),
    ...(verdict === 'undecided' && { because }),
    ...(note.some(Boolean) && { note: note.filter(Boolean).join('; ') }),
    ...((way === 'strict' || unlabelled !== undefined) && { fails: true }),
  }
}

function dropOutcome(
  { suite, key, bound: allowed, way }: Bound,
  known: Metric,
  { items }: SuiteScores,
  baseline: string | undefined,
  facts: GateFacts,
): Outcome {
  const { comparisons, noBaseline } = facts
  const { value, better, note } = known
  const noted = { value, ...(note !== undefined && { note }) }
  const broken = (because: string): Outcome => ({ ...noted, verdict: 'broken', because })
  if (noBaseline !== undefined) return broken(noBaseline)
  const why = facts.base?.[suite]?.why
  if (why) return broken(`the baseline ${baseline} was made with ${why}`)
  const comparison = comparisons?.[suite]
  const own = comparison?.metrics.find((entry) => entry.key === key)
  if (!comparison) return broken(lacksSuite(baseline, suite))
  if (!own) return broken(`the baseline ${baseline} has no ${key} of ${suite} on the items of this run`)
  const { a: base, change, ci95, p } = own
  // An interval of what two judges say is none of the model.
  const other = judgesWordOf(suite, known, facts)
  if (other !== undefined) return { ...noted, base, change, pairs: own.n, ci95: null, verdict: 'undecided', because: other, fails: true }
  const worse = better === 'lower' ? 1 : -1
  const verdict = dropVerdict(change, ci95, { allowed, worse, way })
  const moved = dropSentence(change, allowed, comparison, key, worse)
  const toDecide = way === 'worse' ? itemsToBreak : itemsToDecide
  // Nothing says how far chance moves it.
  const byNumber = way === 'worse' && !ci95 && verdict === 'held' && `held by the number alone, since ${NO_INTERVAL}`
  const notes = [note, byNumber].filter(Boolean).join('; ')
  const open = () => (ci95 ? `${moved}. ${toDecide(known, allowed, ci95, items, worse)}` : NO_INTERVAL)
  return {
    value,
    ...(notes !== '' && { note: notes }),
    base,
    change,
    pairs: own.n,
    ci95: ci95 && [...ci95],
    verdict,
    ...(ci95 && ofChance(own, ci95, { way, room: allowed, worse, scale: metricScale(known) })),
    ...(verdict !== 'held' && { because: verdict === 'broken' ? moved : open() }),
    ...((way === 'strict' || (way === 'worse' && !ci95)) && { fails: true }),
    ...(way === 'worse' && { p }),
  }
}

/** That a baseline is of other suites, and how one is made that has all. */
function lacksSuite(baseline = '', suite: string): string {
  return `the baseline ${baseline} has nothing of ${suite}. Run all its suites in one run, and keep that: ${holdfastCommand('compare')} latest --keep ${shellWord(baseline)}`
}

/** How often a rule about a drop is red by chance; of a `worse` rule also which drop its pairs show in 4 of 5 runs. */
function ofChance(
  { a: base, change, n, se }: MetricComparison,
  ci95: readonly [number, number],
  { way, room, worse, scale }: Pick<RuleDesign, 'way' | 'room'> & { worse: 1 | -1; scale: readonly [number, number] | undefined },
): Pick<Outcome, 'chance' | 'shows'> {
  const reach = worse === 1 ? change - ci95[0] : ci95[1] - change
  const chance = redByChance({ way, room, se: se ?? 0, reach })
  if (way !== 'worse') return { chance }
  const shows = shownChange({ way, room, se: se ?? 0, reach }, scale && scale[1] - scale[0], n)
  if (shows === undefined) return { chance }
  // No figure falls below the end of its scale.
  const most = scale ? (worse === 1 ? scale[1] - base : base - scale[0]) : Number.POSITIVE_INFINITY
  return { chance, shows: shows <= most ? shows : null }
}

/** What a change must not be, and how that is asked. */
export interface DropRule {
  /** How much worse it may be, 0 or more. */
  readonly allowed: number
  /** The sign of a change for the worse. */
  readonly worse: 1 | -1
  readonly way: Way
}

/**
 * Whether a change from the baseline is allowed. `worse`: broken where it went further than that and its whole interval is on the worse
 * side of no change, undecided where it went further and the interval holds no change or is missing. The others: {@link boundVerdict}.
 */
export function dropVerdict(
  change: number,
  interval: readonly [number, number] | null,
  { allowed, worse, way }: DropRule,
): GateResult['verdict'] {
  const keeps = (one: number) => worse * one <= allowed
  if (way !== 'worse') return boundVerdict(change, interval, keeps, way)
  if (keeps(change)) return 'held'
  return interval?.every((end) => worse * end > 0) ? 'broken' : 'undecided'
}

/**
 * Whether a rule holds (docs/formats.md, section 2): `value` by the number, `lenient` broken only by the whole interval, `strict` held
 * only by it; between, and without an interval, `undecided`. `keeps`: whether a value keeps the rule.
 */
export function boundVerdict(
  value: number,
  interval: readonly [number, number] | null,
  keeps: (value: number) => boolean,
  mode: Exclude<Way, 'worse'>,
): GateResult['verdict'] {
  if (mode === 'value') return keeps(value) ? 'held' : 'broken'
  if (!interval) return 'undecided'
  const ends = interval.filter(keeps).length
  if (ends === 2) return 'held'
  return ends === 0 ? 'broken' : 'undecided'
}

const BOTH = 'the interval of the whole run would neither hold the gate nor break it'
const BY_BROKEN = 'another gate is broken, so the rest was not paid for. Set gates.everyGate to have it decided'
const BY_OTHERS = 'the run ended early by other gates, and this one is open. Run it again with these gates'

/** A rule of a suite that ended early, with when it was decided; undecided, exit 1, where other rules ended it. Its figures are of the items up to there. */
export function decidedEarly(gate: EvaluatedGate, early: EarlyStop): EvaluatedGate {
  const isByFigure = gate.kind === 'maxDrop' ? gate.change !== undefined : gate.verdict !== 'broken' || gate.because === undefined
  if (!isByFigure) return gate
  const standing = early.rules.find(({ key, kind }) => key === gate.key && kind === gate.kind)
  // Other rules than those that the run ended by: a figure of the items that these needed decides nothing else.
  if (!early.isDecided || !standing) return { ...gate, verdict: 'undecided', because: BY_OTHERS, fails: true }
  // It is decided once its figures say so too: what was told of the whole run alone is no verdict yet.
  if (standing.verdict !== gate.verdict) return { ...gate, verdict: 'undecided', because: BY_BROKEN }
  const { units, items, risk } = standing
  const told = { units, ofUnits: early.ofUnits, items, ofItems: early.ofItems, risk }
  return { ...gate, ...(gate.verdict === 'undecided' && { because: BOTH }), early: told }
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
    const flags = isMain ? '' : set === BUNDLED_CRITERIA ? ` --from ${BUNDLED_CRITERIA}` : ` with --from, and --name ${shellWord(set)}`
    const other = certificates.find((one) => isBetterThanChance([one]))?.set
    const hint = other === undefined ? '' : `, or hold the gate against its certificate on ${other} with judgeSet: '${other}'`
    const because = `${model} is ${standing}; run ${holdfastCommand('judge', 'certify', model)}${flags}${hint}`
    return { ...gate, value: null, verdict: 'broken', because }
  }
  const { value, ci95 } = certificate.accuracy
  // Of pairs chance gets 50 %, and the bound says enough. Of criteria it gets what they are: as many as are met.
  if (certificate.kind === 'checklist' && !isBetterThanChance([certificate]))
    return { ...gate, value, ci95, verdict: 'broken', because: `${model}: ${certificateLine(certificate)}` }
  return { ...gate, value, ci95, verdict: value >= least ? 'held' : 'broken' }
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
