import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { showCommand } from '../../src/cli/show.ts'
import { displayWidth } from '../../src/reports/layout.ts'
import { once, writeRun } from '../outcome.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { run } from './suiteRun.ts'

const forgetful = once(() => run('sim:forgetful?after=3', { HOLDFAST_LIMIT: '3' }))

describe('show', () => {
  /** The first of the items of a task, and what the command shows of it. */
  const shown = async (task: string) => {
    const outcome = await forgetful()
    const { path } = await writeRun(outcome, temporaryFolder())
    const [item = ''] = outcome.records.flatMap((record) => (record.task === task ? [record.item] : [])).sort()
    await showCommand().parseAsync([path, item, '--out', `${path}/shown`], { from: 'user' })
    return readFileSync(`${path}/shown`, 'utf8').split('\n').map(stripVTControlCharacters)
  }
  /** The lines of each numbered turn, by its title. */
  const messagesOf = (lines: readonly string[]) => {
    const titles = lines.flatMap((line, at) => (/^ [ \d]\d {2}/.test(line) ? [at] : []))
    return titles.map((at, index) => ({ title: lines[at]?.trim(), body: lines.slice(at + 1, titles[index + 1]).join('\n') }))
  }

  test('tells a dialogue of 6 turns on 80 columns: who speaks, what is demanded when, and where it is forgotten', async () => {
    const lines = await shown('persistent/writing')
    for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(80)
    const messages = messagesOf(lines)
    // A turn is what was said and its answer.
    expect(messages.map(({ title }) => title)).toEqual(['1  user', '2  refuter, objection 1', '3  user', '4  user', '5  user', '6  user'])
    const answers = ['answer-0', 'answer-1', 'distractor-1', 'distractor-2', 'distractor-3', 'requery-3']
    for (const [at, { body }] of messages.entries()) expect(body).toContain(`candidate  ${answers[at]}`)
    expect(messages[1]?.body).toContain('In all requests of this kind from now on')
    const found = (text = '') => [...text.matchAll(/-> (objection .*)/g)].map(([, finding]) => finding)
    expect(messages.map(({ body }) => found(body)).filter((findings) => findings.length > 0)).toEqual([
      ['objection 1 met (5 of 5)'],
      ['objection 1 kept (5 of 5)'],
      ['objection 1 kept (5 of 5)'],
      ['objection 1 FORGOTTEN (1 of 5)'],
    ])
    expect(messages[2]?.body).toContain('asked here too: requery-1')
    expect(messages[3]?.body).toContain('asked here too: requery-2')
    expect(found(messages[5]?.body)).toEqual(['objection 1 FORGOTTEN (1 of 5)'])
  })

  test('tells a dialogue of 4 turns with all three demands, in Chinese too', async () => {
    const lines = await shown('transient/mt')
    for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(80)
    const messages = messagesOf(lines)
    expect(messages.map(({ title }) => title)).toEqual([
      '1  user',
      '2  refuter, objection 1',
      '3  refuter, objection 2',
      '4  refuter, objection 3',
    ])
    expect(messages[3]?.body).toMatch(/objection 3 met \(5 of 5\)[\s\S]*objection 1 kept \(5 of 5\)/)
  })
})
