import { expect, test } from 'vitest'
import { doubtOfItem } from './doubtOfItem.ts'

test('a record tells the greatest doubt of its verdicts, and whether it is over the limit', () => {
  expect(doubtOfItem([{ doubt: 0.25 }, { doubt: 0.5 }, {}], {}, 0.4)).toEqual({ scores: { judge_doubt: 0.5 }, tags: { doubtful: 'yes' } })
  expect(doubtOfItem([{ doubt: 0.25 }], {}, 0.25)).toEqual({ scores: { judge_doubt: 0.25 }, tags: { doubtful: 'no' } })
  expect(doubtOfItem([{ doubt: 0.1 }], { 'control_fn.ec': 1 }, 0.5)).toEqual({ scores: { judge_doubt: 1 }, tags: { doubtful: 'yes' } })
})

test('a limit is met by a share that rounding alone puts over it', () => {
  expect(doubtOfItem([{ doubt: 0.1 + 0.2 }], {}, 0.3).tags).toEqual({ doubtful: 'no' })
})

test('a record tells nothing where no verdict is left to people, or none shows a doubt', () => {
  expect(doubtOfItem([{ doubt: 0.5 }], {}, undefined)).toEqual({ scores: {}, tags: {} })
  expect(doubtOfItem([{}], { total: 1 }, 0)).toEqual({ scores: {}, tags: {} })
})
