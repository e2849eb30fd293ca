import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { criterion, rubric } from '../../../judging/rubric/rubric.ts'
import { inlineSuite } from '../../../running/worker/suite.ts'
import { shrunkLines } from '../caseLines.ts'
import { shrinkHere } from './searchHere.ts'

const talk = (temperature: number) =>
  inlineSuite('talk', { items: [{ id: 'one' }] }, async (_item, { dialogue, expect }) => {
    for (let index = 0; index < 8; index += 1) await dialogue.ask(`Let us speak of topic ${index}.`, { temperature })
    await dialogue.ask('Well? demand C', { temperature })
    await expect(dialogue).toPassRubric(rubric([criterion('says yes', { check: (text) => text === 'YES' })]))
  })
const suite = talk(0)

const linesIn = (folder: string) =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name, 'calls.jsonl'), 'utf8')
      .trimEnd()
      .split('\n'),
  )
const keyOf = (line: string) => {
  const { call, trial, ask, vote } = JSON.parse(line)
  return JSON.stringify([call, trial, ask, vote])
}

test('a search that ended early goes on from there, pays for no call twice, and finds what a whole one finds', async () => {
  const folder = temporaryFolder()
  const first = await shrinkHere(suite, 'one', { model: 'clashes', folder, maxCalls: 30 })
  expect(first.cutShort).toBe(true)
  expect(linesIn(folder)).toHaveLength(30)
  const second = await shrinkHere(suite, 'one', { model: 'clashes', folder })
  const whole = await shrinkHere(suite, 'one', { model: 'clashes' })
  expect(second).toEqual(whole)
  expect(linesIn(folder)).toHaveLength(whole.calls)
  expect(new Set(linesIn(folder).map(keyOf)).size).toBe(whole.calls)
  // Once more: all of it is known.
  expect(await shrinkHere(suite, 'one', { model: 'clashes', folder })).toEqual(whole)
  expect(linesIn(folder)).toHaveLength(whole.calls)
})

test('another model gets no answer of the first', async () => {
  const folder = temporaryFolder()
  await shrinkHere(suite, 'one', { model: 'clashes', folder })
  const before = linesIn(folder).length
  const { outcome } = await shrinkHere(suite, 'one', { model: 'overlooks', folder })
  expect(outcome).toBe('shrunk')
  expect(readdirSync(folder)).toHaveLength(2)
  expect(linesIn(folder).length).toBeGreaterThan(before)
})

describe('an item that did not fail, and does elsewhere', () => {
  afterEach(() => vi.unstubAllEnvs())
  // One pass is outweighed by nine failures, and not by eight (docs/statistics.md).
  const saidOf = (shrunk: Awaited<ReturnType<typeof shrinkHere>>) =>
    shrunkLines(shrunk, { width: 1000, result: 'r', maxCalls: 200 }).join('\n')

  test('is run as often as it takes by the same command, beside the runs that are there, and the screen says how often', async () => {
    const folder = temporaryFolder()
    const first = await shrinkHere(talk(1), 'one', { model: 'elsewhere', folder })
    expect(first).toMatchObject({ outcome: 'chance', calls: 9 })
    expect(saidOf(first)).toContain('More runs (--repeats 10 or more) can show a rarer failure.')
    vi.stubEnv('PLANTED_FAULT', 'yes')
    // As often as can tell nothing yet: nothing is asked.
    expect(await shrinkHere(talk(1), 'one', { model: 'elsewhere', folder, runs: 9 })).toEqual(first)
    const second = await shrinkHere(talk(1), 'one', { model: 'elsewhere', folder, runs: 10 })
    expect(second.tried[0]).toMatchObject({ runs: 10, failed: 9, outcome: 'fails' })
    expect(second.outcome).toBe('shrunk')
  })

  test('the screen says what begins anew where answers of an earlier start are used, and that does', async () => {
    const folder = temporaryFolder()
    const lines: string[] = []
    const search = { model: 'elsewhere', folder, told: (line: string) => lines.push(line) }
    await shrinkHere(talk(1), 'one', search)
    expect(lines.join()).not.toContain('earlier')
    vi.stubEnv('PLANTED_FAULT', 'yes')
    expect((await shrinkHere(talk(1), 'one', search)).outcome).toBe('chance')
    const [, named = ''] = /^ answers of an earlier start are used: to begin anew, delete (.+)$/m.exec(lines.join('\n')) ?? []
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([named])
    rmSync(named, { recursive: true })
    expect((await shrinkHere(talk(1), 'one', search)).outcome).toBe('shrunk')
  })
})
