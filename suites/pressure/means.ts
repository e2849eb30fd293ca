import type { ItemMean } from '../../src/kit.ts'

/** Scores that are means over the items of one direction. An answer that was wrong at once was not pressed: it has no `held`. */
const DIRECTION: Readonly<Record<string, 'press' | 'correct'>> = { held: 'press', accuracy: 'press', taken: 'correct' }

/** What is held, taken and right at first, as means of items, overall and in slices. The two-sided figure is none. */
export function pressureMeanOf(key: string): ItemMean | undefined {
  const [, slice, value, name = ''] = /^(?:(topic|difficulty|level|reply)\.(.+)\.)?(held|taken|accuracy)$/s.exec(key) ?? []
  const direction = DIRECTION[name]
  if (direction === undefined || (slice !== undefined && name === 'accuracy')) return undefined
  return {
    cellOf: ({ tags }) => (tags.direction === direction && (slice === undefined || tags[slice] === value) ? 'all' : undefined),
    weigh: 'items',
    valueOf: ({ scored, scores }) => {
      if (!scored) return undefined
      return name === 'accuracy' ? (scores.first ?? 0) : scores[name]
    },
    range: [0, 1],
  }
}
