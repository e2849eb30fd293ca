import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeEnvironment } from '../../src/core/config/environment.ts'
import { runSuite } from '../../src/running/worker/runSuite.ts'
import type { CommandTools } from '../../src/running/worker/suiteCommand.ts'
import { contaminationCommand } from '../../suites/kieval/commands/contamination.ts'
import { leakTestCommand } from '../../suites/kieval/commands/leakTest.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { once, value, writeRun } from '../outcome.ts'
import { suiteCommand } from '../suiteCommand.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { LOOKUP, QUESTIONS, run } from './kievalRun.ts'

const clean = once(() => run(LOOKUP))
const leaked = once(() => run(LOOKUP, { HOLDFAST_KIEVAL_LEAK: '1' }))

/** The folders of both runs. */
async function bothRuns(): Promise<readonly [clean: string, leaked: string]> {
  const folder = temporaryFolder()
  return [(await writeRun(await clean(), `${folder}/clean`)).path, (await writeRun(await leaked(), `${folder}/leaked`)).path]
}

/** What makes a command's runs, in this process. */
const runHere =
  (more: Readonly<Record<string, string>>): CommandTools['runSuite'] =>
  async (settings) => {
    const { HOLDFAST_MODEL = 'sim:oracle', ...env } = writeEnvironment(settings)
    const outcome = await run(HOLDFAST_MODEL, { ...more, ...env })
    const { document } = outcome.concluded
    return { folder: await writeRun(outcome, `${temporaryFolder()}/run`), scores: document, exitCode: document.exitCode }
  }

test('a leak of the test into the context raises the static accuracy and not the interviews', async () => {
  expect((await clean()).concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
  expect(value(await clean(), 'accuracy')).toBe(0.25)
  expect(value(await leaked(), 'accuracy')).toBe(1)
  expect(value(await leaked(), 'score.overall')).toBeCloseTo(value(await clean(), 'score.overall') ?? Number.NaN, 9)
  expect(value(await leaked(), 'score.overall')).toBeLessThan(15)
  expect((await leaked()).plan.notes.join('\n')).toContain('LEAK TEST')
  const { stdout, code } = await suiteCommand(contaminationCommand, [...(await bothRuns()), '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout).points).toMatchObject([
    { accuracy: 0.25, leak: false },
    { accuracy: 1, leak: true },
  ])
})

test('a run of another suite has no point', async () => {
  const other = await runSuite(llmbarSuite, { judge: 'sim:judge', limit: 1 })
  const { path } = await writeRun(other, `${temporaryFolder()}/other`)
  await expect(suiteCommand(contaminationCommand, [path])).rejects.toMatchObject({
    code: 'DATA',
    message: expect.stringContaining('it has no interviews. Name runs of the kieval suite.'),
  })
})

describe('the leak test', () => {
  test('of a model that looks answers up and explains nothing holds', async () => {
    const [first, second] = await bothRuns()
    const { code, stdout } = await suiteCommand(leakTestCommand, [first, second])
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`right answers, % +25\\.0 +100\\.0 +\\+75\\.0 .* rose +${QUESTIONS}\n`))
    expect(stdout).toMatch(new RegExp(`KIEval, 10 to 100 +10\\.0 sim +10\\.0 sim +\\+0\\.0 .* no rise +${QUESTIONS}\n`))
    expect(stdout).toContain('HOLDS')
    const named = await suiteCommand(leakTestCommand, [first, second, '--json'])
    expect([named.code, JSON.parse(named.stdout)]).toMatchObject([
      0,
      { verdict: 'holds', accuracy: { clean: 0.25, leaked: 1, n: QUESTIONS } },
    ])
    await expect(suiteCommand(leakTestCommand, [second, first])).rejects.toMatchObject({
      code: 'DATA',
      message: expect.stringContaining('leaked is with a leak. Name first'),
    })
    await expect(suiteCommand(leakTestCommand, [first])).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('1 run.'),
    })
  })

  // Eight questions, a seeded sample: what is at stake is who makes which run.
  test('makes both runs where none is named, with the models that are', async () => {
    const { code, stdout } = await suiteCommand(
      leakTestCommand,
      ['--model', LOOKUP, '--judge', 'sim:judge', '--json'],
      runHere({ HOLDFAST_LIMIT: '8' }),
    )
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { verdict: 'holds', accuracy: { leaked: 1, n: 8 } }])
  })

  test('of a model that knows all says nothing, and exits 1', async () => {
    const { code, stdout } = await suiteCommand(leakTestCommand, [], runHere({ HOLDFAST_LIMIT: '8' }))
    expect([code, stdout]).toEqual([1, expect.stringContaining('SAYS NOTHING')])
  })

  test('is not made of a run that is to be finished', async () => {
    vi.stubEnv('HOLDFAST_RESUME', 'latest')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(suiteCommand(leakTestCommand, [])).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('HOLDFAST_RESUME names one run'),
    })
  })
})
