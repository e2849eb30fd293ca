import { describe, expect, test } from 'vitest'
import { INTERVIEW_METRICS } from '../../src/judging/interview/evaluation.ts'
import { type EvaluatedRun, evaluatorAgreements, evaluatorsView } from '../../suites/kieval/views/evaluators.ts'
import { writeRun } from '../outcome.ts'
import { suiteView } from '../suiteCommand.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { run } from './kievalRun.ts'

/** A run of an evaluator with these scores in the order of the metrics, and these of single interviews. */
function evaluated(
  candidate: string,
  evaluator: string,
  scores: readonly number[],
  overall: Readonly<Record<string, number>> = {},
): EvaluatedRun {
  return {
    run: `${candidate} by ${evaluator}`,
    interviews: candidate,
    candidate,
    evaluator,
    simulated: false,
    scores: Object.fromEntries(INTERVIEW_METRICS.map((name, index) => [name, scores[index] ?? 0])),
    overall: new Map(Object.entries(overall)),
  }
}

describe('two evaluators', () => {
  test('of the paper’s models (Table 13) agree as Table 14 says', () => {
    const [agreement, ...more] = evaluatorAgreements([
      evaluated('GPT-3.5', 'GPT-4', [94.6, 94.7, 98.5, 96.1, 97.3, 95.5]),
      evaluated('GPT-3.5', 'Claude-3', [98.6, 98.8, 99.8, 99.4, 99.0, 98.7]),
      evaluated('LLaMA-2 70B', 'GPT-4', [81.9, 82.8, 92.2, 85.3, 75.6, 84.1]),
      evaluated('LLaMA-2 70B', 'Claude-3', [98.3, 98.7, 98.2, 96.9, 84.6, 96.4]),
      evaluated('LLaMA-2 7B', 'GPT-4', [70.6, 71.6, 90.4, 77.9, 71.7, 74.4]),
      evaluated('LLaMA-2 7B', 'Claude-3', [90.9, 91.8, 98.0, 95.0, 85.2, 91.0]),
    ])
    expect(more).toEqual([])
    expect(agreement?.evaluators).toEqual(['GPT-4', 'Claude-3'])
    const { pearson, spearman, tau } = agreement?.scores ?? expect.unreachable('no agreement')
    expect([pearson.n, pearson.r.toFixed(3), pearson.p?.toExponential(2)]).toEqual([18, '0.822', '2.87e-5'])
    expect([spearman.r.toFixed(3), spearman.p?.toExponential(2)]).toEqual(['0.898', '4.17e-7'])
    expect(tau.toFixed(3)).toBe('0.761')
  })

  test('are compared over the interviews that both scored', () => {
    const [agreement] = evaluatorAgreements([
      evaluated('a', 'one', [], { q1: 10, q2: 40, q3: 70, q4: 100 }),
      evaluated('a', 'other', [], { q1: 30, q2: 50, q3: 70, q5: 10 }),
    ])
    expect(agreement?.interviews?.pearson).toMatchObject({ n: 3, r: expect.closeTo(1, 12) })
    expect(agreement?.difference).toBeCloseTo(10, 12)
    // Six scores that are all 0 have no order.
    expect(agreement?.scores).toBeNull()
  })

  test('of different interviews are not compared', () =>
    expect(evaluatorAgreements([evaluated('a', 'one', []), evaluated('b', 'other', [])])).toEqual([]))
})

test('the command sets a run beside the one that judged it again, and refuses a run alone', async () => {
  const env = { HOLDFAST_LIMIT: '16' }
  const first = await writeRun(await run('sim:degraded?p=0.4', env), temporaryFolder())
  const recorded = `replay:${first.calls}`
  const again = await run(recorded, { ...env, HOLDFAST_INTERACTOR: recorded, HOLDFAST_JUDGE: 'sim:judge?noise=0.2' })
  const folders = [first.path, (await writeRun(again, temporaryFolder())).path]

  const { code, stdout } = await suiteView(evaluatorsView, folders)
  expect(code).toBe(0)
  // The run that judged again is listed by the candidate of the first. 80 columns take two parts, and cut nothing.
  expect(stdout.split('\n').filter((line) => line.startsWith(' sim:degraded?p=0.4 by '))).toHaveLength(4)
  for (const score of INTERVIEW_METRICS) expect(stdout).toContain(` ${score}`)
  expect(stdout).not.toContain('…')
  expect(stdout).toContain(' sim:judge and sim:judge?noise=0.2')
  expect(stdout).toMatch(/^ single interviews +16 +0\.\d{3} /m)
  const json = JSON.parse((await suiteView(evaluatorsView, [...folders, '--json'])).stdout)
  expect(json.agreements[0].interviews.pearson.n).toBe(16)

  await expect(suiteView(evaluatorsView, [first.path])).rejects.toMatchObject({
    code: 'DATA',
    message: expect.stringContaining('npx holdfast judge again <run> --judge <evaluator>'),
  })
})
