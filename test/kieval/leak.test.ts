import { describe, expect, test } from 'vitest'
import { contaminationView } from '../../suites/kieval/views/contamination.ts'
import { leakTestView } from '../../suites/kieval/views/leakTest.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { value, writeRun } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { suiteView } from '../suiteCommand.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { LOOKUP, QUESTIONS, run } from './kievalRun.ts'

const clean = () => run(LOOKUP)
const leaked = () => run(LOOKUP, { HOLDFAST_KIEVAL_LEAK: '1' })

/** The folders of both runs. */
async function bothRuns(): Promise<readonly [clean: string, leaked: string]> {
  const folder = temporaryFolder()
  return [(await writeRun(await clean(), `${folder}/clean`)).path, (await writeRun(await leaked(), `${folder}/leaked`)).path]
}

test('a leak of the test into the context raises the static accuracy and not the interviews', async () => {
  expect((await clean()).concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
  expect(value(await clean(), 'accuracy')).toBe(0.25)
  expect(value(await leaked(), 'accuracy')).toBe(1)
  expect(value(await leaked(), 'score.overall')).toBeCloseTo(value(await clean(), 'score.overall') ?? Number.NaN, 9)
  expect(value(await leaked(), 'score.overall')).toBeLessThan(15)
  expect((await leaked()).plan.notes.join('\n')).toContain('LEAK TEST')
  const { stdout, code } = await suiteView(contaminationView, [...(await bothRuns()), '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout).points).toMatchObject([
    { accuracy: 0.25, leak: false },
    { accuracy: 1, leak: true },
  ])
})

test('a run of another suite has no point', async () => {
  const other = await runSuite(llmbarSuite, { judge: 'sim:judge', limit: 1 })
  const { path } = await writeRun(other, `${temporaryFolder()}/other`)
  await expect(suiteView(contaminationView, [path])).rejects.toMatchObject({
    code: 'DATA',
    message: expect.stringContaining('it has no interviews. Name runs of the kieval suite.'),
  })
})

describe('the leak test', () => {
  test('of a model that looks answers up and explains nothing holds', async () => {
    const [first, second] = await bothRuns()
    const { code, stdout } = await suiteView(leakTestView, [first, second])
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`right answers, % +25\\.0 +100\\.0 +\\+75\\.0 .* rose +${QUESTIONS}\n`))
    expect(stdout).toMatch(new RegExp(`KIEval, 10 to 100 +10\\.0 sim +10\\.0 sim +\\+0\\.0 .* no rise +${QUESTIONS}\n`))
    expect(stdout).toContain('HOLDS')
    const named = await suiteView(leakTestView, [first, second, '--json'])
    expect([named.code, JSON.parse(named.stdout)]).toMatchObject([
      0,
      { verdict: 'holds', accuracy: { clean: 0.25, leaked: 1, n: QUESTIONS } },
    ])
    await expect(suiteView(leakTestView, [second, first])).rejects.toMatchObject({
      code: 'DATA',
      message: expect.stringContaining('leaked is with a leak. Name first'),
    })
  })

  test('of two runs that say nothing exits 1', async () => {
    const { code, stdout } = await suiteView(leakTestView, [
      (await writeRun(await run('sim:oracle', { HOLDFAST_LIMIT: '8' }), `${temporaryFolder()}/clean`)).path,
      (await writeRun(await run('sim:oracle', { HOLDFAST_LIMIT: '8', HOLDFAST_KIEVAL_LEAK: '1' }), `${temporaryFolder()}/leaked`)).path,
    ])
    expect([code, stdout]).toEqual([1, expect.stringContaining('SAYS NOTHING')])
  })
})
