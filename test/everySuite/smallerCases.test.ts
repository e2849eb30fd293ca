import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { random } from '../../src/core/base/random.ts'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import type { CasePart, CaseSizes } from '../../src/core/format/casePart.ts'
import { prepareSuite } from '../../src/running/worker/prepareSuite.ts'
import { readItems } from '../../src/running/worker/selectItems.ts'
import type { OpenSuite, Suite } from '../../src/running/worker/suite.ts'
import { loadSuites } from '../catalogue.ts'
import type { JournaledCall } from '../memoryJournal.ts'
import { propertyRuns } from '../propertyRuns.ts'
import { runSuite } from '../runSuite.ts'
import { isLong } from '../shared.ts'
import { withoutFigures } from '../withoutFigures.ts'

const SUITES = await loadSuites()

const LIMIT = isLong ? 60 : 2
const SETTINGS: HoldfastOptions = { limit: LIMIT, suites: { lifbench: { lengths: ['4k'] } } }

/** How much of each part is left: all, the least, or something between. */
function drawSizes(parts: readonly CasePart[], seed: number, id: string): CaseSizes {
  const draw = random('smaller-cases', seed, id)
  return Object.fromEntries(
    parts.map(({ name, size, least = 0 }) => [name, [size, least, draw.int(least, size)][draw.int(0, 2)] as number]),
  )
}

const wholeSizes = (parts: readonly CasePart[]): CaseSizes => Object.fromEntries(parts.map(({ name, size }) => [name, size]))

/** A suite with its items cut; those of which nothing is left as they are. */
function smaller(suite: Suite, sizesOf: (parts: readonly CasePart[], id: string) => CaseSizes): Suite {
  return {
    ...suite,
    async open(run) {
      const opened: OpenSuite<unknown> = await suite.open(run)
      const items = await readItems(opened.items)
      const idOf = (item: unknown, index: number) => opened.id?.(item, index) ?? (item as { id: string }).id
      // Cut when it runs: a run takes a few of the items.
      const cut = new Map(items.map((item, index) => [item, idOf(item, index)]))
      const smallerOf = (item: unknown) => opened.cut?.(item, sizesOf(opened.parts?.(item) ?? [], cut.get(item) ?? '')) ?? item
      return {
        ...opened,
        reference: opened.reference && ((item) => opened.reference?.(smallerOf(item)) ?? ''),
        wrong: opened.wrong && ((item) => opened.wrong?.(smallerOf(item)) ?? ''),
        body: (item, context) => opened.body(smallerOf(item), context),
      }
    },
  }
}

/** The items of a run, opened without one. */
async function itemsOf(suite: Suite) {
  const config = resolveConfig({ cache: 'off', judge: 'sim:judge', ...SETTINGS }, {}, process.cwd(), [suite])
  const { opened, groups } = await prepareSuite(suite, { config, prepare: async () => config })
  return { opened, items: groups.flat() }
}

/** Characters of all that was asked in a run. */
const asked = (calls: readonly JournaledCall[]) => JSON.stringify(calls.map(({ messages }) => messages)).length

const OPENED = await Promise.all(
  SUITES.map(withoutFigures).map(async (suite) => ({ suite, canBeCut: (await itemsOf(suite)).opened.cut !== undefined })),
)

describe.each(OPENED.filter(({ canBeCut }) => canBeCut).map(({ suite }) => [suite.name, suite] as const))(
  'smaller cases of %s',
  (_name, suite) => {
    const models = (uri: string): HoldfastOptions => ({
      ...SETTINGS,
      // There the judge is what is measured.
      ...(suite.roles.includes('candidate') ? { model: uri, judge: 'sim:judge' } : { judge: uri === 'sim:oracle' ? 'sim:judge' : uri }),
    })

    test('are passed by one who knows, and by nobody else', async () => {
      const check = async (seed: number) => {
        const cut = smaller(suite, (parts, id) => drawSizes(parts, seed, id))
        const [right, wrong] = await Promise.all([runSuite(cut, models('sim:oracle')), runSuite(cut, models('sim:wrong'))])
        const failed = right.records.filter(({ status }) => status !== 'passed' && status !== 'skipped')
        expect(failed.map(({ item, error, reason }) => ({ item, why: error ?? reason }))).toEqual([])
        expect(wrong.records.filter(({ status }) => status === 'passed').map(({ item }) => item)).toEqual([])
        expect(right.records.some(({ status }) => status === 'passed')).toBe(true)
      }
      await fc.assert(fc.asyncProperty(fc.nat(), check), propertyRuns(1, 60))
    })

    test('ask for less than the whole items', async () => {
      const least = (parts: readonly CasePart[], id: string): CaseSizes => {
        // One of the parts, so that something is left of every item.
        const draw = random('one-part', id)
        const some = parts.length === 0 ? [] : [draw.pick(parts)]
        return Object.fromEntries(some.map((part) => [part.name, part.least ?? 0]))
      }
      const [whole, cut] = await Promise.all([runSuite(suite, models('sim:oracle')), runSuite(smaller(suite, least), models('sim:oracle'))])
      expect(asked(cut.calls)).toBeLessThan(asked(whole.calls))
    })

    test('are the whole items where all of every part is left, and keep their ids', async () => {
      const { opened, items } = await itemsOf(suite)
      for (const { item, id } of items) {
        const parts = opened.parts?.(item) ?? []
        expect(opened.cut?.(item, {})).toBe(item)
        expect(opened.cut?.(item, wholeSizes(parts))).toBe(item)
        const cut = opened.cut?.(item, drawSizes(parts, 1, id))
        if (cut !== undefined) expect(opened.id?.(cut, 0) ?? cut.id).toBe(id)
      }
    })

    test('have parts that can be told apart, with something of each to take away', async () => {
      const { opened, items } = await itemsOf(suite)
      for (const { item } of items) {
        const parts = opened.parts?.(item) ?? []
        expect(new Set(parts.map((part) => part.name)).size).toBe(parts.length)
        for (const { title, size, least = 0 } of parts) {
          expect(size).toBeGreaterThan(least)
          expect(title).not.toBe('')
          expect(title).not.toMatch(/[\n\r]/)
        }
      }
    })
  },
)
