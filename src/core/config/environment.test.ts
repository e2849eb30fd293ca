import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readEnvironment } from './environment.ts'
import { optionVariable, type SuiteOptions } from './suiteOptions.ts'

const suite = (name: string, options: z.ZodObject): SuiteOptions => ({ name, options })
const SUITES = [
  suite('lifbench', z.object({ lengths: z.string().default('4k') })),
  suite('fb-bench', z.object({ withReference: z.string() })),
]

const read = (environment: NodeJS.ProcessEnv) => readEnvironment(environment, SUITES)

describe('variables of the run', () => {
  test('are read as the fields they stand for', () => {
    const gates = { lifbench: { 'ars.overall': { min: 0.7 } } }
    const { fields, suites } = read({
      HOLDFAST_MODEL: 'openai:m@http://localhost/v1',
      HOLDFAST_JUDGE: 'judge',
      HOLDFAST_REFUTER: 'refuter',
      HOLDFAST_INTERACTOR: 'interactor',
      HOLDFAST_DATA: '/data',
      HOLDFAST_LIMIT: '100',
      HOLDFAST_SEED: '0',
      HOLDFAST_TRIALS: '3',
      HOLDFAST_VOTES: '5',
      HOLDFAST_CONCURRENCY: '8',
      HOLDFAST_OUT: 'out',
      HOLDFAST_STRICT: '1',
      HOLDFAST_GATES: JSON.stringify(gates),
    })
    expect(fields).toEqual({
      model: 'openai:m@http://localhost/v1',
      judge: 'judge',
      refuter: 'refuter',
      interactor: 'interactor',
      data: '/data',
      limit: 100,
      seed: 0,
      trials: 3,
      votes: 5,
      concurrency: 8,
      out: 'out',
      strict: true,
      gates,
    })
    expect(suites).toEqual({})
  })

  test('of others are passed over', () =>
    expect(read({ PATH: '/bin', MY_HOLDFAST_MODEL: 'x', HOLDFASTER: 'x', OPENAI_API_KEY: '' })).toEqual({ fields: {}, suites: {} }))

  test('that are undefined are not set', () => expect(read({ HOLDFAST_MODEL: undefined })).toEqual({ fields: {}, suites: {} }))

  test('HOLDFAST_STRICT=0 says no', () => expect(read({ HOLDFAST_STRICT: '0' }).fields).toEqual({ strict: false }))

  test('HOLDFAST_CACHE is off, or a folder', () => {
    expect(read({ HOLDFAST_CACHE: 'off' }).fields).toEqual({ cache: 'off' })
    expect(read({ HOLDFAST_CACHE: '.cache' }).fields).toEqual({ cache: '.cache' })
  })

  test('HOLDFAST_MAX_USD takes a fraction, HOLDFAST_MAX_TOKENS a whole number', () => {
    expect(read({ HOLDFAST_MAX_USD: '0.25', HOLDFAST_MAX_TOKENS: '100000' }).fields).toEqual({ maxUsd: 0.25, maxTokens: 100_000 })
    expect(read({ HOLDFAST_MAX_USD: '.5' }).fields).toEqual({ maxUsd: 0.5 })
  })

  test('HOLDFAST_DOUBT and HOLDFAST_CONTROLS take a share', () =>
    expect(read({ HOLDFAST_DOUBT: '0', HOLDFAST_CONTROLS: '.2' }).fields).toEqual({ doubt: 0, controls: 0.2 }))

  test('HOLDFAST_RESUME and HOLDFAST_SHARD are kept as text', () =>
    expect(read({ HOLDFAST_RESUME: 'latest', HOLDFAST_SHARD: '2/4' }).fields).toEqual({ resume: 'latest', shard: '2/4' }))
})

describe('options of suites', () => {
  test('are kept as text, by suite', () => {
    expect(read({ HOLDFAST_LIFBENCH_LENGTHS: '4k,8k', HOLDFAST_FB_BENCH_WITH_REFERENCE: '1' }).suites).toEqual({
      lifbench: { HOLDFAST_LIFBENCH_LENGTHS: '4k,8k' },
      'fb-bench': { HOLDFAST_FB_BENCH_WITH_REFERENCE: '1' },
    })
  })

  test('of a suite that only the configuration names are taken as they are', () => {
    const environment = { HOLDFAST_MY_SUITE_DEPTH: '3', HOLDFAST_MY_SUITE_NO_SUCH: '1' }
    expect(readEnvironment(environment, SUITES, ['my-suite']).suites).toEqual({ 'my-suite': environment })
    expect(() => readEnvironment({ HOLDFAST_MY_SUITE_DEPTH: '' }, SUITES, ['my-suite'])).toThrow('it is empty')
    expect(() => readEnvironment(environment, SUITES)).toThrow('no variable HOLDFAST_MY_SUITE_DEPTH')
  })

  test.each([
    ['lifbench', 'lengths', 'HOLDFAST_LIFBENCH_LENGTHS'],
    ['fb-bench', 'reference', 'HOLDFAST_FB_BENCH_REFERENCE'],
    ['fb-bench', 'withReference', 'HOLDFAST_FB_BENCH_WITH_REFERENCE'],
    ['refutebench1', 'maxTurns', 'HOLDFAST_REFUTEBENCH1_MAX_TURNS'],
  ])('%s %s is %s', (name, option, variable) => expect(optionVariable(name, option)).toBe(variable))
})

describe('a variable that is not known is refused', () => {
  test('with the near name', () => {
    expect(() => read({ HOLDFAST_CONCURENCY: '8' })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read the environment: no variable HOLDFAST_CONCURENCY. Did you mean HOLDFAST_CONCURRENCY? Unset it or mend its name.]`,
    )
  })

  test('with the near option of a suite', () => {
    expect(() => read({ HOLDFAST_LIFBENCH_LENGHTS: '4k' })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read the environment: no variable HOLDFAST_LIFBENCH_LENGHTS. Did you mean HOLDFAST_LIFBENCH_LENGTHS? Unset it or mend its name.]`,
    )
  })

  test('without a suggestion where none is near', () => {
    expect(() => read({ HOLDFAST_REFUTEBENCH_CURVES: '1' })).toThrow(
      'Failed to read the environment: no variable HOLDFAST_REFUTEBENCH_CURVES. Unset it or mend its name.',
    )
  })

  test('even when it is empty', () =>
    expect(() => read({ HOLDFAST_MODL: '' })).toThrow('no variable HOLDFAST_MODL. Did you mean HOLDFAST_MODEL?'))

  test('and the near name is by the part after HOLDFAST_, among all names there are', () => {
    expect(() => read({ HOLDFAST_RESUM: 'a' })).toThrow('Did you mean HOLDFAST_RESUME?')
    expect(() => read({ HOLDFAST_CACH: 'off' })).toThrow('Did you mean HOLDFAST_CACHE?')
  })
})

describe('an empty value is refused, as a CI secret that is not set arrives as one', () => {
  test.each(['HOLDFAST_MODEL', 'HOLDFAST_GATES', 'HOLDFAST_LIFBENCH_LENGTHS', 'HOLDFAST_SHARD', 'HOLDFAST_CACHE'])('%s', (name) => {
    expect(() => read({ [name]: '' })).toThrow(
      `Failed to read ${name}: it is empty (a CI secret that is not set arrives so). Give a value or unset it.`,
    )
  })
})

describe('a value that does not fit is refused', () => {
  test.each(['ten', '-1', '1.5', '1e3', ' 1', '0x10'])('HOLDFAST_LIMIT=%s is no whole number', (value) => {
    expect(() => read({ HOLDFAST_LIMIT: value })).toThrow(
      `Failed to read HOLDFAST_LIMIT: expected a whole number, received ${JSON.stringify(value)}. Mend it and run again.`,
    )
  })

  test.each(['HOLDFAST_LIMIT', 'HOLDFAST_TRIALS', 'HOLDFAST_VOTES', 'HOLDFAST_CONCURRENCY'])('%s=0 is too few', (name) => {
    expect(() => read({ [name]: '0' })).toThrow(`Failed to read ${name}: `)
  })

  test.each(['free', '-1', '1,5', '$2', ' 1', '1e3'])('HOLDFAST_MAX_USD=%s is no amount', (value) => {
    expect(() => read({ HOLDFAST_MAX_USD: value })).toThrow(
      `Failed to read HOLDFAST_MAX_USD: expected a number, received ${JSON.stringify(value)}.`,
    )
  })

  test.each(['high', '-0.1', '50%', '0,5', ' '])('HOLDFAST_DOUBT=%s is no share', (value) => {
    expect(() => read({ HOLDFAST_DOUBT: value })).toThrow(
      `Failed to read HOLDFAST_DOUBT: expected a number from 0 to 1, received ${JSON.stringify(value)}.`,
    )
  })

  test('HOLDFAST_DOUBT may not be empty', () =>
    expect(() => read({ HOLDFAST_DOUBT: '' })).toThrow('Failed to read HOLDFAST_DOUBT: it is empty'))

  test.each(['1.5', '1k', '-1', '0'])('HOLDFAST_MAX_TOKENS=%s is no number of tokens', (value) => {
    expect(() => read({ HOLDFAST_MAX_TOKENS: value })).toThrow('Failed to read HOLDFAST_MAX_TOKENS: ')
  })

  test('HOLDFAST_STRICT is 0 or 1', () =>
    expect(() => read({ HOLDFAST_STRICT: 'true' })).toThrow(/^Failed to read HOLDFAST_STRICT: .*1 or 0.*, received "true"/))

  test('HOLDFAST_GATES has no name that JSON hides', () =>
    expect(() => read({ HOLDFAST_GATES: '{"allowSimulated":true,"__proto__":{"x":{"min":1}}}' })).toThrow(
      'Failed to read HOLDFAST_GATES: expected JSON (__proto__ is a name that JavaScript uses itself)',
    ))

  test('HOLDFAST_GATES is JSON', () =>
    expect(() => read({ HOLDFAST_GATES: '{lifbench: 1}' })).toThrow(/^Failed to read HOLDFAST_GATES: expected JSON \(.+\), received/))
})
