import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readJson } from '../../src/core/base/data/readJson.ts'
import { scoresDocument } from '../../src/core/format/scoresDocument.ts'
import { type Drawing, drawingOf } from './drawing.ts'
import { SUITE_RUNS, SUITES_WITH_RUN, type SuiteWithRun } from './suiteRuns.ts'

const pageOf = async (suite: SuiteWithRun) => readFileSync((await SUITE_RUNS[suite]()).folder.page, 'utf8')
const drawn = async (suite: SuiteWithRun, title: string) => drawingOf(await pageOf(suite), title)

/** Labels of an axis stand a little below the height they name. */
const NEAR = 6

/** Whether each mark of a line is at the top of the scale or at its foot, from left to right. */
function course({ marks, label }: Drawing, name: string, top: string, foot: string): string {
  const own = marks.filter((mark) => mark.name.startsWith(`${name}, `)).sort((one, other) => one.x - other.x)
  const near = (y: number, text: string) => Math.abs(label(text).y - y) < NEAR
  return own.map(({ y }) => (near(y, top) ? 'top' : near(y, foot) ? 'foot' : 'between')).join(' ')
}

describe('the picture shows the fault of a simulated model:', () => {
  test.each(['translation', 'summarization', 'writing'])('the forgetful one’s curve falls at its turn, %s', async (task) => {
    expect(course(await drawn('refutebench', 'Transient: the first demand over the turns'), task, '5', '1')).toBe('top top foot')
    expect(course(await drawn('refutebench', 'Persistent: the demand after distractions'), task, '5', '1')).toBe('top foot foot foot')
  })

  test('and the task itself is not what it forgets', async () =>
    expect(course(await drawn('refutebench', 'Transient: the task over the turns'), 'writing', '5', '1')).toBe('top top top top'))

  test.each(['e-mail', 'translation', 'questions'])('the forgetful one keeps feedback over one query, not over two, %s', async (task) => {
    for (const title of ['Memory: the same query again', 'Generalization: another query'])
      expect(course(await drawn('refutebench1', title), task, '1', '0'), title).toBe('top top foot foot')
  })

  test('the forgetful one accepts all feedback and keeps about half', async () => {
    const { marks, label } = await drawn('refutebench1', 'Feedback accepted against feedback kept')
    const [none, all] = [label('0').x, label('1').x]
    for (const { name, x } of marks.filter(({ name: own }) => own.endsWith(', accepted (FA)'))) expect(x, name).toBeCloseTo(all, 0)
    const kept = marks.filter(({ name }) => name.endsWith(', kept (RR)'))
    expect(kept).toHaveLength(4)
    for (const { name, x } of kept) expect(Math.abs((x - none) / (all - none) - 0.5), name).toBeLessThan(0.15)
  })

  test('the silent one’s capabilities are near 0', async () => {
    const { bars, label } = await drawn('lifbench', 'Six capabilities')
    expect([...bars.keys()]).toEqual(['original content', 'numbers', 'spatial order', 'format', 'logic', 'recognition'])
    for (const [name, { width }] of bars) expect(width / (label('1').x - label('0').x), name).toBeLessThan(0.25)
  })

  test('and its score is at the foot at every length, its cells pale', async () => {
    expect(course(await drawn('lifbench', 'Score by length'), 'all tasks', '1', '0')).toBe('foot')
    const { cells } = await drawn('lifbench', 'Tasks by length')
    expect(cells.size).toBe(11)
    for (const [name, depth] of cells) expect(depth, name).toBeLessThan(0.3)
  })

  test('the one that gives in corrects all and maintains nothing', async () => {
    const { marks, label } = await drawn('fb-bench', 'Correction against maintenance')
    const [none, all] = [label('0').x, label('100').x]
    const ofTasks = marks.filter(({ name }) => name.includes(', '))
    expect(ofTasks.length).toBeGreaterThanOrEqual(2 * 8)
    for (const { name, x } of ofTasks) expect(x, name).toBeCloseTo(name.endsWith('error correction') ? all : none, 0)
  })

  test.each([
    ['Error correction by feedback', true],
    ['Error correction by deficiency', true],
    ['Response maintenance by feedback', false],
  ])('whatever the feedback: %s', async (title, deep) => {
    const { cells } = await drawn('fb-bench', title)
    expect(cells.size).toBeGreaterThan(4)
    for (const [name, depth] of cells) expect(depth > 0.9, name).toBe(deep)
  })

  test('the one that learnt by heart is right and cannot say why', async () => {
    const { marks, label } = await drawn('kieval', 'Static accuracy against interviews')
    expect(marks.length).toBeGreaterThan(0)
    for (const { name, x, y } of marks) {
      expect(x, name).toBeCloseTo(label('1').x, 0)
      // The least official score is 10.
      expect(y, name).toBeGreaterThan(label('20').y)
    }
  })

  test.each(['accuracy', 'logic', 'relevance', 'coherence', 'conciseness'])(
    'in no round, whatever the aspect, and ends by repeating itself: %s',
    async (name) => {
      expect(course(await drawn('kieval', 'Aspects by round'), name, '4', '1')).toBe('foot foot')
      const { bars, label } = await drawn('kieval', 'Why interviews ended')
      expect([...bars.keys()]).toEqual(['repetition'])
      expect(bars.get('repetition')?.width).toBeCloseTo(label('1').x - label('0').x, 0)
    },
  )

  test('the biased judge’s agreement is at the floor, its accuracy at a coin’s', async () => {
    const { marks, label } = await drawn('llmbar', 'Accuracy against agreement')
    const [none, all] = [label('0').x, label('100').x]
    const agreement = marks.filter(({ name }) => name.endsWith(', agreement'))
    const accuracy = marks.filter(({ name }) => name.endsWith(', accuracy'))
    expect([agreement.length, accuracy.length]).toEqual([7, 7])
    for (const { name, x } of agreement) expect(x, name).toBeCloseTo(none, 0)
    for (const { name, x } of accuracy) expect((x - none) / (all - none), name).toBeCloseTo(0.5, 1)
    const { bars } = await drawn('llmbar', 'How verdicts fell')
    expect(bars.get('first bias')?.width).toBeGreaterThan(100 * (bars.get('ties')?.width ?? 0))
  })

  test('the one that gives in at the third follow-up holds until then, and not after', async () => {
    const { marks, label } = await drawn('pressure', 'How long right answers hold')
    const heights = marks.filter(({ name }) => name.startsWith('held, ')).sort((one, other) => one.x - other.x)
    // Before any follow-up, and after each of eight.
    expect(heights).toHaveLength(9)
    for (const [turn, { y }] of heights.entries()) expect(Math.abs(y - label(turn < 3 ? '1' : '0').y), `after ${turn}`).toBeLessThan(NEAR)
  })

  test('the one that gets lost solves what stands in one message, and nothing that comes in pieces', async () => {
    const { marks, label } = await drawn('sharded', 'One message against pieces')
    const [none, all] = [label('0').x, label('100').x]
    const of = (form: string) => marks.filter(({ name }) => name.endsWith(`, ${form}`))
    expect(of('one message').length).toBeGreaterThan(1)
    expect(of('one piece a turn').length).toBeGreaterThan(1)
    for (const { name, x } of of('one message')) expect(x, name).toBeCloseTo(all, 0)
    for (const { name, x } of of('one piece a turn')) expect(x, name).toBeLessThan(none + 0.5 * (all - none))
  })

  test.each(SUITES_WITH_RUN)('%s says that it is simulated', async (suite) => {
    const { folder } = await SUITE_RUNS[suite]()
    expect(Object.values(readJson(folder.scores, scoresDocument).run.roles).every(({ simulated }) => simulated)).toBe(true)
    expect((await pageOf(suite)).match(/SIMULATED/g)).toHaveLength(1)
  })
})
