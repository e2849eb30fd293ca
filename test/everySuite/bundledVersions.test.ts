import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readJson } from '../../src/core/base/data/readJson.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { planSuite } from '../../src/running/worker/planSuite.ts'
import type { Suite } from '../../src/running/worker/suite.ts'
import { loadSuites } from '../catalogue.ts'

const SUITES = await loadSuites()

/** What a suite's folder of bundled items fixes: the newest version, and how many items and which hash version 1 has had from the beginning. */
const versions = z.strictObject({ newest: z.number(), first: z.strictObject({ items: z.number(), sha256: z.string() }) })
const fixedOf = (name: string) => {
  const path = join(packageRoot, 'fixtures', name, 'versions.json')
  return existsSync(path) ? readJson(path, versions) : undefined
}

const CASES = SUITES.map((suite) => ({ name: suite.name, suite, fixed: fixedOf(suite.name) }))

const planOf = (suite: Suite, data: string) => planSuite(suite, resolveConfig({}, { HOLDFAST_DATA: data }, '/', [suite]))
const itemsOf = ({ tasks }: Awaited<ReturnType<typeof planOf>>) => tasks.reduce((sum, { items }) => sum + items, 0)

describe('version 1 of the bundled data is what it was, so that baselines of it stay comparable', () => {
  test.each(CASES)('of $name', async ({ suite, fixed }) => {
    const plan = await planOf(suite, 'bundled@1')
    expect({ ...plan, items: itemsOf(plan) }).toMatchObject({ source: 'bundled', version: 1, ...fixed?.first })
  })
})

test.each(CASES)('bundled is the newest version of $name', async ({ suite, fixed }) => {
  const [plan, first] = [await planOf(suite, 'bundled'), await planOf(suite, 'bundled@1')]
  expect(plan).toMatchObject({ source: 'bundled', version: fixed?.newest ?? 1 })
  if (plan.version === 1) expect(itemsOf(plan)).toBe(itemsOf(first))
  else expect(itemsOf(plan)).toBeGreaterThanOrEqual(itemsOf(first))
})

test('bundled@2 is another name for it', () => expect(resolveConfig({}, { HOLDFAST_DATA: 'bundled@2' }, '/', SUITES).data).toBe('bundled'))

test('a version that there is not is refused before anything runs', () => {
  expect(() => resolveConfig({}, { HOLDFAST_DATA: 'bundled@3' }, '/', SUITES)).toThrow(
    'Failed to read HOLDFAST_DATA: the bundled data has no version "3". Use bundled@1 for the older items, or bundled for the newest.',
  )
})
