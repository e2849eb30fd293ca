import type { GateResult } from '../../core/format/scoresDocument.ts'
import { digitsApart, figureText } from './figureText.ts'
import type { MetricNaming } from './metricNaming.ts'

/** How a rule came out in words: the bound, and how far the figure is from it. */
export function ruleText(gate: GateResult, { digits, lowerIsBetter }: Pick<MetricNaming, 'digits' | 'lowerIsBetter'>): string {
  const { rule, value, verdict, change, because } = gate
  const [, kind, text = '', mode] = /^(min|max|maxDrop) (\S+)(?: (lenient|strict))?$/.exec(rule) ?? []
  const bound = Number(text)
  if (kind === undefined || !Number.isFinite(bound)) return because ?? (verdict === 'pending' ? `not checked: ${rule}` : `rule ${rule}`)
  const isDrop = kind === 'maxDrop'
  const worsening = isDrop && change !== undefined ? (lowerIsBetter ? change : -change) : undefined
  // What says nothing of the distance: no value, no baseline, a bound off the scale.
  const hasFigure = isDrop ? worsening !== undefined : value !== null
  if (!hasFigure || (!isDrop && because !== undefined && verdict === 'broken')) return because ?? plainRule(kind, text)
  const figure = isDrop ? (worsening as number) : (value as number)
  const own = isDrop ? dropText(figure, bound, text, digits, lowerIsBetter) : boundText(kind, figure, bound, text, digits)
  if (verdict === 'pending') return `${plainRule(kind, text)}, not decided yet`
  return verdict === 'undecided'
    ? `${own}; undecided: ${undecidedText(gate, digits)}`
    : mode === undefined
      ? own
      : `${own} (${mode}, by its interval)`
}

function plainRule(kind: string, bound: string): string {
  return kind === 'maxDrop' ? `rule: a fall of at most ${bound}` : `rule at ${kind === 'min' ? 'least' : 'most'} ${bound}`
}

/** `rule at least 0.9, 0.123 short`. */
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
  if (worsening === 0) return `no change, a ${lowerIsBetter ? 'rise' : 'fall'} of ${text} is allowed`
  return `${worsening > 0 ? away : back} ${shown}, allowed ${worsening > 0 ? text : `a ${lowerIsBetter ? 'rise' : 'fall'} of ${text}`}`
}

function undecidedText({ ci95, because }: GateResult, digits: number): string {
  if (!ci95) return because ?? 'it has no 95 % interval'
  return `its 95 % interval ${ci95.map((end) => figureText(end, digits)).join(' to ')} spans the bound`
}
