import { expect, test } from 'vitest'
import type { ComparedRun } from '../../deciding/compare/comparedRun.ts'
import type { Ranking } from '../../deciding/compare/ranking.ts'
import { markdownBlocks } from '../blocks/markdownBlocks.ts'
import { terminalBlocks } from '../blocks/terminalBlocks.ts'
import { displayWidth } from '../layout.ts'
import { rankingBlocks } from './rankingBlocks.ts'

const rankingLines = (rankings: readonly Ranking[], runs: readonly ComparedRun[], width: number) =>
  terminalBlocks(rankingBlocks(rankings, runs), width)
const rankingMarkdown = (rankings: readonly Ranking[], runs: readonly ComparedRun[]) => markdownBlocks(rankingBlocks(rankings, runs))

const RUNS = ['main', 'now', 'older'].map(
  (name): ComparedRun => ({
    name,
    document: {
      suites: {},
      run: { roles: { candidate: { model: `openai:${name}-of-a-vendor`, simulated: false } } },
    } as unknown as ComparedRun['document'],
    records: [],
  }),
)

const ranking = (suite: string, places: readonly (readonly [number, number])[], taus: readonly number[]): Ranking => ({
  suite,
  metric: 'score',
  labels: { score: 'points kept' },
  runs: places.map(([from, to], at) => ({ name: RUNS[at]?.name ?? '', value: 0.9 - at / 10, n: 20, items: 20, from, to })),
  shared: [20, 20],
  correlations: taus.map((tau, at) => ({ one: 'score', other: `part.${at}`, tau })),
})
const CLEAR = [
  [1, 1],
  [2, 3],
  [2, 3],
] as const
const SHARED = [
  [1, 2],
  [1, 2],
  [3, 3],
] as const

test('several runs begin and end with who is first in which suites', () => {
  const lines = rankingLines([ranking('one', CLEAR, []), ranking('two', CLEAR, []), ranking('six', SHARED, [])], RUNS, 80)
  expect([lines[0], lines.at(-1)]).toEqual(Array(2).fill(' first: main in one, two; first place shared: six'))
  expect(lines).toContain(' one, ranked by points kept on 20 shared items')
  expect(lines).toContainEqual(expect.stringMatching(/^ 2 to 3 {2}older {2}openai:older-of-a-vendor {2}0\.700 +20$/))
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(80)
})

test('metrics that order the runs alike are one sentence, and those that do not are named', () => {
  const text = (taus: readonly number[]) => rankingLines([ranking('one', CLEAR, taus)], RUNS, 140).join('\n')
  expect(text([1, 1, 1])).toContain(' All its metrics order the runs alike.\n')
  expect(text([1, 0.33])).toContain(' Metrics that order the runs most differently (Kendall tau-b): points kept and part.1 0.33.\n')
  expect(text([1, 0.33])).not.toContain('1.00')
  expect(text([0, 0, 0, 0, 0, 0, 0])).toContain('; 2 more pairs.')
})

test('markdown says the same', () => {
  const text = rankingMarkdown([ranking('one', CLEAR, [0.33])], RUNS).join('\n')
  expect(text).toContain('**first: main in one**')
  expect(text).toContain('| 1 | main | openai:main-of-a-vendor | 0.900 |')
})

test('runs that were made otherwise than the first one are named with the reason, on both screens', () => {
  const unlike = ['now', 'older'].map((name) => ({ name, from: 'main', why: 'other data (abc, now def)' }))
  const rankings = [{ ...ranking('one', CLEAR, []), unlike }]
  const said = 'NOT ALIKE: now; older against main: made with other data (abc, now def).'
  expect(rankingLines(rankings, RUNS, 80).join(' ').replaceAll(/\s+/g, ' ')).toContain(said)
  expect(rankingMarkdown(rankings, RUNS)).toContain(said)
  expect(rankingLines([ranking('one', CLEAR, [])], RUNS, 80).join()).not.toContain('ALIKE')
})
