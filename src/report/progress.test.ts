import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Progress } from './progress.ts'
import type { Screen } from './screen.ts'

/** Progress of a run, with the lines it printed and the status lines it showed. */
function progressOf(live: boolean) {
  const printed: string[] = []
  const shown: string[] = []
  const screen = { live, print: (...lines: string[]) => printed.push(...lines), status: (line: string) => shown.push(line) }
  return { progress: new Progress(screen as unknown as Screen), printed, shown }
}

/** Shares of the lines that a log of so many items has, one second each. */
function sharesOf(items: number): number[] {
  const { progress, printed } = progressOf(false)
  progress.plan(items, items)
  progress.start(0)
  for (let item = 1; item <= items; item += 1) progress.done(1, 0, item * 1000)
  return printed.map((line) => Number.parseInt(line, 10))
}

describe('in a log', () => {
  test.each([10, 20, 100])('of %i items there is a line at every tenth', (items) => {
    expect(sharesOf(items)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  })

  test('there is a line for every item where there are fewer than ten', () => {
    expect(sharesOf(1)).toEqual([100])
    expect(sharesOf(4)).toEqual([25, 50, 75, 100])
  })

  test('there are at most ten lines, and the last says 100 %', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), (items) => {
        const shares = sharesOf(items)
        expect(shares.length).toBeLessThanOrEqual(10)
        expect(shares.at(-1)).toBe(100)
      }),
    )
  })

  test('no status line is rewritten', () => {
    const { progress, shown } = progressOf(false)
    progress.plan(1, 1)
    progress.start(0)
    progress.done(1, 0, 1000)
    expect(shown).toEqual([])
  })
})

describe('on a terminal', () => {
  test('the line is rewritten with every item, and nothing is printed', () => {
    const { progress, printed, shown } = progressOf(true)
    progress.plan(3, 3)
    progress.start(0)
    for (const second of [1, 2, 3]) progress.done(1, 0, second * 1000)
    expect(shown.map((line) => line.trim().split('  ')[1])).toEqual(['1/3 items', '2/3 items', '3/3 items'])
    expect(printed).toEqual([])
  })
})

describe('the line', () => {
  test('tells share, items, time gone and time left', () => {
    const { progress, shown } = progressOf(true)
    progress.plan(1240, 1240)
    progress.start(5000)
    for (let item = 0; item < 310; item += 1) progress.done(1, 0, 65_000)
    expect(shown.at(-1)).toBe('  25 %  310/1,240 items  1:00 gone, about 3:00 left')
  })

  test('goes by weight for the time left, as long prompts take longer', () => {
    const { progress, shown } = progressOf(true)
    progress.plan(2, 100)
    progress.start(0)
    progress.done(10, 0, 60_000)
    expect(shown).toEqual(['  50 %  1/2 items  1:00 gone, about 9:00 left'])
  })

  test('counts retries', () => {
    const { progress, shown } = progressOf(true)
    progress.plan(2, 2)
    progress.start(0)
    progress.done(1, 3, 1000)
    progress.done(1, 1500, 2000)
    expect(shown).toEqual(['  50 %  1/2 items  0:01 gone, about 0:01 left  3 retried', ' 100 %  2/2 items  0:02 gone  1,503 retried'])
  })

  test('does not guess the time left before any weight is done', () => {
    const { progress, shown } = progressOf(true)
    progress.plan(2, 10)
    progress.start(0)
    progress.done(0, 0, 1000)
    expect(shown).toEqual(['  50 %  1/2 items  0:01 gone'])
  })

  test('counts from the first start, and over all that was planned', () => {
    const { progress, shown } = progressOf(true)
    progress.plan(1, 1)
    progress.start(10_000)
    progress.plan(3, 3)
    progress.start(50_000)
    progress.done(1, 0, 70_000)
    expect(shown).toEqual(['  25 %  1/4 items  1:00 gone, about 3:00 left'])
  })

  test('is never 100 % before the last item, nor wider than 80 columns', () => {
    const { progress, shown } = progressOf(true)
    progress.plan(20_000, 20_000)
    progress.start(0)
    for (let item = 1; item < 20_000; item += 1) progress.done(1, 1, item * 20_000)
    expect(shown.at(-1)).toContain('  99 %  19,999/20,000 items')
    for (const line of shown) expect(line.length).toBeLessThanOrEqual(80)
  })
})
