import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readJson } from '../../src/core/base/data/readJson.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { prepareSuite } from '../../src/running/worker/prepareSuite.ts'
import type { Suite } from '../../src/running/worker/suite.ts'
import { loadSuites } from '../catalogue.ts'
import { once } from '../outcome.ts'

const SUITES = await loadSuites()

/** What a suite's folder of bundled items fixes: the newest version, and how many items and which hash version 1 has had from the beginning. */
const versions = z.strictObject({ newest: z.number(), first: z.strictObject({ items: z.number(), sha256: z.string() }) })
const fixedOf = (name: string) => {
  const path = join(packageRoot, 'fixtures', name, 'versions.json')
  return existsSync(path) ? readJson(path, versions) : undefined
}

/** The data of a run and how many items it has. Nothing is counted in tokens, as a plan does. */
async function opened(suite: Suite, data: string) {
  const config = resolveConfig({}, { HOLDFAST_DATA: data }, '/', [suite])
  const { opened: own, groups, plan } = await prepareSuite(suite, { config, prepare: async () => config })
  return { ...plan.data, items: groups.flat().filter(({ item }) => own.skip?.(item) === undefined).length }
}

const CASES = SUITES.map((suite) => ({
  name: suite.name,
  suite,
  fixed: fixedOf(suite.name),
  first: once(() => opened(suite, 'bundled@1')),
}))

describe('version 1 of the bundled data is what it was, so that baselines of it stay comparable', () => {
  test.each(CASES)('of $name', async ({ first, fixed }) => {
    expect(await first()).toMatchObject({ source: 'bundled', version: 1, ...fixed?.first })
  })
})

test.each(CASES)('bundled is the newest version of $name', async ({ suite, fixed, first }) => {
  const newest = await opened(suite, 'bundled')
  expect(newest).toMatchObject({ source: 'bundled', version: fixed?.newest ?? 1 })
  if (newest.version === 1) expect(newest.items).toBe((await first()).items)
  else expect(newest.items).toBeGreaterThanOrEqual((await first()).items)
})

test('bundled@2 is another name for it', () => expect(resolveConfig({}, { HOLDFAST_DATA: 'bundled@2' }, '/', SUITES).data).toBe('bundled'))

test('a version that there is not is refused before anything runs', () => {
  expect(() => resolveConfig({}, { HOLDFAST_DATA: 'bundled@3' }, '/', SUITES)).toThrow(
    'Failed to read HOLDFAST_DATA: the bundled data has no version "3". Use bundled@1 for the older items, or bundled for the newest.',
  )
})
