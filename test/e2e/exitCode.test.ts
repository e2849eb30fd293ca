import { describe, expect, test } from 'vitest'
import { fixture, occurrences, once, readItems, readScores, runFixture, unwrapped, type VitestRun } from './fixtureRun.ts'

/** A candidate that is not simulated and ends each item as `OUTCOMES` says. */
const MODEL = `module:${fixture('capitals', 'agent.ts')}#ask`
const MIN = JSON.stringify({ capitals: { score: { min: 0.5 } } })

function capitals(env: Readonly<Record<string, string>> = {}, args = ['capitals.eval']): Promise<VitestRun> {
  return runFixture('capitals', args, { HOLDFAST_MODEL: MODEL, ...env })
}

/** The sentence that says why a run exits as it does, unwrapped. */
function verdict({ stdout }: VitestRun): string | undefined {
  return /exit [01]: .*?\.(?= scores |\s*$)/.exec(unwrapped(stdout))?.[0]
}

describe.concurrent('a run of scored items without gates', () => {
  const failing = once(() => capitals({ OUTCOMES: 'pass,fail,fail' }))

  test('exits 0 when items fail, and says that they do not decide', async () => {
    const run = await failing()
    expect(run.code).toBe(0)
    expect(readScores(run)).toMatchObject({ exitCode: 0, suites: { capitals: { items: 4, passed: 2, failed: 2 } } })
    expect(run.stdout).toContain('2 of 4 scored. They do not decide the exit code.')
    expect(verdict(run)).toBe('exit 0: complete, no gates configured.')
  })

  test('says so after everything else but where the scores are', async () => {
    const lines = (await failing()).stdout.trimEnd().split('\n').slice(-3)
    expect(lines[0]).toBe(' exit 0: complete, no gates configured.')
    expect(lines[1]).toMatch(/^ scores \S+scores\.json$/)
    expect(lines[2]).toMatch(/^ open \S+index\.html$/)
  })

  test('exits 1 when items fail and HOLDFAST_STRICT=1', async () => {
    const run = await capitals({ OUTCOMES: 'fail', HOLDFAST_STRICT: '1' })
    expect(run.code).toBe(1)
    expect(verdict(run)).toContain('exit 1: HOLDFAST_STRICT: 1 item')
    expect(readScores(run).exitCode).toBe(1)
  })

  test('exits 1 when more than 1 % of the items end in an error', async () => {
    const run = await capitals({ OUTCOMES: 'error' })
    expect(run.code).toBe(1)
    expect(verdict(run)).toBe('exit 1: 1 of 4 items have no score, over the limit of 1 %.')
    expect(unwrapped(run.stdout)).toContain('out of order')
    expect(readScores(run).suites.capitals).toMatchObject({ error: 1, passed: 3, metrics: { score: { value: 1, n: 3 } } })
  })

  test('exits 0 when errors stay under the configured share', async () => {
    const run = await capitals({ OUTCOMES: 'error', HOLDFAST_GATES: '{"maxUnscored":0.5}' })
    expect(run.code).toBe(0)
    expect(run.stdout).toContain('errors 1 of 4 (limit 50 %)')
  })

  test('exits 1 when a filter ran fewer items than planned', async () => {
    const run = await capitals({}, ['capitals.eval', '-t', 'fr'])
    expect(run.code).toBe(1)
    expect(verdict(run)).toBe('exit 1: partial: 1 of 4 items ran.')
    expect(readScores(run)).toMatchObject({ exitCode: 1, run: { partial: true } })
  })

  test('exits 1 when a filter ran no item', async () => {
    const run = await capitals({}, ['capitals.eval', '-t', 'nothing has this name'])
    expect(run.code).toBe(1)
    expect(verdict(run)).toBe('exit 1: no item ran.')
  })

  test('leaves skipped items out of the scores', async () => {
    const run = await capitals({ OUTCOMES: 'pass,skip' })
    expect(run.code).toBe(0)
    expect(run.stdout).toContain('Skipped 1.')
    expect(readScores(run).suites.capitals).toMatchObject({ items: 4, passed: 3, skipped: 1, metrics: { score: { n: 3 } } })
    expect(readItems(run).find(({ item }) => item === 'de')).toMatchObject({ status: 'skipped', reason: 'told to', scores: {} })
  })

  // No item ran is exit 1, and a skipped item did not run (docs/contracts.md, section 1).
  test('exits 1 when every item is skipped', async () => {
    const run = await capitals({ OUTCOMES: 'skip,skip,skip,skip' })
    expect(run.code).toBe(1)
  })
})

describe.concurrent('a run with gates', () => {
  test('exits 0 when they hold', async () => {
    const run = await capitals({ OUTCOMES: 'fail', HOLDFAST_GATES: MIN })
    expect(run.code).toBe(0)
    expect(verdict(run)).toBe('exit 0: complete, all gates held.')
    expect(readScores(run).gates).toMatchObject([{ metric: 'capitals score', rule: 'min 0.5', value: 0.75, verdict: 'held' }])
  })

  test('exits 1 when a minimum is broken', async () => {
    const run = await capitals({ OUTCOMES: 'fail,fail,fail', HOLDFAST_GATES: MIN })
    expect(run.code).toBe(1)
    expect(verdict(run)).toBe('exit 1: 1 of 1 rule broken.')
    expect(run.stdout).toMatch(/capitals score +0\.250 .*min 0\.5 +BROKEN/)
  })

  test('exits 1 when a maximum is broken', async () => {
    const run = await capitals({ HOLDFAST_GATES: '{"capitals":{"score":{"min":0.5,"max":0.9}}}' })
    expect(run.code).toBe(1)
    expect(readScores(run).gates.map(({ rule, verdict }) => `${rule} ${verdict}`)).toEqual(['min 0.5 held', 'max 0.9 broken'])
  })

  test('exits 1 when the candidate is simulated, however good', async () => {
    const run = await capitals({ HOLDFAST_MODEL: 'sim:oracle', HOLDFAST_GATES: MIN })
    expect(run.code).toBe(1)
    expect(verdict(run)).toContain('the candidate is sim:oracle, simulated')
  })

  test('exits 0 with a simulated candidate where that is allowed', async () => {
    const gates = '{"capitals":{"score":{"min":0.5}},"allowSimulated":true}'
    expect(await capitals({ HOLDFAST_MODEL: 'sim:oracle', HOLDFAST_GATES: gates })).toMatchObject({ code: 0 })
  })

  test('exits 1 for a metric the run does not have, and names a near one', async () => {
    const run = await capitals({ HOLDFAST_GATES: '{"capitals":{"scor":{"min":0.5}}}' })
    expect(run.code).toBe(1)
    expect(run.stdout).toContain('the run has no metric scor; did you mean score?')
  })

  // A mistyped suite silences its gates: evaluateGates.ts only looks up suites that ran, and the verdict denies them.
  test('does not claim that no gates are configured when none is for a suite that ran', async () => {
    const run = await capitals({ HOLDFAST_GATES: '{"capitols":{"score":{"min":0.5}}}' })
    expect(run.stdout).not.toContain('no gates configured')
  })
})

describe.concurrent('failures that are not scores', () => {
  const throwing = once(() => capitals({}, ['capitals.eval', 'throws.eval']))

  test('a file that throws while it loads is exit 1', async () => {
    const run = await throwing()
    expect(run.code).toBe(1)
    expect(occurrences(run.stdout, 'this file does not load')).toBe(1)
    expect(readScores(run)).toMatchObject({ exitCode: 1, suites: { capitals: { passed: 4 } } })
  })

  // reporter.ts counts the printed lines, of which a failure has several.
  test('are counted once each', async () => {
    expect(verdict(await throwing())).toMatch(/^exit 1: 1 failure/)
  })

  test('a promise that rejects after its item ended is exit 1', async () => {
    const run = await capitals({ REJECT_LATE: '1' })
    expect(run.code).toBe(1)
    expect(run.stdout).toContain('nobody caught this')
    expect(readScores(run)).toMatchObject({ exitCode: 1, suites: { capitals: { passed: 4 } } })
  })

  test('a plain test that fails in the same run is exit 1', async () => {
    const run = await capitals({ SUM: '3' }, ['capitals.eval', 'plain.spec'])
    expect(run.code).toBe(1)
    expect(run.stdout).toContain('expected 2 to be 3')
  })

  test('a plain test that passes in the same run leaves exit 0', async () => {
    expect(await capitals({ OUTCOMES: 'fail' }, ['capitals.eval', 'plain.spec'])).toMatchObject({ code: 0 })
  })

  test('plain tests alone in the project decide as ever', async () => {
    const [passing, failing] = await Promise.all([capitals({}, ['plain.spec']), capitals({ SUM: '3' }, ['plain.spec'])])
    expect([passing.code, failing.code]).toEqual([0, 1])
  })
})
