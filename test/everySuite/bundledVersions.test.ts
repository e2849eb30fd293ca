import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { planSuite } from '../../src/running/worker/planSuite.ts'
import { SUITES } from '../../suites/catalogue.ts'

/** Newest version of each suite's bundled items, and how many items and which hash version 1 has had from the beginning. */
const KNOWN = {
  'fb-bench': { newest: 2, items: 128, sha256: '09162570345ec1d6c8e35f5bb92db117376488b15cafa6f5fc5c6451a94babc6' },
  kieval: { newest: 2, items: 88, sha256: 'f2492b79b71e596bd2a2a6c1610f4aca8c61c26bb61504176e5f70b40eb58953' },
  lifbench: { newest: 1, items: 934, sha256: '6de2de21f889fc7f128c1b738caa3b1e079393a436099df9b79197edcff27930' },
  llmbar: { newest: 2, items: 130, sha256: '39016f07e3f5858e9738406af573a7d0256b9828db89f4f4aeb4f6dcdbb18a65' },
  pressure: { newest: 2, items: 326, sha256: '430e4fe98d9ea2f1c149549070d4539f20df8a7b425d3372aba6579850c35cd3' },
  refutebench: { newest: 2, items: 436, sha256: '803c1bc68b6e3c4d28666c4f01aa4a3c14750281db9d1df539e2ee7b3ee49c81' },
  refutebench1: { newest: 1, items: 249, sha256: '8acbd4f50f000b9c46938dfbbd2e0c71e3b429b20baee9ca72f7737fa8149d6e' },
  sharded: { newest: 1, items: 201, sha256: 'f277be3185e7ea1b63d68f5246a4c824c19b6e1af98ec6696bbea1e20064d75b' },
} as const

const CASES = SUITES.map((suite) => ({ name: suite.name as keyof typeof KNOWN, suite }))

const planOf = (suite: (typeof SUITES)[number], data: string) => planSuite(suite, resolveConfig({}, { HOLDFAST_DATA: data }, '/', [suite]))
const itemsOf = ({ tasks }: Awaited<ReturnType<typeof planOf>>) => tasks.reduce((sum, { items }) => sum + items, 0)

describe('version 1 of the bundled data is what it was, so that baselines of it stay comparable', () => {
  test.each(CASES)('of $name', async ({ name, suite }) => {
    const { items, sha256 } = KNOWN[name]
    const plan = await planOf(suite, 'bundled@1')
    expect({ ...plan, items: itemsOf(plan) }).toMatchObject({ source: 'bundled', version: 1, sha256, items })
  })
})

describe('bundled is the newest version', () => {
  test.each(CASES)('of $name', async ({ name, suite }) => {
    const { newest, items } = KNOWN[name]
    const plan = await planOf(suite, 'bundled')
    expect(plan).toMatchObject({ source: 'bundled', version: newest })
    if (newest === 1) expect(itemsOf(plan)).toBe(items)
    else expect(itemsOf(plan)).toBeGreaterThanOrEqual(items)
  })
})

test('bundled@2 is another name for it', () => expect(resolveConfig({}, { HOLDFAST_DATA: 'bundled@2' }, '/', SUITES).data).toBe('bundled'))

test('a version that there is not is refused before anything runs', () => {
  expect(() => resolveConfig({}, { HOLDFAST_DATA: 'bundled@3' }, '/', SUITES)).toThrow(
    'Failed to read HOLDFAST_DATA: the bundled data has no version "3". Use bundled@1 for the older items, or bundled for the newest.',
  )
})
