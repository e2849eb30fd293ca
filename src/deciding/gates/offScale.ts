import type { GateRule } from '../../core/format/gates.ts'

/**
 * Why a bound says nothing about its metric: it lies outside the metric's scale, so that every run keeps it or none can.
 * That is a slip, for instance a share given for a percentage; undefined for a bound on the scale.
 *
 * @param range lowest and highest value of the metric, where they are known.
 * @param value what the metric is; one beyond the range shows that the range is not its scale.
 */
export function offScale(
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
