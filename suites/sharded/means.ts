import type { ItemMean } from '../../src/kit.ts'
import { FORMS } from './names.ts'

const KEY = new RegExp(`^(${FORMS.join('|')})(?:\\.(kind|level)\\.(.+))?$`, 's')

/** The scores of each form as means of its items. Losses, aptitude and unreliability are none. */
export function shardedMeanOf(key: string): ItemMean | undefined {
  const [, form, slice, name] = KEY.exec(key) ?? []
  if (form === undefined) return undefined
  return {
    cellOf: ({ task, tags }) => {
      const isIn = slice === undefined || name === (slice === 'kind' ? task : tags.level)
      return tags.form === form && isIn ? 'all' : undefined
    },
    weigh: 'items',
    valueOf: ({ scored, scores }) => (scored && scores.total !== undefined ? 100 * scores.total : undefined),
    range: [0, 100],
  }
}
