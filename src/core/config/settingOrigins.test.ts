import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allSettings, originsText, STARTED_BY, settingOrigins } from './settingOrigins.ts'

const SUITES = [{ name: 'fb-bench', options: z.object({ reference: z.boolean(), lengths: z.string() }) }]

describe('settings with who gave them', () => {
  test('are those that are no defaults, a variable over the configuration, an option over both', () => {
    const options = {
      model: 'openai:a',
      trials: 2,
      suites: { 'fb-bench': { reference: true, lengths: '4k' } },
      models: { app: { uri: 'module:./app.ts#ask' } },
      gates: { 'fb-bench': { overall: { min: 1, max: 3 } } },
    }
    const environment = { HOLDFAST_MODEL: 'openai:b', HOLDFAST_LIMIT: '5', HOLDFAST_FB_BENCH_LENGTHS: '8k', OTHER: '1' }
    expect(settingOrigins(options, environment, SUITES, new Map([['HOLDFAST_LIMIT', '--limit']]))).toEqual([
      { key: 'model', value: 'openai:b', origin: 'HOLDFAST_MODEL', over: 'openai:a' },
      { key: 'models', value: 'app', origin: 'the configuration' },
      { key: 'limit', value: '5', origin: '--limit', over: undefined },
      { key: 'trials', value: '2', origin: 'the configuration' },
      { key: 'gates', value: '2 gates', origin: 'the configuration' },
      { key: 'fb-bench.reference', value: '1', origin: 'the configuration' },
      { key: 'fb-bench.lengths', value: '8k', origin: 'HOLDFAST_FB_BENCH_LENGTHS', over: '4k' },
    ])
  })

  test('tell no key in a URL', () => {
    const [told] = settingOrigins({ model: 'openai:m@https://user:pass-word-1@host.test/v1' }, {}, [])
    expect(told?.value).toBe('openai:m@https://host.test/v1')
  })

  test('are none where nobody gave any', () => {
    expect(settingOrigins({}, {}, SUITES)).toEqual([])
  })

  test('say on one line who gave them', () => {
    const options = { model: 'openai:a', trials: 2, gates: {} }
    expect(originsText(settingOrigins(options, { HOLDFAST_MODEL: 'openai:b', HOLDFAST_LIMIT: '5' }, []))).toBe(
      'the configuration: trials, gates; HOLDFAST_MODEL (over openai:a), HOLDFAST_LIMIT',
    )
    expect(originsText([])).toBe('')
  })

  test("of a run that a command started are the command's, whatever variables they came in", () => {
    const environment = { HOLDFAST_MODEL: 'openai:b', HOLDFAST_LIMIT: '5', [STARTED_BY]: 'the command' }
    expect(originsText(settingOrigins({ trials: 2 }, environment, []))).toBe('the configuration: trials; the command')
    expect(originsText(settingOrigins({ model: 'openai:a' }, environment, []))).toBe('the command (over openai:a)')
  })

  test('stand among all, the others with their defaults', () => {
    const suites = [{ name: 'own', options: z.object({ lengths: z.string().default('4k'), only: z.string().optional() }) }]
    const all = allSettings(settingOrigins({ trials: 2 }, {}, suites), suites)
    const of = (key: string) => all.find((setting) => setting.key === key)
    expect(of('trials')).toMatchObject({ value: '2', origin: 'the configuration' })
    expect(of('seed')).toEqual({ key: 'seed', value: '0', origin: 'default' })
    expect(of('limit')).toEqual({ key: 'limit', value: '', origin: 'default' })
    expect(of('own.lengths')).toEqual({ key: 'own.lengths', value: '4k', origin: 'default' })
    const judged = allSettings([], suites, (key) => (key === 'judge' ? 'openai:j@https://u:pass-word-1@host.test/v1' : undefined))
    expect(judged.find(({ key }) => key === 'judge')).toEqual({ key: 'judge', value: 'openai:j@https://host.test/v1', origin: 'default' })
    expect(of('own.only')).toEqual({ key: 'own.only', value: '', origin: 'default' })
  })
})
