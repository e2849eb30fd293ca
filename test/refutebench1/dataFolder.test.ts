import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../temporaryFolder.ts'
import { open } from './officialRows.ts'

describe('a folder of official data', () => {
  const QA = {
    system_prompt: 's',
    feedbacks: 'The capital of A is B.',
    feedback_prompt: 'p: ',
    queries: ['q', '[MAYBE FEEDBACK]', 'q'],
    answers: 'B.',
  }

  /** A data folder with these files in its `refutebench1`. */
  function dataFolder(files: Readonly<Record<string, unknown>>): string {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'refutebench1'))
    for (const [name, row] of Object.entries(files)) {
      const path = join(folder, 'refutebench1', name)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, `${JSON.stringify(row)}\n`)
    }
    return folder
  }

  test('without a file of a task takes the bundled items and says so', async () => {
    const { items, source, leftOut } = await open(dataFolder({ 'qa/single/qa.memory.NC-0.jsonl': QA }))
    expect(source).toBe('official; email, mt bundled')
    expect(items.filter(({ task }) => task === 'qa').map(({ id }) => id)).toEqual(['qa/memory/qa.memory.NC-0/0'])
    expect(items.filter(({ task }) => task === 'email')).toHaveLength(83)
    // Of a task that it has, what is not there is left out.
    const files = ['memory.NC-1', 'memory.NC-2', 'memory.NC-3', 'generalization.NC-0'].map((name) => `single/qa.${name}`)
    expect(leftOut).toEqual([{ reason: `refutebench1/qa has no ${[...files, 'multi/qa'].join(', ')}`, tasks: ['qa'], items: 0 }])
    const asked = { tasks: 'qa', kinds: 'memory', ncs: '0' }
    expect((await open(dataFolder({ 'qa/single/qa.memory.NC-0.jsonl': QA }), asked)).leftOut).toEqual([])
  })

  test('without a subfolder of the benchmark is an error', () =>
    expect(open(temporaryFolder())).rejects.toThrow(/no folder .*refutebench1/))

  test('may hold generalization with irrelevant queries, and other files, which are passed over', async () => {
    const row = { ...QA, queries: ['q', '[MAYBE FEEDBACK]', 'other', 'r'], answers: ['B', 'b'] }
    const folder = dataFolder({
      'qa/single/qa.generalization.NC-1.jsonl': row,
      'qa/single/notes.jsonl': row,
      'qa/multi/qa.memory.NC-0.jsonl': row,
    })
    const { items } = await open(folder, { tasks: 'qa' })
    expect(items.map(({ id, nc }) => [id, nc])).toEqual([['qa/generalization/qa.generalization.NC-1/0', 1]])
  })

  test.each([
    ['a missing field', { ...QA, answers: undefined }, /line 1, field answers/],
    ['no slot', { ...QA, queries: ['q', 'r', 'q'] }, /line 1, field queries: expected a query, a slot/],
    [
      'another number of irrelevant queries',
      { ...QA, queries: ['q', '[MAYBE FEEDBACK]', 'x', 'q'] },
      /row 1: expected 0 irrelevant queries, found 1/,
    ],
    ['a fact that says nothing', { ...QA, feedbacks: 'Nonsense.' }, /row 1, field feedbacks: no "is"/],
  ])('with %s is refused by file, line and field', async (_wrong, row, message) => {
    const folder = dataFolder({ 'qa/single/qa.memory.NC-0.jsonl': row })
    await expect(open(folder, { tasks: 'qa' })).rejects.toThrow(message)
  })

  test('with fewer lists of answers than queries is refused', async () => {
    const row = { ...QA, feedbacks: [QA.feedbacks], queries: ['q', '[MAYBE FEEDBACK]', 'r', 't'], answers: [['B']] }
    await expect(open(dataFolder({ 'qa/multi/qa.jsonl': row }), { tasks: 'qa' })).rejects.toThrow(/field answers: expected one list/)
  })
})
