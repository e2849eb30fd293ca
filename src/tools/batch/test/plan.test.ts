import { expect, test } from 'vitest'
import { llmbarSuite } from '../../../../suites/llmbar/suite.ts'
import { resolveConfig } from '../../../core/config/resolve.ts'
import { estimateRun } from '../../../deciding/estimate.ts'
import { planLines } from '../../../reports/planLines.ts'
import { planSuite } from '../../../running/worker/planSuite.ts'

async function planOf(options: object) {
  const judge = { uri: 'openai:gavel@http://host/v1', price: { in: 4, out: 8 } }
  const models = { direct: judge, later: { ...judge, batch: { share: 0.25 } } }
  const config = resolveConfig({ cache: 'off', limit: 2, models, ...options }, {}, process.cwd(), [llmbarSuite])
  const plan = await planSuite(llmbarSuite, config)
  const estimate = estimateRun(plan, config)
  return { lines: planLines('llmbar', plan, estimate, config).join('\n'), usd: estimate.usd?.[0] ?? Number.NaN }
}

test('the plan tells the waves of a run by batch, and the share of the price that it is estimated at', async () => {
  const direct = await planOf({ judge: 'direct' })
  const later = await planOf({ judge: 'later' })
  const exported = await planOf({ judge: 'direct', batch: 'export' })
  expect(direct.lines).not.toContain('wave')
  expect(later.lines).toMatch(/^ batch +2 waves at least, at 25 % of the price: judge$/m)
  expect(later.usd).toBeCloseTo(direct.usd / 4, 12)
  expect(exported.lines).toMatch(/^ batch +2 waves at least, at 50 % of the price: judge$/m)
  expect(exported.usd).toBeCloseTo(direct.usd / 2, 12)
})
