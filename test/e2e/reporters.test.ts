import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture, once, readScores, runFixture, temporaryFolder } from './fixtureRun.ts'

const MODEL = `module:${fixture('capitals', 'agent.ts')}#ask`
const OUTCOMES = 'pass,fail'

/** What each reporter prints of a run with one failing item. */
const REPORTERS = [
  { name: 'dot', printed: /1 failed.* \| .*3 passed/ },
  { name: 'json', printed: /"numFailedTests":1/ },
  { name: 'junit', printed: /<testsuites .*tests="4" failures="1"/ },
]

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runFixture('capitals', ['capitals.eval', ...args], { HOLDFAST_MODEL: MODEL, OUTCOMES, ...env })

describe.concurrent.each(REPORTERS)('with --reporter=$name', ({ name, printed }) => {
  test('items that fail are exit 0, and the named reporter prints too', async () => {
    const finished = await run([`--reporter=${name}`])
    expect(finished.code).toBe(0)
    expect(finished.stdout).toMatch(printed)
    expect(finished.stdout).toContain('exit 0: complete, no gates configured.')
    expect(readScores(finished).suites.capitals).toMatchObject({ passed: 3, failed: 1 })
  })

  test('a broken gate is exit 1', async () => {
    const finished = await run([`--reporter=${name}`], { HOLDFAST_GATES: '{"capitals":{"score":{"min":0.9}}}' })
    expect(finished.code).toBe(1)
    expect(finished.stdout).toMatch(printed)
  })
})

describe.concurrent('reporters', () => {
  test('of a machine write a whole document to their file', async () => {
    const file = join(temporaryFolder(), 'report.json')
    await run(['--reporter=json', `--outputFile=${file}`])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ numTotalTests: 4, numFailedTests: 1 })
  })

  // reporter.ts prints to stdout whatever else does: `vitest run --reporter=json | jq` breaks.
  test.fails('of a machine have stdout to themselves when they write there', async () => {
    const { stdout } = await run(['--reporter=json'])
    expect(JSON.parse(stdout)).toMatchObject({ numTotalTests: 4, numFailedTests: 1 })
  })

  test('that Vitest adds in GitHub Actions annotate no item', async () => {
    const { code, text } = await run([], { GITHUB_ACTIONS: 'true', CI: 'true' })
    expect(code).toBe(0)
    expect(text).not.toContain('::error')
  })
})

const withoutNamed = once(() => run([]))

test('without a named reporter Vitest prints nothing of its own', async () => {
  const { text } = await withoutNamed()
  expect(text).not.toMatch(/Test Files|FAIL|Failed Tests/)
})
