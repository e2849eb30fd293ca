import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture, once, readScores, runFixture, temporaryFolder } from './fixtureRun.ts'

const MODEL = `module:${fixture('capitals', 'agent.ts')}#ask`
const OUTCOMES = 'pass,fail'

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runFixture('capitals', ['capitals.eval', ...args], { HOLDFAST_MODEL: MODEL, OUTCOMES, ...env })

/** The run with each reporter, and what that prints of one failing item. */
const REPORTERS = [
  { name: 'dot', run: once(() => run(['--reporter=dot'])), printed: /1 failed.* \| .*3 passed/ },
  { name: 'json', run: once(() => run(['--reporter=json'])), printed: /"numFailedTests":1/ },
  { name: 'junit', run: once(() => run(['--reporter=junit'])), printed: /<testsuites .*tests="4" failures="1"/ },
]

describe.concurrent.each(REPORTERS)('with --reporter=$name', ({ run: withFailing, printed }) => {
  test('items that fail are exit 0, and the named reporter prints too', async () => {
    const finished = await withFailing()
    expect(finished.code).toBe(0)
    expect(finished.stdout).toMatch(printed)
    expect(finished.text).toContain('exit 0: complete, no gates configured.')
    expect(readScores(finished).suites.capitals).toMatchObject({ passed: 3, failed: 1 })
  })
})

describe.concurrent('reporters', () => {
  test('leave a broken gate exit 1', async () => {
    expect(await run(['--reporter=junit'], { HOLDFAST_GATES: '{"capitals":{"score":{"min":0.9}}}' })).toMatchObject({ code: 1 })
  })

  test('of a machine write a whole document to their file', async () => {
    const file = join(temporaryFolder(), 'report.json')
    await run(['--reporter=json', `--outputFile=${file}`])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ numTotalTests: 4, numFailedTests: 1 })
  })

  // As `vitest run --reporter=json | jq` needs it.
  test('of a machine have stdout to themselves when they write there', async () => {
    const json = REPORTERS.find(({ name }) => name === 'json')
    expect(JSON.parse((await json?.run())?.stdout ?? '')).toMatchObject({ numTotalTests: 4, numFailedTests: 1 })
  })

  test('that Vitest adds by itself print no failure and annotate no item, in GitHub Actions too', async () => {
    const { code, text } = await run([], { GITHUB_ACTIONS: 'true', CI: 'true' })
    expect(code).toBe(0)
    expect(text).not.toMatch(/::error|Test Files|FAIL|Failed Tests/)
  })
})
