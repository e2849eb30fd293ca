import { describe, expect, test } from 'vitest'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { resolveConfig } from '../core/config/resolve.ts'
import type { HoldfastOptions } from '../core/config/schema.ts'
import type { PlanSummary } from '../core/format/planSummary.ts'
import type { EarlierRuns } from '../deciding/estimate.ts'
import { estimateRun } from '../deciding/estimate.ts'
import { displayWidth } from './layout.ts'
import { planLines } from './planLines.ts'

const volume = (calls: number, promptTokens: number, completionTokens: number) => ({ calls, promptTokens, completionTokens })

const PLAN: PlanSummary = {
  roles: ['candidate', 'judge'],
  source: 'bundled',
  sha256: 'abcdef0123456789',
  options: {},
  tasks: [{ task: 'OR', title: 'repeat', items: 4000, tokens: 12_000_000 }],
  byRole: {
    candidate: { ...volume(4000, 4_000_000, 800_000), most: volume(4000, 4_000_000, 16_000_000) },
    judge: { ...volume(8000, 8_000_000, 1_000_000), most: volume(12_000, 90_000_000, 40_000_000) },
  },
  distinctTokens: 12_000_000,
  notes: ['a note'],
}
const price = { in: 2, out: 10 }

/** The lines of a plan with these options. */
function linesOf(options: HoldfastOptions, plan: PlanSummary = PLAN, earlier?: EarlierRuns): string {
  const config = resolveConfig(options, {}, '/project', [lifbenchSuite])
  const lines = planLines('demo', plan, estimateRun(plan, config, earlier), config)
  for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(80)
  return lines.join('\n')
}

const LOCAL = { uri: 'openai:m@http://127.0.0.1:9/v1', reasoningTokens: 0 }
const priced: HoldfastOptions = { model: 'm', judge: 'm', models: { m: { ...LOCAL, price } } }

describe('a plan', () => {
  test('has for every role what it takes, from typical to most, and the total', () => {
    const lines = linesOf(priced)
    expect(lines).toMatch(/^ candidate +openai:m@http:\/\/127\.0\.0\.1:9\/v1, \$2 in and \$10 out a million$/m)
    expect(lines).toMatch(/^ role +calls +tokens in +tokens out +cost$/m)
    expect(lines).toMatch(/^ candidate +4,000 +4\.0 M +0\.8 M to 16 M +\$16\.00 to \$168\.00$/m)
    expect(lines).toMatch(/^ judge +8,000 to 12 k +8\.0 M to 90 M +1\.0 M to 40 M +\$26\.00 to \$580\.00$/m)
    expect(lines).toMatch(/^ all +12 k to 16 k +12 M to 94 M +1\.8 M to 56 M +\$42\.00 to \$748\.00$/m)
    expect(lines).toContain('from typical lengths that the suite states')
  })

  test('says what costs nothing, and what has no price and what to set', () => {
    expect(linesOf({ model: 'sim:oracle' })).toMatch(/^ judge .* none: simulated\n all .* none$/m)
    const lines = linesOf({ model: 'm', judge: 'sim:judge', models: { m: LOCAL } })
    expect(lines).toMatch(/^ candidate .* no price$/m)
    expect(lines).toMatch(/^ no price +candidate: give its entry in models a price/m)
    expect(linesOf({ model: 'm', models: { m: { ...LOCAL, price } } })).toMatch(/^ no price +judge: name the model$/m)
    const half = linesOf({ model: 'm', judge: 'j', models: { m: { ...LOCAL, price }, j: { uri: 'openai:j@http://127.0.0.1:9/v1' } } })
    expect(half).toMatch(/^ all .* over \$16\.00 to \$168\.00$/m)
  })

  test('says of whom thoughts are counted at most, and what to set', () => {
    const told = (entry: object, uri = LOCAL.uri) =>
      linesOf({ model: 'm', judge: 'sim:judge', models: { m: { uri, price, ...entry } } }).replace(/\s+/g, ' ')
    expect(told({})).toContain('thoughts up to 16,384 tokens in each call of candidate, which may think.')
    expect(told({})).toContain('states, without thoughts, to answers and thoughts at their caps')
    expect(told({})).toContain('Set reasoningTokens in the entry in models, 0 of one that does not think.')
    expect(told({ contextTokens: 8192 })).toContain('up to 4,096 tokens in each call')
    const both = {
      model: 'm',
      judge: 'j',
      models: { m: { uri: LOCAL.uri, contextTokens: 8192 }, j: { uri: 'openai:j@http://127.0.0.1:9/v1' } },
    }
    expect(linesOf(both).replace(/\s+/g, ' ')).toContain('up to 16,384 tokens in each call of candidate and judge,')
    expect(told({ reasoningTokens: 9000 })).toContain('without thoughts, to answers and thoughts at their caps')
    expect(told({ reasoningTokens: 9000 })).not.toContain('may think')
    for (const line of [told({ reasoningTokens: 0 }), told({}, 'sim:oracle')]) expect(line).not.toContain('thoughts')
  })

  test('names the table that a price is from', () => {
    expect(linesOf({ model: 'openai:gpt-4o', judge: 'sim:judge' })).toMatch(
      /^ candidate +openai:gpt-4o, \$2\.5 in and \$10 out a million \(genai-prices [\d.]+\)$/m,
    )
  })

  test('names the run that was measured, and that was as fast', () => {
    const earlier = {
      roles: { judge: { run: '2026-01-01T0000-abc', promptTokens: 1500, completionTokens: 100 } },
      pace: { run: '2026-01-01T0000-abc', secondsPerCall: 0.1 },
    }
    const lines = linesOf(priced, PLAN, earlier)
    expect(lines.replace(/\s+/g, ' ')).toContain('measured: judge as run 2026-01-01T0000-abc')
    expect(lines).toMatch(/^ judge +8,000 to 12 k +12 M to 90 M +0\.8 M to 40 M/m)
    // 12,000 and 16,000 calls of a tenth of a second.
    expect(lines).toMatch(/^ time +20:00 to 26:40 at the pace of run 2026-01-01T0000-abc$/m)
  })

  test('tells the time by the limits', () => {
    const models = { m: { ...LOCAL, requestsPerMinute: 100 } }
    expect(linesOf({ model: 'm', judge: 'sim:judge', models })).toMatch(/^ time +40:00 at the configured limits$/m)
  })

  test.each([
    [800, 'enough for the most it can take'],
    [100, 'enough for a typical run, not for the most it can take'],
    [10, 'not enough for a typical run: it would end early'],
  ])('says whether a budget of $%i suffices', (maxUsd, said) => expect(linesOf({ ...priced, maxUsd })).toContain(`$${maxUsd}, ${said}`))

  test('says whether a budget in tokens suffices', () =>
    expect(linesOf({ ...priced, maxTokens: 20_000_000 })).toContain('20 M tokens, enough for a typical run'))

  test('says how much of what is read is distinct', () => {
    expect(linesOf(priced, { ...PLAN, distinctTokens: 300_000 })).toMatch(/^ tokens in +12 M a trial, 0\.3 M distinct$/m)
    expect(linesOf(priced)).not.toContain('distinct')
  })

  test('of a suite that does not tell its calls says so', () => {
    const lines = linesOf({}, { ...PLAN, byRole: undefined })
    expect(lines).toMatch(/^ calls +not told by the benchmark/m)
    expect(lines).not.toMatch(/^ role /m)
  })
})
