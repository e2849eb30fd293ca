import { describe, expect, test } from 'vitest'
import { fixture, occurrences, runInCheckout, runLifbench, unwrapped, type VitestRun } from './fixtureRun.ts'

// All that can be wrong is in src/core/config/*.test.ts and test/everySuite/runSuite.test.ts. Here: that Vitest says it, once and alone.

/** Asserts that a run said one thing and no more. */
function expectOneMessage({ code, text }: VitestRun, message: string): void {
  expect(code).toBe(1)
  expect(unwrapped(text)).toContain(message)
  expect(occurrences(text, 'Failed to')).toBe(1)
  expect(text).not.toMatch(/^ +at .+:\d+:\d+/m)
}

describe.concurrent('vitest run, given', () => {
  test.for([
    ['a configuration it cannot read', { HOLDFAST_MODELL: 'sim:oracle' }, 'no variable HOLDFAST_MODELL. Did you mean HOLDFAST_MODEL?'],
    ['an endpoint without a key', { HOLDFAST_MODEL: 'openai:gpt-5' }, 'Failed to set up openai:gpt-5: OPENAI_API_KEY is not set.'],
  ] as const)('%s, says that and nothing else', async ([, env, message]) => {
    expectOneMessage(await runInCheckout(['suites/lifbench/lifbench.eval'], env), message)
  })

  test('a suite that does not exist, says that and nothing else', async () =>
    expectOneMessage(await runInCheckout(['suites/lifbnch']), 'no test file matches "suites/lifbnch". Did you mean suites/lifbench?'))

  test('a name that no file has, says by which patterns files are taken', async () =>
    expectOneMessage(await runInCheckout(['warehouse']), 'The include of your Vitest configuration takes suites/**/*.eval.ts. '))

  test('a module without the export, says that and nothing else', async () => {
    const uri = `module:${fixture('capitals', 'agent.ts')}#answer`
    const run = await runLifbench({ HOLDFAST_LIFBENCH_TASKS: 'LSI', HOLDFAST_MODEL: uri })
    expectOneMessage(run, `Failed to read the model ${uri}: it exports no function answer. It exports `)
  })
})
