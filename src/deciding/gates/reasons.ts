import { counted, roughCount } from '../../core/base/text/counted.ts'
import { nearest } from '../../core/base/text/nearest.ts'
import { holdfastCommand } from '../../core/base/text/shellWord.ts'

import { DOUBT_RATE } from '../../core/format/doubtKeys.ts'
import { besideOf } from '../../core/format/figureBeside.ts'
import { boundsOf, type GateRule, type Gates, rulesBySuite } from '../../core/format/gates.ts'
import { type LeftOut, leftOutTexts } from '../../core/format/leftOut.ts'
import { type Metric, metricScale, type SuiteScores } from '../../core/format/scoresDocument.ts'
import { LEAST_LABELLED, labelsNeeded } from '../../core/stats/labelsNeeded.ts'
import { itemsAtDistance, itemsForWorse } from '../../core/stats/ruleError.ts'
import type { BaselineComparison } from '../baseline/compareWithBaseline.ts'
import type { DoubtCounts } from '../doubtMetrics.ts'
import { notCounted, type PeopleCounts } from '../people.ts'

/** What is known beside the scores of a suite. */
export interface SuiteFacts {
  readonly people: PeopleCounts | undefined
  readonly doubt: DoubtCounts | undefined
}

/** Why rules about a suite are an error whatever its figures, in words: tasks were left out, and nobody allowed it. Undefined where they count. */
export function partRefusal(suite: string, all: readonly LeftOut[] | undefined, gates: Gates | undefined): string | undefined {
  const hasRules = rulesBySuite(gates).some(([name, rules]) => name === suite && Object.keys(rules).length > 0)
  if (!all || all.length === 0 || !hasRules || gates?.allowPartial?.includes(suite)) return undefined
  return `${leftOutTexts(all).join('; ')}. To decide by a part, name ${suite} in gates.allowPartial`
}

/**
 * Why a gate of a suite cannot be meant, by the figures that are known before the first call: it has nearly the name of one, or lies off its
 * scale. Undefined where none is so, for a figure of another name may still come: a name that has another letter or number in one place, as
 * `ars.OQ` beside `ars.OR`, may be that of a task which the run leaves out.
 */
export function unmeantGate(suite: string, known: SuiteScores['metrics'], gates: Gates | undefined): string | undefined {
  const sorted = (key: string) => [...key].sort().join('')
  const withoutNumbers = (key: string) => key.replace(/\d+/g, '')
  const isSlip = (key: string, near: string) =>
    near.length === key.length ? sorted(near) === sorted(key) : withoutNumbers(near) !== withoutNumbers(key)
  // The first figure of each group, by what stands before its dot.
  const groups = new Map(
    Object.keys(known)
      .reverse()
      .flatMap((key) => (key.includes('.') ? [[key.replace(/\..*/, ''), key] as const] : [])),
  )
  for (const [key, rule] of Object.entries(Object.fromEntries(rulesBySuite(gates))[suite] ?? {})) {
    const metric = Object.hasOwn(known, key) ? known[key] : undefined
    // One letter: another figure may have a name that is as near as a third of it.
    const near = metric || besideOf(key, known) ? undefined : nearest(key, Object.keys(known), 1)
    if (near !== undefined && isSlip(key, near)) return `it has no figure ${key}. Did you mean ${near}?`
    const group = metric ? undefined : nearest(key, [...groups.keys()], 1)
    if (group !== undefined && isSlip(key, group)) return `it has no figure ${key}. Did you mean one like ${groups.get(group)}?`
    if (!metric) continue
    // No value is known yet that could lie beyond the scale.
    const value = metricScale(metric)?.[0] ?? Number.NaN
    for (const { kind, bound } of boundsOf(rule)) {
      const why = offScale(kind, bound, key, { ...metric, value })
      if (why !== undefined) return `${why}.`
    }
  }
  return undefined
}

/** Why a rule is broken whatever the figure, in words: there is none, or no run could keep or break it. Undefined for other rules. */
export function refusal(
  key: string,
  kind: 'min' | 'max' | 'maxDrop',
  bound: NonNullable<GateRule[typeof kind]>,
  { metrics }: Pick<SuiteScores, 'metrics'>,
  facts: SuiteFacts,
): string | undefined {
  const metric = Object.hasOwn(metrics, key) ? metrics[key] : undefined
  const beside = besideOf(key, metrics)?.beside
  if (kind === 'maxDrop' && beside === 'corrected')
    return 'a drop is not told of a corrected figure, for other items are labelled in each run. Use min or max'
  if (kind === 'maxDrop' && (key === DOUBT_RATE || beside !== undefined))
    return 'a drop is not told of it, for other verdicts are doubtful in each run. Use min or max'
  if (metric) return offScale(kind, bound, key, metric)
  const near = nearest(key, Object.keys(metrics))
  return (
    whyUncorrected(key, metrics, facts.people) ??
    whyNoDoubt(key, metrics, facts.doubt) ??
    `the run has no metric ${key}; ${near ? `did you mean ${near}?` : `${holdfastCommand('show', 'latest', '--metrics')} lists those it has`}`
  )
}

/**
 * Why every run keeps a bound, or none can: it is off the metric's scale, as a share for a percentage. Undefined on the scale, or where a
 * value beyond the range shows that this is not the scale.
 */
function offScale(kind: 'min' | 'max' | 'maxDrop', bound: number, key: string, metric: Metric): string | undefined {
  const [least, most] = metricScale(metric) ?? [Number.NaN, Number.NaN]
  if (!(least <= metric.value && metric.value <= most)) return undefined
  const said = (effect: string) => `${key} runs from ${least} to ${most}, so ${effect} ${kind} ${bound}. Give a bound on that scale`
  const [beyond, below] = kind === 'min' ? ['no run can keep', 'every run keeps'] : ['every run keeps', 'no run can keep']
  if (kind === 'maxDrop') return bound > most - least ? said(beyond) : undefined
  if (bound > most) return said(beyond)
  // A share that is taken for percent.
  if (kind === 'min' && least === 0 && most === 100 && bound > 0 && bound < 1) return said('nearly every run keeps')
  return bound < least ? said(below) : undefined
}

/** Why a run has no corrected figure of this key, in words; undefined for a key of another kind. */
function whyUncorrected(key: string, metrics: Readonly<Record<string, Metric>>, people: PeopleCounts | undefined): string | undefined {
  const { beside: kind, own } = besideOf(key, metrics) ?? {}
  if (kind !== 'corrected') return undefined
  if (!people) return `the project has no labels of it. Label ${LEAST_LABELLED} items or more, better 50: npx holdfast judge label latest`
  const { labelled } = people
  const others = notCounted(people)
  const beside = others.length > 0 ? ` (not counted: ${others.join(', ')})` : ''
  if (labelled >= LEAST_LABELLED) return `labels of people do not change ${own}, or too few of its items have one${beside}`
  return `${counted(labelled, 'item')} of this run ${labelled === 1 ? 'is' : 'are'} labelled${beside}. Label ${LEAST_LABELLED} or more, better 50: npx holdfast judge label latest`
}

/** Why a run has no figure of doubtful verdicts of this key, in words and with what to do; undefined for a key of another kind. */
function whyNoDoubt(key: string, metrics: Readonly<Record<string, Metric>>, counts: DoubtCounts | undefined): string | undefined {
  const { beside, own = key } = besideOf(key, metrics) ?? {}
  if (key !== DOUBT_RATE && (beside === undefined || beside === 'corrected')) return undefined
  if (!counts)
    return 'no verdict of this run tells how doubtful it is. Set HOLDFAST_DOUBT, for instance to 0.5, and HOLDFAST_VOTES to 3 or more'
  const { judged, doubtful, labelled } = counts
  if (beside === 'with people' && labelled === undefined) return 'labels of people change no score of this suite'
  if (beside === 'with people' && labelled !== undefined && labelled < doubtful)
    return `people labelled ${labelled} of ${counted(doubtful, 'doubtful verdict')}. Label the others: npx holdfast judge label latest --by doubtful`
  if (beside === 'sure' && doubtful === judged) return `all ${counted(judged, 'verdict')} are doubtful`
  return `no judgement decides ${own}, or none of its items is left`
}

/** Share of the drawn items without a label above which no rule about a corrected figure is decided: labels left out where a judge errs moved the figure by one error of 50 labels. */
const MOST_UNLABELLED = 0.05

/**
 * Why a rule about a corrected figure is open whatever its interval, in words: too many of the drawn items have no label, or a rule by the
 * number turns on them. Undefined for other rules.
 *
 * @param keeps whether a value keeps the rule; undefined of a rule by the interval, which reaches over the missing ones.
 */
export function whyUnlabelled(
  { bounds }: Metric,
  people: PeopleCounts | undefined,
  keeps: ((value: number) => boolean) | undefined,
): string | undefined {
  if (!bounds || !people) return undefined
  const { unlabelled, labelled, withoutChance } = people
  const drawn = unlabelled + labelled - withoutChance
  if (unlabelled <= MOST_UNLABELLED * drawn && (!keeps || keeps(bounds[0]) === keeps(bounds[1]))) return undefined
  return `${drawn} drawn, ${unlabelled} without a label. People skip what is hard: with these at either end of the scale the figure lies from ${bounds.map((end) => end.toFixed(3)).join(' to ')}. Label them`
}

/** What a rule that needs an interval lacks whatever the number. */
export const NO_INTERVAL = 'it has no 95 % interval: fewer than two independent items tell how far it varies'

/** A point of a metric's scale: a hundredth of it, or of the bound where the scale is not known. */
function pointOf(metric: Pick<Metric, 'range'>, bound: number): number {
  const [low, high] = metricScale(metric) ?? [0, Math.abs(bound)]
  return (high - low) / 100
}

const pointText = (point: number) => `one point (${Number(point.toPrecision(3))})`

/**
 * How many items would decide a rule whose bound lies in its 95 % interval, in words: in 4 of 5 runs, where the truth is a point of the
 * scale from the bound, or where a drop is allowed and there is none. What was seen says nothing of it (Hoenig and Heisey, 2001).
 * @param worse of a rule about a drop: the sign of a change for the worse.
 */
export function itemsToDecide(metric: Metric, bound: number, ci95: readonly [number, number], items: number, worse?: 1 | -1): string {
  const point = pointOf(metric, bound)
  const isChange = worse !== undefined && bound > 0
  const needed = itemsAtDistance(isChange ? bound : point, ci95, items)
  return itemsText(items, needed, isChange ? 'that nothing changed' : `a figure ${pointText(point)} from the bound`)
}

/** The same of a `worse` rule: how many items would break it where the truth is a point of the scale worse than what is allowed. */
export function itemsToBreak(metric: Metric, allowed: number, ci95: readonly [number, number], items: number, worse: 1 | -1): string {
  const point = pointOf(metric, allowed)
  const needed = itemsForWorse(allowed, point, ci95, items)
  const seen = `a ${worse === -1 ? 'fall' : 'rise'} ${pointText(point)} larger than allowed`
  return `Its 95 % interval holds no change: chance alone may have done this. ${itemsText(items, needed, seen)}`
}

function itemsText(items: number, needed: number, seen: string): string {
  const told = Number.isFinite(needed) ? `. To tell ${seen} in 4 of 5 runs takes ${roughCount(Math.ceil(needed))} items` : ''
  return `${counted(items, 'item')} ran${told}`
}

/** How many labels would decide a rule about a corrected figure, in words; undefined for a figure of another kind. */
export function labelsToDecide(metric: Metric, bound: number, records: number): string | undefined {
  const { ci95, n, ofLabels } = metric
  if (ofLabels === undefined || !ci95) return undefined
  const has = `${n} of ${counted(records, 'item')} ${n === 1 ? 'has' : 'have'} a label`
  const point = pointOf(metric, bound)
  const needed = labelsNeeded(point, { ci95, ofLabels, labelled: n, records })
  const truth = `where the figure is ${pointText(point)} from the bound`
  if (needed === undefined || needed <= n)
    return `${has}. Even labels of all leave it open in more than 1 of 5 runs ${truth}: run more items`
  return `${has}. With ${roughCount(needed)} it is decided in 4 of 5 runs ${truth}: ${holdfastCommand('judge', 'label', 'latest', '--count', String(needed))}`
}

/** How far a figure fell or rose from the baseline, and by which tasks, in words; `worse`: the bad way. */
export function dropSentence(change: number, allowed: number, comparison: BaselineComparison, key: string, worse: 1 | -1): string {
  const parts = (comparison.contributions[key] ?? [])
    .filter((part) => Math.sign(part.change) === worse)
    .map((part) => `${part.task} ${Math.abs(part.change).toFixed(3)}`)
  const of = parts.length > 0 ? `. Of that ${parts.join(', ')}` : ''
  const moved = `${worse === -1 ? 'fell' : 'rose'} by ${(worse * change).toFixed(3)}, allowed ${allowed}`
  return `${moved}${of}. ${counted(comparison.lost, 'item')} lost full marks, ${comparison.gained} gained them`
}
