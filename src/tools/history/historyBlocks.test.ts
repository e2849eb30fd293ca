import { expect, test } from 'vitest'
import { random } from '../../core/base/random.ts'
import { markdownBlocks } from '../../reports/blocks/markdownBlocks.ts'
import { terminalBlocks } from '../../reports/blocks/terminalBlocks.ts'
import { historyBlocks } from './historyBlocks.ts'
import { suiteHistory } from './suiteHistory.ts'
import { type Made, OPTIONS, right, rules, screenOf, weeks } from './test/madeWeeks.ts'

test('says of a fall before the newest run that it stands, and not with its own alarm', () => {
  const { int } = random('history', 'stands')
  const made = (at: number): Made => ({ scores: () => Number(int(0, 9) > (at >= 6 ? 5 : 1)) })
  const said = (count: number) => {
    const history = suiteHistory(rules, weeks(count, made), { ...OPTIONS, drop: 1e-6 })
    const report = { suites: [history], passedOver: [], rate: 0.05, per: 52, simulated: false }
    return terminalBlocks(historyBlocks(report, 10), 200).join(' ').replaceAll(/\s+/g, ' ')
  }
  const stands = 'demo is worse since week-6, and no alarm since tells of a return.'
  expect(said(7)).toContain('ALARM with the newest run: demo is worse.')
  expect(said(7)).not.toContain(stands)
  expect(said(10)).toContain(stands)
})

test('lists the newest runs of a suite, over all of its tables', () => {
  // From week 4 on the judge is another one, so they begin a table.
  const history = suiteHistory(
    rules,
    weeks(7, (at) => ({ judge: at < 4 ? 'openai:a' : 'openai:b' })),
    OPTIONS,
  )
  expect(history.segments.map(({ runs }) => runs.length)).toEqual([4, 3])
  const listed = (last: number) => {
    const report = { suites: [history], passedOver: [], rate: 0.05, per: 52, simulated: false }
    const text = terminalBlocks(historyBlocks(report, last), 200).join('\n')
    return [...new Set(text.match(/week-\d/g))].join(' ') + (/\d earlier runs?: --last 7 shows all\./.exec(text)?.[0] ?? '')
  }
  expect(listed(7)).toBe('week-0 week-1 week-2 week-3 week-4 week-5 week-6')
  expect(listed(4)).toBe('week-3 week-4 week-5 week-63 earlier runs: --last 7 shows all.')
  expect(listed(2)).toBe('week-5 week-65 earlier runs: --last 7 shows all.')
})

test('says in its verdict that the newest run is compared with none, and why', () => {
  const runs = weeks(4).map((run, at) => (at < 3 ? run : { ...run, records: run.records.slice(0, 110) }))
  expect(screenOf(runs)).toContain(
    'Nothing is told of the newest run. Not compared with runs before it: week-3 of demo, other items (110 of 200 are in both).',
  )
  expect(screenOf(weeks(4))).not.toContain('Not compared with runs')
})

test('says that the run after an alarm is compared with none, since the watch begins anew with it', () => {
  const made = (at: number): Made => ({ scores: (item) => (at > 3 && item % 2 === 1 ? 0 : right(item)) })
  expect(screenOf(weeks(5, made))).toContain('ALARM with the newest run: demo is worse.')
  expect(screenOf(weeks(6, made))).toContain(
    'Not compared with runs before it: week-5 of demo, since the watch of its headline begins anew after the alarm with week-4.',
  )
})

test('says its verdict once', () => {
  const verdict = /No alarm with the newest run\./g
  const report = { suites: [suiteHistory(rules, weeks(3), OPTIONS)], passedOver: [], rate: 0.05, per: 52, simulated: false }
  for (const lines of [terminalBlocks(historyBlocks(report, 9), 300), markdownBlocks(historyBlocks(report, 9))])
    expect(lines.join('\n').match(verdict)).toHaveLength(1)
})
