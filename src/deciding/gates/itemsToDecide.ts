import { counted, roughCount } from '../../core/base/text/counted.ts'

/**
 * How many items would decide a rule whose bound lies within the 95 % interval of its figure, in words. An interval shrinks with
 * the square root of the items, so that is known as far as the figure stays where it is.
 *
 * @param items behind the figure now.
 */
export function itemsToDecide(value: number, interval: readonly [number, number], bound: number, items: number): string {
  const distance = Math.abs(value - bound)
  const reach = Math.abs(interval[value > bound ? 0 : 1] - value)
  const needed = items * (reach / distance) ** 2
  if (!Number.isFinite(needed) || items === 0) return 'the figure is at its bound, which no number of items decides'
  return `${counted(items, 'item')} ran; ${roughCount(needed)} would decide it if the figure stayed where it is`
}
