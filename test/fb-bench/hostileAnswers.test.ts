import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { readBundledItems } from '../../suites/fb-bench/openItems.ts'

// A candidate may answer anything. A pattern whose time doubles with every letter never ends; any other is done in milliseconds.
const LENGTH = 500
const STUCK_MS = 60_000
const PIECES = ['字，', 'word, ', '1234567890 ', '《 1) [a ', '- 1 = 2 · 3; ', '《', 'not ', '"', '\n- ', 'a', '。', '7, ']

const items = readBundledItems()

/** What a function returns. It is stopped where it takes too long, also within a regular expression. */
function ended<T>(run: () => T): T {
  const shared = globalThis as typeof globalThis & { underWatch?: () => T }
  shared.underWatch = run
  try {
    return new Script('globalThis.underWatch()').runInThisContext({ timeout: STUCK_MS })
  } finally {
    delete shared.underWatch
  }
}

test.each(PIECES)('every check of the bundled items reads an answer of %j in bounded time', (piece) => {
  const text = `《${piece.repeat(Math.ceil(LENGTH / piece.length))}`
  const stuck = items.filter(({ checklist }) => {
    try {
      return ended(() => checklist.some(({ check }) => check !== undefined && ![true, false, undefined].includes(check(text))))
    } catch {
      return true
    }
  })
  expect(stuck.map(({ id }) => id)).toEqual([])
})
