import { present } from '../../core/base/collections.ts'
import { counted } from '../../core/base/text/counted.ts'
import { WAYS, type Way } from '../../core/format/gates.ts'
import type { GateResult, ScoresDocument } from '../../core/format/scoresDocument.ts'
import { digitsApart, figureText, type MetricNaming } from './suiteRow.ts'

/** How a rule came out in words: the bound, and how far the figure is from it. */
export function ruleText(gate: GateResult, { digits, lowerIsBetter }: Pick<MetricNaming, 'digits' | 'lowerIsBetter'>): string {
  const { rule, value, verdict, change, because } = gate
  const [, kind, text = '', named] = /^(min|max|maxDrop) (\S+)(?: (value|worse|lenient|strict))?$/.exec(rule) ?? []
  const way = (named ?? (kind === 'maxDrop' ? 'worse' : 'value')) as Way
  const bound = Number(text)
  if (kind === undefined || !Number.isFinite(bound)) return because ?? (verdict === 'pending' ? `not checked: ${rule}` : `gate ${rule}`)
  const isDrop = kind === 'maxDrop'
  const worsening = isDrop && change !== undefined ? (lowerIsBetter ? change : -change) : undefined
  // What says nothing of the distance: no value, no baseline, a bound off the scale.
  const hasFigure = isDrop ? worsening !== undefined : value !== null
  if (!hasFigure || (!isDrop && because !== undefined && verdict === 'broken')) return because ?? plainRule(kind, text)
  const figure = isDrop ? (worsening as number) : (value as number)
  const own = isDrop ? dropText(figure, bound, text, digits, lowerIsBetter) : boundText(kind, figure, bound, text, digits)
  if (verdict === 'pending') return `${plainRule(kind, text)}, not decided yet`
  if (verdict === 'undecided') return `${own}; undecided: ${undecidedText(gate, { digits, lowerIsBetter }, way)}`
  const asked = named !== undefined || (way === 'worse' && verdict === 'broken') ? ` (${way}: ${WAYS[way]})` : ''
  return own + asked + chanceText(gate, lowerIsBetter)
}

/** What follows a rule that the number alone breaks while its interval keeps it; else empty. */
export function chanceText({ kind, bound, way, verdict, ci95, early, value, change }: GateResult, lowerIsBetter: boolean): string {
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

function plainRule(kind: string, bound: string): string {
  return kind === 'maxDrop' ? `gate: a fall of at most ${bound}` : `gate at ${kind === 'min' ? 'least' : 'most'} ${bound}`
}

/** `gate at least 0.9, 0.123 short`. */
function boundText(kind: string, value: number, bound: number, text: string, digits: number): string {
  const room = kind === 'min' ? value - bound : bound - value
  const distance = figureText(Math.abs(room), digitsApart(value, bound, digits))
  const told = room === 0 ? 'exactly there' : `${distance} ${room > 0 ? 'to spare' : kind === 'min' ? 'short' : 'over'}`
  return `${plainRule(kind, text)}, ${told}`
}

/** `fell 0.223, allowed 0.02`. */
function dropText(worsening: number, bound: number, text: string, digits: number, lowerIsBetter: boolean): string {
  const [away, back] = lowerIsBetter ? ['rose', 'fell'] : ['fell', 'rose']
  const shown = figureText(Math.abs(worsening), digitsApart(worsening, bound, digits))
  if (worsening === 0) return `same figure, a ${lowerIsBetter ? 'rise' : 'fall'} of ${text} is allowed`
  return `${worsening > 0 ? away : back} ${shown}, allowed ${worsening > 0 ? text : `a ${lowerIsBetter ? 'rise' : 'fall'} of ${text}`}`
}

function undecidedText(gate: GateResult, naming: Pick<MetricNaming, 'digits' | 'lowerIsBetter'>, way: Way): string {
  const { ci95, because } = gate
  if (!ci95) return because ?? 'it has no 95 % interval'
  const interval = `its 95 % interval ${ci95.map((end) => figureText(end, naming.digits)).join(' to ')}`
  if (way !== 'worse') return `${interval} spans the bound`
  const holdsNone = ci95[0] <= 0 && ci95[1] >= 0
  const why = holdsNone ? `${interval} holds no change` : `it is not ${WAYS.worse} as one of several gates (Holm)`
  return [why, shownText(gate, naming)].filter(Boolean).join('; ')
}

const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }
const RULES = new Intl.PluralRules('en', { type: 'ordinal' })

/** What bears on all rules of a run together: how often chance makes one red, reruns, and how the baseline was chosen. In sentences. */
export function gateNotes({ gates, baseline, redByChance }: Pick<ScoresDocument, 'gates' | 'baseline' | 'redByChance'>): string[] {
  const known = gates.filter(({ chance }) => chance !== undefined).length
  const isAboutDrops = gates.some(({ kind, verdict }) => kind === 'maxDrop' && verdict !== 'pending')
  const { name, earlier = 0, chosenOf = 1, meanOf } = baseline ?? {}
  return present([
    redByChance !== undefined && `A model that did not change is red by one of these ${known} gates in ${shareText(redByChance)} of runs.`,
    isAboutDrops &&
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
