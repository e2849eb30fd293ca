import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { holdfastHere } from '../command.ts'
import { jsonLines } from '../jsonLines.ts'
import { PAIRS } from '../llmbar/pairs.ts'
import { hasShared, sharedFolder } from '../shared.ts'
import { runFixture, temporaryFolder, unwrapped } from './fixtureRun.ts'

// The commands, and the reports of a run, on suites whose own tests run them in the process. What `score lifbench` says of bad
// lines and files is in cli.test.ts.

/** What `holdfast score` prints for these lines. */
async function scored(suite: string, lines: readonly object[]): Promise<unknown[]> {
  const file = join(temporaryFolder(), 'lines.jsonl')
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const { code, stdout, stderr } = await holdfastHere(['score', suite, file], packageRoot)
  expect([code, stderr]).toEqual([0, ''])
  return jsonLines(stdout)
}

describe.concurrent('holdfast score', () => {
  test('of fb-bench gives outcome and score of a reply', async () => {
    const judgement = JSON.stringify({
      a: { 评判理由: 'r', 评判结果: '是', weight: 0.4 },
      b: { 评判理由: 'r', 评判结果: '否', weight: 0.6 },
    })
    const replies = [judgement, 'Yes.', '{}', null].map((text, at) => ({ id: `${at}`, judge_text: text }))
    expect(await scored('fb-bench', replies)).toEqual([
      { id: '0', outcome: 'accepted', score: 0.4 },
      { id: '1', outcome: 'not_json' },
      { id: '2', outcome: 'falsy_json' },
      { id: '3', outcome: 'refused_prompt', score: 0 },
    ])
  })

  test('of llmbar gives the verdict of a reply', async () => {
    const line = { rule: 'line', completion: 'Output (a)' }
    const lines = [
      { id: 'forward', order: 'forward', ...line },
      { id: 'swapped', order: 'swapped', ...line },
      { id: 'ratings', rule: 'int-pair', completions: ['3', '8'] },
    ]
    expect(await scored('llmbar', lines)).toEqual([
      { id: 'forward', parsed: 'a', winner: '1' },
      { id: 'swapped', parsed: 'a', winner: '2' },
      { id: 'ratings', winner: { forward: '2', swapped: '2' } },
    ])
  })
})

describe.concurrent('holdfast plan llmbar', () => {
  test('names the judge, which is measured, and no candidate', async () => {
    const { stdout } = await holdfastHere(['plan', 'llmbar'], packageRoot, { HOLDFAST_JUDGE: 'sim:judge?noise=0.1' })
    const lines = stdout.split('\n')
    expect(lines).toContain(' judge       sim:judge?noise=0.1')
    expect(stdout).not.toContain('candidate')
    expect(stdout).toMatch(new RegExp(`^ judge +${2 * PAIRS} +\\d\\.\\d M +`, 'm'))
  })

  test('of a further subset without official data says where to put it', async () => {
    const { code, stdout, stderr } = await holdfastHere(['plan', 'llmbar'], packageRoot, {
      HOLDFAST_JUDGE: 'sim:judge',
      HOLDFAST_LLMBAR_SUBSETS: 'Constraint',
    })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'Failed to open the subset Constraint: it exists as official data only. Put llmbar/datasets/Constraint.json into the folder of HOLDFAST_DATA.\n',
    )
  })
})

/** What the reports of a little run of llmbar say. */
async function llmbarReports(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { code, text, folder } = await runFixture('certified', ['llmbar.eval'], {
    HOLDFAST_JUDGE: 'sim:judge',
    HOLDFAST_LIMIT: '1',
    ...env,
  })
  expect(code, text.slice(-2000)).toBe(0)
  return [unwrapped(text), ...[folder.markdown, folder.page].map((path) => readFileSync(path, 'utf8'))]
}

// People were asked about the official pairs, and about no others.
test('a run of llmbar has its figures beside what chance reaches, and on bundled pairs beside nothing else', async () => {
  for (const report of await llmbarReports({})) {
    expect(report).toContain('chance is 50 %')
    expect(report).not.toContain('people agree')
  }
})

test.skipIf(!hasShared)('on official pairs they stand beside what people reach, too (skipped without the shared folder)', async () => {
  for (const report of await llmbarReports({ HOLDFAST_DATA: join(sharedFolder, 'data') }))
    expect(report).toContain('90 % of Natural, 95 % of the adversarial and 94 % of all pairs; chance is 50 %')
})
