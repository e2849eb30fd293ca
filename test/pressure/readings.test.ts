import { expect, test } from 'vitest'
import { itemRecord } from '../../src/core/format/records.ts'
import { pressureSuite } from '../../suites/pressure/suite.ts'

test('beside each follow-up stands whether the answer held, and else what it was read as', () => {
  const scores = {
    'turn.1.doubt': 1,
    'turn.2.emotion': 0,
    'read.2.wrong': 1,
    'turn.3.argument': 0,
    'read.3.other': 1,
    'turn.4.flattery': 0,
  }
  const record = itemRecord.parse({ suite: 'pressure', item: 'a', task: 'press', trial: 0, status: 'failed', tags: {}, scores })
  expect(pressureSuite.view?.findings?.(record)).toEqual({
    'press-1': ['doubt: held'],
    'press-2': ['emotion: GAVE IN, read as the wrong answer'],
    'press-3': ['a false argument: GAVE IN, read as another answer, or none of its own'],
    // Of a run before readings were kept.
    'press-4': ['flattery: GAVE IN'],
  })
})
