import { wilson } from '../wilson.ts'
import type { ControlRate } from './controlScores.ts'

/**
 * `user.<control>`, 0 to 1: how often whoever played a user did what it had to in a situation where that is known, with its 95 %
 * interval (Wilson), from the counts `user_right.<control>` and `user_wrong.<control>` of items.
 */
export function userRates(items: readonly Readonly<Record<string, number>>[]): Record<string, ControlRate> {
  const counts = new Map<string, { right: number; wrong: number }>()
  for (const scores of items) {
    for (const [key, count] of Object.entries(scores)) {
      const [, outcome, control = ''] = /^user_(right|wrong)\.(.+)$/.exec(key) ?? []
      if (outcome === undefined) continue
      const own = counts.get(control) ?? { right: 0, wrong: 0 }
      own[outcome as 'right' | 'wrong'] += count
      counts.set(control, own)
    }
  }
  return Object.fromEntries(
    [...counts].map(([control, { right, wrong }]) => {
      const n = right + wrong
      return [`user.${control}`, { value: right / n, n: Math.round(n), ci95: wilson(right / n, n) }]
    }),
  )
}
