import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tokenizer } from '../../src/core/base/text/tokenizer.ts'
import { blobPath } from '../../src/core/format/blobStore.ts'
import { TASKS } from '../../suites/lifbench/tasks.ts'
import { occurrences, once, readCalls, readItems, readScores, runLifbench, unwrapped } from './fixtureRun.ts'

/** In the 4k contexts, items of MF need more than these windows (4,096 tokens for the answer alone) and items of LSI do not. */
const WINDOWS = { small: 4000, medium: 6000 }
const windowed = (model: keyof typeof WINDOWS, overflow: string) =>
  once(() => runLifbench({ HOLDFAST_MODEL: model, HOLDFAST_LIFBENCH_TASKS: 'LSI,MF', HOLDFAST_LIFBENCH_OVERFLOW: overflow }))

describe.concurrent('items that do not fit the context window', () => {
  const refused = windowed('small', 'error')
  const skipped = windowed('small', 'skip')
  const truncated = windowed('medium', 'truncate')

  test('are one error before the first call, with what can be done', async () => {
    const run = await refused()
    expect(run.code).toBe(1)
    expect(unwrapped(run.text)).toMatch(
      /Failed to plan lifbench: 25 of 55 items need up to \d,\d{3} tokens, the window of sim:oracle is 4,000\. Choose shorter HOLDFAST_LIFBENCH_LENGTHS, or set HOLDFAST_LIFBENCH_OVERFLOW to skip or truncate\./,
    )
    expect(occurrences(run.text, 'Failed to')).toBe(1)
    expect(run.text).not.toMatch(/^ +at .+:\d+:\d+/m)
    expect(readCalls(run)).toEqual([])
  })

  test('are skipped when told to, and leave the scores', async () => {
    const run = await skipped()
    expect(run.code).toBe(0)
    expect(unwrapped(run.stdout)).toContain('window 4,000 tokens: 25 of 55 items do not fit and are skipped')
    expect(run.stdout).toContain('Skipped 2.')
    const { lifbench } = readScores(run).suites
    expect(lifbench).toMatchObject({ items: 4, passed: 2, skipped: 2 })
    expect(Object.keys(lifbench?.metrics ?? {})).not.toContain('ars.MF')
    expect(
      readItems(run)
        .filter(({ status }) => status === 'skipped')
        .map(({ task }) => task),
    ).toEqual(['MF', 'MF'])
    expect(readCalls(run)).toHaveLength(2)
  })

  test('are not in the plan when they are skipped', async () => expect((await skipped()).stdout).toMatch(/^ plan +2 calls/m))

  test('are cut to fit when told to, and every call fits', async () => {
    const run = await truncated()
    expect(run.code).toBe(0)
    const counter = tokenizer('o200k_base')
    const calls = readCalls(run)
    expect(calls).toHaveLength(4)
    for (const { item, messages = [], messagesRef = [] } of calls) {
      const stored = messagesRef.flatMap(({ segments }) =>
        segments.map(({ sha256 }) => readFileSync(blobPath(run.folder.blobs, sha256), 'utf8')),
      )
      const prompt = [...messages.map(({ content }) => content), ...stored].join('')
      const answer = TASKS.find((task) => item.startsWith(`${task.official}/`))?.maxTokens
      expect(prompt).toMatch(item.startsWith('list') ? /numbered list/ : /doc-1 /)
      expect(counter.count(prompt) + (answer ?? Number.NaN), item).toBeLessThanOrEqual(WINDOWS.medium)
    }
  })

  test('are not cut to nothing where instruction and answer alone exceed the window', async () => {
    const run = await windowed('small', 'truncate')()
    expect(readItems(run).filter(({ task, status }) => task === 'MF' && status === 'passed')).toEqual([])
    expect(run.text).toContain('4,000')
  })

  test('are marked where they are cut, in records and in the figures', async () => {
    const run = await truncated()
    const cut = readItems(run).filter(({ tags }) => tags.truncated === 'yes')
    expect(cut.map(({ task }) => task)).toEqual(['MF', 'MF'])
    expect(unwrapped(run.stdout)).toContain('25 of 55 items do not fit; their contexts are cut on the right (†)')
    expect(run.stdout).toMatch(/^ length +score at 4k tokens† \d\.\d{3}/m)
  })

  test('are marked in the table of scores too', async () => expect((await truncated()).stdout).toMatch(/^ MF .*†/m))
})
