import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { llmbarOfficialData } from '../../../../../suites/llmbar/suite.ts'
import { hasShared, sharedFolder } from '../../../../../test/shared.ts'
import { cardOf, expectBundledCard, total } from '../datasetCards.ts'

test('the card of the bundled data counts each item once', async () => await expectBundledCard('llmbar'))

test('a folder without the suite is one error', () => expect(cardOf('llmbar', '/nowhere')).rejects.toMatchObject({ code: 'DATA' }))

describe.skipIf(!hasShared)('the official data', () => {
  const folder = join(sharedFolder, 'data')

  test('the subsets are those of the manifest beside them', () => {
    const own = JSON.parse(readFileSync(join(folder, 'llmbar', 'datasets', 'manifest.json'), 'utf8')) as {
      file: string
      source: string
      sha256: string
    }[]
    const listed = llmbarOfficialData().files.map(({ path, sha256, upstream }) => [path, upstream[0]?.path, sha256])
    expect(listed).toEqual(own.map(({ file, source, sha256 }) => [file, source, sha256]))
  })

  test('the card has 13 subsets, 419 pairs of them the benchmark', async () => {
    const { items, tasks, labels } = await cardOf('llmbar', folder)
    const { Natural = 0, Neighbor = 0, GPTInst = 0, GPTOut = 0, Manual = 0 } = tasks
    expect([items, Object.keys(tasks).length, Natural + Neighbor + GPTInst + GPTOut + Manual]).toEqual([1200, 13, 419])
    expect(total(labels[0]?.counts ?? {})).toBe(1200)
  })
})
