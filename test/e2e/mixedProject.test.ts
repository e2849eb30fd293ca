import { describe, expect, test } from 'vitest'
import { once, plainFailures, readItems, runFixture } from './fixtureRun.ts'

const mixed = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => runFixture('mixed', args, env)

const whole = once(() => mixed())

describe.concurrent('plain tests in the project of a benchmark', () => {
  test('keep their isolation and their retries, and are counted beside the items', async () => {
    const { code, text } = await whole()
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('exit 0: complete') })
    // Two files that would find each other's mark, one that passes at its second try, and the dialogue.
    expect(text).toContain(' 4 tests beside the items passed.')
  })

  test('keep their timeout, which items and dialogues do without', async () => {
    const { code, text } = await mixed([], { SLOW: '1' })
    expect(code).toBe(1)
    expect([...plainFailures({ text }).keys()]).toEqual(['has the time the user gives it'])
    expect(text).toContain('timed out in 3000ms')
  })

  test('do not have items repeated', async () => {
    const run = await mixed([], { FAIL: '1' })
    expect(readItems(run).map(({ status }) => status)).toEqual(['failed', 'failed'])
  })

  test('leave benchmarks and dialogues in one process, whose budget holds for all of them', async () => {
    const run = await mixed([], { HOLDFAST_MAX_TOKENS: '100000' })
    expect(run.code).toBe(0)
    expect(new Set(readItems(run).map(({ status }) => status))).toEqual(new Set(['passed']))
  })

  // Vitest refuses two projects of one group that have another number of workers.
  test('run in a project of their own with as many workers as it likes', async () => {
    const { code, text } = await runFixture('mixedProjects')
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining(' 1 test beside the items passed.') })
  })

  test('run alone as they would without the plugin', async () => {
    const { code, text } = await mixed(['first.spec', 'second.spec'])
    expect(code).toBe(0)
    expect(text).toMatch(/Test Files .*2 passed/)
  })
})
