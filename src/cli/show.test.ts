import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { madeDocument, madeScores } from '../../test/madeDocument.ts'
import { temporaryFolder } from '../../test/temporaryFolder.ts'
import { RUN_STOPPED } from '../core/format/records.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { showCommand } from './show.ts'

const record = (item: string, fields: object) =>
  JSON.stringify({ suite: 'demo', item, task: 'demo', trial: 0, tags: {}, scores: {}, ...fields })

/** A message whose middle decides. */
const LONG = `${'before '.repeat(400)}MIDDLE${' after'.repeat(400)}`

/** What `holdfast show` says of a run with an item of each state. */
async function shown(args: readonly string[] = [], document: Parameters<typeof madeDocument>[0] = {}, only?: string): Promise<string> {
  const folder = temporaryFolder()
  const all = [
    record('well', { status: 'passed', scores: { total: 1 } }),
    record('low', { status: 'failed', scores: { total: 0.2 } }),
    record('mute', { status: 'unscored', reason: 'the judge gave no usable reply' }),
    record('down', { status: 'error', error: 'Failed to call x: out of order.' }),
    record('late', { status: 'error', error: `Failed to call x: ${RUN_STOPPED}.` }),
  ]
  const items = all.filter((line) => only === undefined || line.includes(`"${only}"`))
  writeFileSync(join(folder, 'items.jsonl'), `${items.join('\n')}\n`)
  writeFileSync(join(folder, 'scores.json'), JSON.stringify(madeDocument(document)))
  const messages = [{ role: 'user', content: LONG }]
  const call = { suite: 'demo', item: 'low', role: 'candidate', trial: 0, call: 'answer', content: 'so', messages }
  writeFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify(call)}\n`)
  const out = join(folder, 'out.txt')
  await showCommand().parseAsync([folder, ...args, '--out', out], { from: 'user' })
  return readFileSync(out, 'utf8')
}

test('a run begins with its items that have no score, each with its reason', async () => {
  const text = await shown()
  expect(text).toMatch(/mute +unscored +the judge gave no usable reply\n.*down +error +Failed to call x: out of order\./)
  expect(text).not.toMatch(/^ *low /m)
})

test('a run that lacks its records is not shown as one of none', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'scores.json'), JSON.stringify(madeDocument()))
  await expect(showCommand().parseAsync([folder], { from: 'user' })).rejects.toThrow('it has no items.jsonl')
})

test('the list of items below their threshold begins with those that have no score', async () => {
  const [list = '', next] = (await shown(['--below'])).trim().split('\n\n')
  expect(next).toMatch(/^ 4 items\. Read one: npx holdfast show \S+ mute$/)
  const ids = list.split('\n').map((line) => line.trim().split(/\s+/).slice(0, 2).join(' '))
  expect(ids).toEqual(['mute unscored', 'down error', 'late error', 'low 0.200'])
})

test('a long message of a single call is cut, and the way to all of it is said and has all of it', async () => {
  const text = await shown(['low'])
  expect(text).toMatch(/… [\d,]+ characters …/)
  expect(text).toContain(' Whole messages: add --calls')
  expect(await shown(['mute'])).not.toContain('--calls')
  const whole = await shown(['low', '--calls'])
  expect(whole).toContain('MIDDLE')
  expect(whole).not.toMatch(/characters …|add --calls/)
})

test('a list names each reason in full, however many items have it', async () => {
  const text = await shown(['--unscored'])
  expect(text).toMatch(/1 x +the judge gave no usable reply/)
})

test('a run with labels of people shows its corrected headline', async () => {
  const of = (value: number) => ({ value, n: 20, ci95: [value - 0.1, value + 0.1] as [number, number] })
  const suites = { demo: madeScores({ metrics: { score: of(0.6), 'corrected.score': of(0.501) } }) }
  const counts = { labelled: 20, unlabelled: 0, incomplete: 0, withoutChance: 0, ofOthers: 0 }
  expect(await shown([], { suites, run: { labels: { demo: counts } } })).toMatch(/corrected[^\n]*\n score +0\.600 +0\.501/)
  expect(await shown([], { suites })).not.toContain('corrected')
})

test('an empty list says of what it was asked for alone that there is none', async () => {
  expect((await shown(['--unscored'], {}, 'low')).trim()).toBe('No item is without a score.')
  expect((await shown(['--below'], {}, 'well')).trim()).toBe('No item is without a score, and none is below its threshold.')
})

test.each<[string, readonly string[], NonNullable<ScoresDocument['run']['incomplete']>, boolean]>([
  ['no item of an interrupted run', [], { ran: 4, planned: 5, interrupted: true }, false],
  ['no item of an interrupted run', ['--below'], { ran: 4, planned: 5, interrupted: true }, false],
  ['an item of a run that lacks a shard', [], { ran: 5 }, true],
  ['an item of a run that lacks a shard', ['--below'], { ran: 5 }, true],
])('what a stop cut off is %s: %j', async (_what, args, incomplete, isShown) => {
  const text = await shown(args, { run: { partial: true, incomplete } })
  expect(text).toContain('down ')
  expect(text.includes('late')).toBe(isShown)
  expect(await shown(['late'], { run: { partial: true, incomplete } })).toContain(RUN_STOPPED)
})

test('a run with a broken gate says which one, against what, and the exit code with its reasons', async () => {
  const gate = {
    metric: 'support.score',
    suite: 'support',
    key: 'score',
    kind: 'min',
    bound: 0.8,
    way: 'value',
    rule: '>= 0.8',
    value: 0.777,
    verdict: 'broken',
  } as const
  const text = await shown([], { gates: [gate], exitCode: 1, reasons: ['1 gate broken'] })
  expect(text).toMatch(/support\.score .*0\.777.*>= 0\.8.*BROKEN/)
  expect(text).toContain('exit 1: 1 gate broken.')
  expect(await shown()).not.toContain('exit')
})
