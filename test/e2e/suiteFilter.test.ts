import { describe, expect, test } from 'vitest'
import { readScores, runInCheckout } from './fixtureRun.ts'

// Vitest's filter is a substring of the path, and the names of these two suites begin alike.
describe.concurrent('the filter', () => {
  test.each([
    ['suites/refutebench/', 'refutebench'],
    ['suites/refutebench1', 'refutebench1'],
  ])('%s runs %s only', async (filter, suite) => {
    const finished = await runInCheckout([filter, '--project', 'suites'], { HOLDFAST_MODEL: 'sim:oracle', HOLDFAST_LIMIT: '1' })
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    expect(Object.keys(readScores(finished).suites)).toEqual([suite])
  })
})
