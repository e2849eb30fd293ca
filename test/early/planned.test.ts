import { expect, test } from 'vitest'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { planDecision } from '../../src/running/worker/planSuite.ts'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'

const config = (gates: Readonly<Record<string, { readonly min?: number; readonly max?: number }>>) =>
  resolveConfig(
    { model: 'sim:oracle', gates: { allowSimulated: true, lifbench: gates }, suites: { lifbench: { lengths: '4k,8k' } } },
    {},
    process.cwd(),
    [lifbenchSuite],
  )
const far = { distance: 20, spread: 1 }
const near = { distance: 0.1, spread: 1 }

test('a rule that is far from its bound costs a part of what a near one does, and that costs all', async () => {
  const of = (rule: typeof far) => planDecision(lifbenchSuite, config({ 'ars.overall': { min: 0.5 } }), [rule])
  const [cheap, dear] = [await of(far), await of(near)]
  if ('why' in cheap || 'why' in dear) throw new Error('there is a forecast')
  for (const way of ['direct', 'batch'] as const) expect(cheap[way].expected).toBeLessThan(0.6 * dear[way].expected)
  expect(dear.direct.expected).toBeGreaterThan(0.8)
  expect(dear.direct.range90[1]).toBeCloseTo(1, 9)
  for (const { expected, range90 } of [cheap.direct, cheap.batch, dear.direct, dear.batch]) {
    expect(range90[0]).toBeLessThanOrEqual(expected)
    expect(range90[1]).toBeGreaterThanOrEqual(expected)
  }
})

test('a rule that waits for the last item is told', async () => {
  const told = await planDecision(lifbenchSuite, config({ 'ifs.average': { max: 0.5 } }), [far])
  expect(told).toEqual({ why: expect.stringMatching(/is no mean of items, as [\w.]+ is, so the run goes to its last item$/) })
})
