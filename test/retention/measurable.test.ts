import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { retentionSuite } from '../../suites/retention/suite.ts'
import { retentionSummary } from '../../suites/retention/summary.ts'
import { runSuite } from '../runSuite.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

registerMatchers()

/** One conversation with three plants in force, of which two fail their control, and one that was taken back. */
const record = (item: string, scores: Readonly<Record<string, number>>) =>
  ({
    suite: 'retention',
    item,
    task: '2k',
    trial: 0,
    status: 'failed',
    total: 0.5,
    scores,
    tags: { variant: 'a' },
  }) as unknown as ItemRecord
const ONE = record('one', {
  'fact.last': 1,
  'fact.fresh': 1,
  'content.last': 0,
  'content.fresh': 0,
  'form.last': 0,
  'form.fresh': 0,
  'withdrawn.followed': 0,
  'withdrawn.last': 1,
})

test('figures of a part of the plants say of how many, and why the others are not among them', () => {
  const { retained, forgotten, measurable } = retentionSummary({ records: [ONE] })
  expect([retained?.value, forgotten?.value, measurable?.value]).toEqual([1, 0, 1 / 3])
  const told = 'of 3 plants 1 could be measured; not followed even right after it was said again: 2'
  expect([retained?.note, forgotten?.note]).toEqual([told, told])
})

test('a headline without a value says what it lacks', () => {
  const none = (...records: readonly ItemRecord[]) => retentionSummary({ records }).retention?.none
  expect(none(ONE)).toBe('no instruction was followed before it was taken back, of 1')
  expect(none(record('two', { 'fact.last': 1, 'fact.fresh': 1 }))).toBe('no conversation that ran takes an instruction back')
  const chance = record('three', { 'fact.last': 1, 'fact.fresh': 1, 'fact.never': 1 })
  expect(none(chance)).toBe('of 1 plant 0 could be measured; answered alike where it was never said: 1')
  expect(retentionSummary({ records: [record('two', { 'fact.last': 1, 'fact.fresh': 1 })] }).retained).not.toHaveProperty('note')
})

test('a plant that is not followed right after it was said again is not called forgotten', async () => {
  const root = temporaryFolder()
  writeFileSync(join(root, 'app.mjs'), "export default async () => ({ content: 'Yes, no problem: the library.' })\n")
  const suites = { retention: { lengths: '2k' } }
  const { records } = await runSuite(retentionSuite, { model: 'module:./app.mjs', limit: 1, suites }, {}, root)
  const said = JSON.stringify(records)
  expect(said).toContain('not measurable')
  expect(said).not.toContain('forgotten')
})
