import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { random } from '../../src/base/random.ts'
import type { HoldfastOptions } from '../../src/config/schema.ts'
import type { CasePart, CaseSizes } from '../../src/format/casePart.ts'
import { readItems } from '../../src/worker/plannedItem.ts'
import { runSuite } from '../../src/worker/runSuite.ts'
import type { OpenSuite, Suite } from '../../src/worker/suite.ts'
import { SUITES } from '../../suites/catalogue.ts'
import { propertyRuns } from '../propertyRuns.ts'

/** How much of each part is left, from a number. Every third part or so is left whole, and as many are cut to their least. */
function drawSizes(parts: readonly CasePart[], seed: number, id: string): CaseSizes {
  const draw = random('smaller-cases', seed, id)
  return Object.fromEntries(
    parts.map(({ name, size, least = 0 }) => [name, [size, least, draw.int(least, size)][draw.int(0, 2)] as number]),
  )
}

/** A suite whose items are all cut. */
function smaller(suite: Suite, sizesOf: (parts: readonly CasePart[], id: string) => CaseSizes): Suite {
  return {
    ...suite,
    async open(run) {
      const opened: OpenSuite<unknown> = await suite.open(run)
      const items = await readItems(opened.items)
      const idOf = (item: unknown, index: number) => opened.id?.(item, index) ?? (item as { id: string }).id
      return {
        ...opened,
        items: items.map((item, index) => opened.cut?.(item, sizesOf(opened.parts?.(item) ?? [], idOf(item, index))) ?? item),
      }
    },
  }
}

const judged = { judge: 'sim:judge' }
const LIMITS: Readonly<Record<string, HoldfastOptions>> = {
  lifbench: { limit: 6, suites: { lifbench: { lengths: ['4k'] } } },
  'fb-bench': { limit: 12 },
  refutebench: { limit: 8 },
  refutebench1: { limit: 12 },
  kieval: { limit: 12 },
  llmbar: { limit: 12 },
}

const named = SUITES.map((suite) => [suite.name, suite] as const)

describe.each(named)('smaller cases of %s', (name, suite) => {
  const isJudging = name === 'llmbar'
  const models = (uri: string): HoldfastOptions => ({
    ...LIMITS[name],
    ...judged,
    ...(isJudging ? { judge: uri === 'sim:oracle' ? 'sim:judge' : uri } : { model: uri }),
  })

  test('are passed by one who knows, and not by one who does not', async () => {
    const check = async (seed: number) => {
      const cut = smaller(suite, (parts, id) => drawSizes(parts, seed, id))
      const [right, wrong] = await Promise.all([runSuite(cut, models('sim:oracle')), runSuite(cut, models('sim:wrong'))])
      const failed = right.records.filter(({ status }) => status !== 'passed' && status !== 'skipped')
      expect(failed.map(({ item, error, reason }) => ({ item, why: error ?? reason }))).toEqual([])
      expect(wrong.records.filter(({ status }) => status === 'passed').map(({ item }) => item)).toEqual([])
      expect(right.records.length).toBeGreaterThan(0)
    }
    await fc.assert(fc.asyncProperty(fc.nat(), check), propertyRuns(3, 60))
  })
})
