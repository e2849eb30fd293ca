import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Screen } from './layout.ts'
import { type ItemAhead, type ItemProgress, Progress } from './progress.ts'

/** Progress of a run, with the lines it printed and the status lines it showed. */
function progressOf(live: boolean, files = 1) {
  const printed: string[] = []
  const shown: string[] = []
  const screen = { live, print: (...lines: string[]) => printed.push(...lines), status: (line: string) => shown.push(line) }
  return { progress: new Progress(screen as unknown as Screen, files), printed, shown }
}

const ahead = (count: number, weight = 1): ItemAhead[] => Array.from({ length: count }, () => ({ weight }))
const ended = (more: Partial<ItemProgress> = {}): ItemProgress => ({ weight: 1, calls: 1, isRecorded: false, retried: 0, ...more })

/** Lets so many items end at one time. */
function end(progress: Progress, count: number, seconds: number, item = ended()): void {
  for (let at = 0; at < count; at += 1) progress.done('demo', item, seconds * 1000)
}

/** Shares of the lines that a log of so many items has, one second each. */
function sharesOf(items: number): number[] {
  const { progress, printed } = progressOf(false)
  progress.begin('demo', ahead(items), 0)
  for (let item = 1; item <= items; item += 1) end(progress, 1, item)
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

  test('every suite has its own lines, also after one that is done', () => {
    const { progress, printed } = progressOf(false, 2)
    progress.begin('one', ahead(2), 0)
    for (const second of [1, 2]) progress.done('one', ended(), second * 1000)
    progress.begin('two', ahead(2), 10_000)
    for (const second of [11, 12]) progress.done('two', ended(), second * 1000)
    expect(printed).toEqual([
      '  50 %  1/2 items  0:01 gone  one, 1 of 2',
      ' 100 %  2/2 items  0:02 gone  one, 1 of 2',
      '  50 %  1/2 items  0:01 gone  two, 2 of 2',
      ' 100 %  2/2 items  0:02 gone  two, 2 of 2',
    ])
  })

  test('no status line is rewritten', () => {
    const { progress, shown } = progressOf(false)
    progress.begin('demo', ahead(1), 0)
    end(progress, 1, 1)
    expect(shown).toEqual([])
  })
})

test('on a terminal: the line is rewritten with every item, and nothing is printed', () => {
  const { progress, printed, shown } = progressOf(true)
  progress.begin('demo', ahead(3), 0)
  for (const second of [1, 2, 3]) end(progress, 1, second)
  expect(shown.map((line) => line.trim().split('  ')[1])).toEqual(['1/3 items', '2/3 items', '3/3 items'])
  expect(printed).toEqual([])
})

describe('between two items', () => {
  const one = (suite = 'demo') => new Map([[suite, 1]])

  test('a terminal says for how long calls have been under way, and what is left by calls', () => {
    const { progress, shown } = progressOf(true)
    progress.begin('demo', ahead(4), 0)
    end(progress, 1, 20, ended({ calls: 4 }))
    progress.beat(new Map([['demo', 6]]), 22_000)
    // An item of four calls took 20 s; two calls more were answered, so that 1.5 of 4 items are done.
    expect(shown.at(-1)).toBe('  25 %  1/4 items  0:22 gone, about 35 s left')
    progress.beat(new Map(), 52_000)
    expect(shown.at(-1)).toBe('  25 %  1/4 items  0:52 gone, about 85 s left  calls under way for 0:30')
    progress.beat(one('other'), 60_000)
    expect(shown.at(-1)).toContain('calls under way for 0:38')
    progress.beat(one(), 62_000)
    expect(shown.at(-1)).not.toContain('under way')
  })

  test('items of few calls, which end first, do not say that the rest is nearly done', () => {
    const { progress, shown } = progressOf(true)
    progress.begin('demo', ahead(10), 0)
    for (let second = 1; second <= 4; second++) end(progress, 1, second, ended({ calls: 1 }))
    progress.beat(new Map([['demo', 24]]), 40_000)
    // Twenty calls of six items that have more than one: at most three of the six are done, so seven took 40 s.
    expect(shown.at(-1)).toBe('  40 %  4/10 items  0:40 gone, about 17 s left')
  })

  test('a log has a line a minute, and none once all is done', () => {
    const { progress, printed } = progressOf(false)
    progress.begin('demo', ahead(1), 0)
    for (let second = 2; second < 200; second += 2) progress.beat(new Map(), 1000 * second)
    expect(printed).toEqual(
      [60, 120, 180].map((second) => `   0 %  0/1 item  ${second / 60}:00 gone  calls under way for ${second / 60}:00`),
    )
    end(progress, 1, 200)
    progress.beat(new Map(), 400_000)
    expect(printed).toHaveLength(4)
  })
})

describe('the line', () => {
  test('tells share, items, time gone and time left', () => {
    const { progress, shown } = progressOf(true)
    progress.begin('demo', ahead(1240), 5000)
    end(progress, 310, 65)
    expect(shown.at(-1)).toBe('  25 %  310/1,240 items  1:00 gone, about 3 min left')
  })

  test('goes by the items of the suite that runs, whatever the prompts of another one weigh', () => {
    const { progress, shown } = progressOf(true, 2)
    // Three million tokens, which took five seconds.
    progress.begin('long', ahead(100, 30_000), 0)
    for (let at = 0; at < 100; at += 1) progress.done('long', ended({ weight: 30_000 }), 5000)
    progress.begin('demo', ahead(60), 5000)
    end(progress, 36, 35)
    expect(shown.at(-1)).toBe('  60 %  36/60 items  0:30 gone, about 20 s left  demo, 2 of 2')
  })

  test('goes by weight within a suite, as long prompts take longer', () => {
    const { progress, shown } = progressOf(true)
    progress.begin('demo', [{ weight: 10 }, { weight: 90 }], 0)
    progress.done('demo', ended({ weight: 10 }), 60_000)
    expect(shown).toEqual(['  50 %  1/2 items  1:00 gone, about 9 min left'])
  })

  test('says how many items were not needed, which are not among those that ran', () => {
    const { progress, shown } = progressOf(true)
    progress.begin('demo', ahead(1500), 0)
    end(progress, 300, 2, ended({ early: { decided: 1, rules: 1, risk: 0.01 } }))
    end(progress, 1200, 2, ended({ calls: 0, wasNotNeeded: true }))
    expect(shown[299]).toBe('  20 %  300/1,500 items  0:02 gone  1/1 gates decided')
    expect(shown.at(-1)).toBe(' 100 %  300/1,500 items, 1,200 not needed  0:02 gone  1/1 gates decided')
  })

  test('in a log, items that were not needed have one line together', () => {
    const { progress, printed } = progressOf(false)
    progress.begin('demo', ahead(100), 0)
    end(progress, 20, 2, ended({ early: { decided: 1, rules: 1, risk: 0.01 } }))
    end(progress, 80, 2, ended({ calls: 0, wasNotNeeded: true }))
    expect(printed.map((line) => line.trim().split('  ')[0])).toEqual(['10 %', '20 %', '100 %'])
  })

  test('counts more items of a suite that began', () => {
    const { progress, printed } = progressOf(false)
    progress.begin('demo', ahead(10), 0)
    end(progress, 10, 1)
    progress.begin('demo', ahead(10), 1000)
    end(progress, 10, 2)
    expect(printed.slice(-6).map((line) => line.trim().split('  ').slice(0, 2))).toEqual([
      ['100 %', '10/10 items'],
      ...[12, 14, 16, 18, 20].map((done) => [`${5 * done} %`, `${done}/20 items`]),
    ])
  })

  test('counts retries', () => {
    const { progress, shown } = progressOf(true)
    progress.begin('demo', ahead(2), 0)
    end(progress, 1, 4, ended({ retried: 3 }))
    end(progress, 1, 8, ended({ retried: 1500 }))
    expect(shown).toEqual(['  50 %  1/2 items  0:04 gone, about 4 s left  3 retried', ' 100 %  2/2 items  0:08 gone  1,503 retried'])
  })

  test('says nothing of the time left while too little is known', () => {
    const { progress, shown } = progressOf(true)
    progress.begin('demo', ahead(90), 0)
    end(progress, 30, 2)
    expect(shown.at(-1)).toBe('  33 %  30/90 items  0:02 gone')
    const slow = progressOf(true)
    slow.progress.begin('demo', ahead(90), 0)
    end(slow.progress, 8, 60)
    expect(slow.shown.at(-1)).toBe('   8 %  8/90 items  1:00 gone')
    end(slow.progress, 1, 60)
    expect(slow.shown.at(-1)).toBe('  10 %  9/90 items  1:00 gone, about 9 min left')
  })

  test('of a tenth of a long run does not wait for it', () => {
    const { progress, shown } = progressOf(true)
    progress.begin('demo', ahead(3000), 0)
    end(progress, 100, 60)
    expect(shown.at(-1)).toBe('   3 %  100/3,000 items  1:00 gone, about 29 min left')
  })

  test('does not take recorded answers for the pace of a model', () => {
    const { progress, shown } = progressOf(true)
    progress.begin('demo', ahead(100), 0)
    end(progress, 50, 1, ended({ isRecorded: true }))
    expect(shown.at(-1)).toBe('  50 %  50/100 items  0:01 gone')
    end(progress, 10, 10)
    // Ten items in ten seconds, and forty to come.
    expect(shown.at(-1)).toBe('  60 %  60/100 items  0:10 gone, about 40 s left')
  })

  test('rounds a guess to what a guess is worth', () => {
    const left = (seconds: number) => {
      const { progress, shown } = progressOf(true)
      progress.begin('demo', ahead(2), 0)
      end(progress, 1, seconds)
      return /about (.*) left/.exec(shown.at(-1) ?? '')?.[1]
    }
    expect([4, 23, 63, 1174, 5399, 20_000].map(left)).toEqual(['4 s', '25 s', '65 s', '20 min', '90 min', '5.6 h'])
  })

  test('is never 100 % before the last item, nor wider than 80 columns', () => {
    const { progress, shown } = progressOf(true, 6)
    progress.begin('demo', ahead(20_000), 0)
    for (let item = 1; item < 20_000; item += 1) end(progress, 1, item * 20, ended({ retried: 1 }))
    expect(shown.at(-1)).toContain('  99 %  19,999/20,000 items')
    for (const line of shown) expect(line.length).toBeLessThanOrEqual(80)
  })
})
