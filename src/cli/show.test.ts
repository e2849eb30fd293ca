import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { madeDocument } from '../../test/madeDocument.ts'
import { RUN_STOPPED } from '../core/format/records.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { showCommand } from './show.ts'

const record = (item: string, fields: object) =>
  JSON.stringify({ suite: 'demo', item, task: 'demo', trial: 0, tags: {}, scores: {}, ...fields })

/** What `holdfast show` says of a run with an item of each state. */
async function shown(args: readonly string[] = [], run: Partial<ScoresDocument['run']> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const items = [
    record('well', { status: 'passed', scores: { total: 1 } }),
    record('low', { status: 'failed', scores: { total: 0.2 } }),
    record('mute', { status: 'unscored', reason: 'the judge gave no usable reply' }),
    record('down', { status: 'error', error: 'Failed to call x: out of order.' }),
    record('late', { status: 'error', error: `Failed to call x: ${RUN_STOPPED}.` }),
  ]
  writeFileSync(join(folder, 'items.jsonl'), `${items.join('\n')}\n`)
  writeFileSync(join(folder, 'scores.json'), JSON.stringify(madeDocument({ run })))
  const out = join(folder, 'out.txt')
  await showCommand().parseAsync([folder, ...args, '--out', out], { from: 'user' })
  return readFileSync(out, 'utf8')
}

test('a run begins with its items that have no score, each with its reason', async () => {
  const text = await shown()
  expect(text).toMatch(/mute +unscored +the judge gave no usable reply\n.*down +error +Failed to call x: out of order\./)
  expect(text).not.toMatch(/^ *low /m)
})

test('the list of items below their threshold begins with those that have no score', async () => {
  const ids = (await shown(['--below']))
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).slice(0, 2).join(' '))
  expect(ids).toEqual(['mute unscored', 'down error', 'late error', 'low 0.200'])
})

test.each([[[]], [['--below']]])('what a stop cut off is no item of an interrupted run: %j', async (args) => {
  const text = await shown(args, { partial: true, incomplete: { ran: 4, planned: 5 } })
  expect(text).toContain('down ')
  expect(text).not.toContain('late')
  expect(await shown(['late'], { partial: true, incomplete: { ran: 4, planned: 5 } })).toContain(RUN_STOPPED)
})
