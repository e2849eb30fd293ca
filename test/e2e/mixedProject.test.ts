import { describe, expect, test } from 'vitest'
import { once, plainFailures, readItems, runFixture } from './fixtureRun.ts'

const mixed = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => runFixture('mixed', args, env)

// A budget holds for all benchmarks and dialogues, so that they are in one process.
const whole = once(() => mixed([], { HOLDFAST_MAX_TOKENS: '100000' }))

describe.concurrent('plain tests in the project of a benchmark', () => {
  test('keep their isolation and their retries, and are counted beside the items', async () => {
    const { code, text } = await whole()
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('exit 0: complete') })
    // Two files that would find each other's mark, one that passes at its second try, and the dialogue.
    expect(text).toContain(' 4 tests beside the items passed.')
  })

  test('leave benchmarks and dialogues in one process, whose budget holds for all of them', async () =>
    expect(new Set(readItems(await whole()).map(({ status }) => status))).toEqual(new Set(['passed'])))

  test('keep their timeout, which items and dialogues do without, and do not have items repeated', async () => {
    const run = await mixed([], { SLOW: '1' })
    expect(run.code).toBe(1)
    expect([...plainFailures(run).keys()]).toEqual(['has the time the user gives it'])
    expect(run.text).toContain('timed out in 500ms')
    expect(readItems(run).map(({ status }) => status)).toEqual(['failed', 'failed'])
  })

  // Vitest refuses two projects of one group that have another number of workers.
  test('run in a project of their own with as many workers as it likes', async () => {
    const { code, text } = await runFixture('mixedProjects')
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining(' 1 test beside the items passed.') })
  })
})
