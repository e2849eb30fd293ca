import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasShared, sharedFolder } from '../../../test/shared.ts'
import { countTasks, countValues, sumUpLengths } from './datasetCard.ts'
import { datasetCard } from './stats.ts'

const total = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

test('lengths are summed up by nearest rank', () => {
  const ten = [10, 1, 9, 2, 8, 3, 7, 4, 6, 5]
  expect(sumUpLengths('text', ten)).toEqual({ texts: 'text', count: 10, least: 1, median: 5, p90: 9, most: 10, total: 55 })
  expect(sumUpLengths('text', [7])).toMatchObject({ least: 7, median: 7, p90: 7, most: 7 })
  expect(sumUpLengths('text', [])).toMatchObject({ count: 0, least: 0, median: 0, p90: 0, most: 0, total: 0 })
})

test('values are counted, by frequency or in order of appearance', () => {
  expect(Object.entries(countValues(['b', 'a', 'c', 'a']))).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 1],
  ])
  expect(Object.entries(countTasks(['b', 'a', 'b']))).toEqual([
    ['b', 2],
    ['a', 1],
  ])
})

test.each(['llmbar', 'fb-bench', 'kieval', 'refutebench', 'refutebench1'])(
  'the card of bundled %s counts each item once',
  async (suite) => {
    const card = await datasetCard(suite, 'bundled')
    expect(card).toMatchObject({ suite, source: 'bundled', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(total(card.tasks)).toBe(card.items)
    for (const { least, median, p90, most, count } of card.lengths) {
      expect(count).toBeGreaterThan(0)
      expect([least, median, p90, most]).toEqual([least, median, p90, most].sort((one, other) => one - other))
    }
  },
)

test('a folder without the suite is one error', async () => {
  await expect(datasetCard('llmbar', '/nowhere')).rejects.toMatchObject({ code: 'DATA' })
  await expect(datasetCard('refutebench1', '/nowhere')).rejects.toMatchObject({ code: 'DATA' })
  await expect(datasetCard('nosuite', 'bundled')).rejects.toMatchObject({ code: 'USAGE' })
})

describe.skipIf(!hasShared)('the cards of official data', () => {
  const folder = join(sharedFolder, 'data')

  test('llmbar: 13 subsets, 419 pairs of them the benchmark', async () => {
    const { items, tasks, labels } = await datasetCard('llmbar', folder)
    const { Natural = 0, Neighbor = 0, GPTInst = 0, GPTOut = 0, Manual = 0 } = tasks
    expect([items, Object.keys(tasks).length, Natural + Neighbor + GPTInst + GPTOut + Manual]).toEqual([1200, 13, 419])
    expect(total(labels[0]?.counts ?? {})).toBe(1200)
  })

  test('fb-bench: 591 items, five deficiencies, nine kinds of feedback', async () => {
    const { items, labels } = await datasetCard('fb-bench', folder)
    const of = (name: string) => labels.find(({ label }) => label === name)?.counts ?? {}
    expect([items, Object.keys(of('deficiency')).length, Object.keys(of('feedback')).length]).toEqual([591, 5, 9])
  })

  test('kieval: the sample with the flags of both lists', async () => {
    const { items, labels } = await datasetCard('kieval', folder)
    expect(items).toBe(240)
    expect(labels).toContainEqual({ label: 'valid for gpt4', counts: { yes: 200, no: 40 } })
  })

  test('refutebench: sentences and irrelevant queries', async () => {
    const { source, lengths } = await datasetCard('refutebench', folder)
    expect(source).toContain('official sentences to translate and irrelevant queries')
    expect(lengths.find(({ texts }) => texts === 'irrelevant query')?.count).toBe(805)
  })

  test('refutebench1: every dialogue of its 24 files', async () => {
    const { tasks, labels } = await datasetCard('refutebench1', folder)
    expect(labels[0]).toEqual({ label: 'task', counts: { email: 600, mt: 2977, qa: 2227 } })
    expect(tasks['qa/generalization 0 between']).toBe(1227)
  })

  test('lifbench: 2,802 items, a context per length and scenario', async () => {
    const { items, labels, lengths } = await datasetCard('lifbench', folder)
    expect(items).toBe(2802)
    expect(labels.find(({ label }) => label === 'contexts')?.counts).toMatchObject({ onedoc: 6, multidoc: 6 })
    expect(lengths.find(({ texts }) => texts === 'multidoc context')?.most).toBeLessThanOrEqual(120 * 1024)
  })
})
