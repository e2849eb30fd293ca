import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { criterion, rubric } from '../../../judging/rubric/rubric.ts'
import { inlineSuite } from '../../../running/worker/suite.ts'
import { shrinkHere } from './searchHere.ts'

const suite = inlineSuite('talk', { items: [{ id: 'one' }] }, async (_item, { dialogue, expect }) => {
  for (let index = 0; index < 8; index += 1) await dialogue.ask(`Let us speak of topic ${index}.`, { temperature: 0 })
  await dialogue.ask('Well? demand C', { temperature: 0 })
  await expect(dialogue).toPassRubric(rubric([criterion('says yes', { check: (text) => text === 'YES' })]))
})

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
