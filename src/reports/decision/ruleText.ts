import { present } from '../../core/base/collections.ts'
import { counted } from '../../core/base/text/counted.ts'
import { WAYS } from '../../core/format/gates.ts'
import type { GateResult, ScoresDocument } from '../../core/format/scoresDocument.ts'
import { digitsApart, figureText, type MetricNaming } from './suiteRow.ts'

/** Why a rule is broken or open, in words: the reason it has, else how far the figure is from the bound. */
export function ruleText(gate: GateResult, { digits, lowerIsBetter }: Pick<MetricNaming, 'digits' | 'lowerIsBetter'>): string {
  const { rule, kind, bound, way = 'value', value, because } = gate
  const isBound = value !== null && bound !== undefined && (kind === 'min' || kind === 'max')
  const asked = way === 'value' ? '' : ` (${way}: ${WAYS[way]})`
  return (because ?? (isBound ? boundText(kind, value, bound, digits) + asked : `gate ${rule}`)) + chanceText(gate, lowerIsBetter)
}

/** What follows a rule that the number alone breaks while its interval keeps it; else empty. */
function chanceText({ kind, bound, way, verdict, ci95, early, value, change }: GateResult, lowerIsBetter: boolean): string {
  // What ended early has its own word on chance, and an interval of what had come by then.
  if (early || verdict !== 'broken' || way !== 'value' || bound === undefined || !ci95) return ''
  const sign = lowerIsBetter ? 1 : -1
  const keeps = (end: number) => (kind === 'min' ? end >= bound : kind === 'max' ? end <= bound : sign * end <= bound)
  const now = kind === 'maxDrop' ? change : value
  // One that is broken for another reason, as a bound off the scale, is no matter of chance.
  if (now === undefined || now === null || keeps(now)) return ''
  return ci95.some(keeps) ? '. Its interval holds the gate: chance alone may have done this' : ''
}

/** Which drop the pairs of a `worse` rule show in 4 of 5 runs; undefined for other rules, and where that is not known. */
export function shownText({ pairs, shows }: GateResult, { digits, lowerIsBetter }: Pick<MetricNaming, 'digits' | 'lowerIsBetter'>) {
  if (pairs === undefined || shows === undefined) return undefined
  const kind = lowerIsBetter ? 'rise' : 'fall'
  const those = `these ${counted(pairs, 'pair')} show`
  return shows === null
    ? `${those} no ${kind} in 4 of 5 runs, however large`
    : `${those} a ${kind} of ${figureText(shows, digits)} in 4 of 5 runs`
}

/** `gate at least 0.9, 0.123 short`. */
function boundText(kind: 'min' | 'max', value: number, bound: number, digits: number): string {
  const distance = figureText(Math.abs(value - bound), digitsApart(value, bound, digits))
  return kind === 'min' ? `gate at least ${bound}, ${distance} short` : `gate at most ${bound}, ${distance} over`
}

const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }
const RULES = new Intl.PluralRules('en', { type: 'ordinal' })

/** What bears on all rules of a run together: how often chance makes one red, reruns, and how the baseline was chosen. In sentences. */
export function gateNotes({ gates, baseline, redByChance }: Pick<ScoresDocument, 'gates' | 'baseline' | 'redByChance'>): string[] {
  const known = gates.filter(({ chance }) => chance !== undefined).length
  const isAboutDrops = gates.some(({ kind, verdict }) => kind === 'maxDrop' && verdict !== 'pending')
  const isGreen = gates.every(({ verdict }) => verdict === 'held')
  const { name, earlier = 0, chosenOf = 1, meanOf } = baseline ?? {}
  return present([
    // One that was decided early says its own risk, and its interval is of what had come by then.
    redByChance !== undefined &&
      !gates.some(({ chance, early }) => chance !== undefined && early) &&
      `By these intervals a model that did not change is red by one of these ${known} gates in ${shareText(redByChance)} of runs.`,
    isAboutDrops &&
      isGreen &&
      earlier > 0 &&
      `This is the ${earlier + 1}${ENDINGS[RULES.select(earlier + 1)] ?? 'th'} gated run of a candidate of this name against the baseline ${name}. Repeated often enough, any run comes out green by chance.`,
    isAboutDrops &&
      chosenOf > 1 &&
      meanOf === undefined &&
      `The baseline ${name} was chosen of ${counted(chosenOf, 'run')}: if for its figure, a model that did not change looks worse.`,
  ])
}

/** `about 12 %`. */
export function shareText(share: number): string {
  const percent = 100 * share
  return percent < 0.1 ? 'under 0.1 %' : `about ${Number(percent.toPrecision(2))} %`
}
