import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { holdfastHere } from '../../test/command.ts'
import { madeDocument } from '../../test/madeDocument.ts'
import { temporaryFolder } from '../../test/temporaryFolder.ts'

const plan = async (...args: readonly string[]) => {
  const root = temporaryFolder()
  return { root, ...(await holdfastHere(['plan', 'llmbar', ...args], root)) }
}

describe('holdfast plan', () => {
  test('names the command that lists every setting as it was typed, without a password', async () => {
    const { stdout } = await plan('--model', 'openai:a b@https://me:pass-4719-word@host.test/v1', '--limit', '2')
    expect(stdout).toMatch(/are defaults: npx holdfast plan llmbar --model 'openai:a b@https:\/\/\S*host\.test\/v1' --limit 2 --all$/m)
    expect(stdout).not.toContain('pass-4719-word')
  })

  test.each(['suites/llmbar', 'suites/llmbar/', 'suites/llmbar/llmbar.eval.ts', 'llmbar.eval'])(
    'takes a suite as Vitest does: %s',
    async (given) => {
      const { code, stdout, stderr } = await holdfastHere(['plan', given, '--limit', '2'], temporaryFolder())
      expect([code, stdout.match(/^ suite +\S+$/m)?.[0]], stderr).toEqual([0, ' suite       llmbar'])
    },
  )

  test('--all lists what settings without a default amount to, also as JSON in a file that ends so', async () => {
    const { root } = await plan('--all', '--limit', '2', '--out', 'p.json')
    const { suite, settings } = JSON.parse(readFileSync(join(root, 'p.json'), 'utf8'))
    expect(suite).toBe('llmbar')
    for (const [key, value] of Object.entries({ judge: 'sim:judge', votes: '1', out: 'reports/runs', seed: '0' }))
      expect(settings).toContainEqual({ key, value, origin: 'default' })
    expect(settings).toContainEqual({ key: 'limit', value: '2', origin: '--limit' })
  })

  test('names --decide where each gate may be decided before the last item, and nowhere else', async () => {
    const gates = (rules: object) => ({ HOLDFAST_GATES: JSON.stringify({ llmbar: rules }) })
    const planned = async (rules: object, ...more: readonly string[]) =>
      (await holdfastHere(['plan', 'llmbar', ...more], temporaryFolder(), gates(rules))).stdout
    expect(await planned({ 'accuracy.average': { min: 50 } })).toContain('what an early end saves: npx holdfast plan llmbar --decide\n')
    expect(await planned({ 'accuracy.average': { min: 50 } }, '--decide')).not.toContain('early end')
    expect(await planned({ 'accuracy.average': { min: 50 }, 'kappa.average': { min: 0 } })).not.toContain('early end')
  })

  test('says before anything is paid that a baseline was made otherwise', async () => {
    const root = temporaryFolder()
    const judge = 'openai:judge-1@http://127.0.0.1:8431/v1'
    mkdirSync(join(root, 'reports', 'baselines'), { recursive: true })
    const data = { 'fb-bench': { source: 'bundled', sha256: 'ab'.repeat(32), items: 10 } }
    const roles = { candidate: { model: 'openai:m', simulated: false }, judge: { model: judge, simulated: false } }
    writeFileSync(join(root, 'reports', 'baselines', 'main.json'), JSON.stringify(madeDocument({ run: { data, roles } })))
    const HOLDFAST_GATES = JSON.stringify({ baseline: 'main', 'fb-bench': { overall: { maxDrop: 2 } } })
    const said = async (gates = HOLDFAST_GATES) =>
      (await holdfastHere(['plan', 'fb-bench', '--limit', '2', '--judge', judge], root, { HOLDFAST_GATES: gates })).stdout.replace(
        /\s+/g,
        ' ',
      )
    expect(await said()).toContain('the baseline main was made with other data (abababababab, now ')
    expect(await said(JSON.stringify({ 'fb-bench': { overall: { min: 2 } } }))).not.toContain('the baseline main')
  })

  test('--decide ends with a line to copy that repeats options and variables, without a password', async () => {
    const gates = JSON.stringify({ llmbar: { 'accuracy.average': { min: 50 } } })
    const model = 'openai:m@https://me:pass-4719-word@host.test/v1'
    const args = ['plan', 'llmbar', '--decide', '--full-marks', '0.8', '--judge', model, '--set', 'llmbar.strategy=Vanilla']
    const { stdout } = await holdfastHere(args, temporaryFolder(), { HOLDFAST_GATES: gates })
    expect(stdout).not.toContain('pass-4719-word')
    const line = stdout
      .trimEnd()
      .split('\n')
      .find((own) => own.includes('npx vitest run llmbar.eval'))
    for (const part of [`HOLDFAST_GATES='${gates}'`, 'host.test/v1', 'HOLDFAST_LLMBAR_STRATEGY=Vanilla', 'HOLDFAST_DECIDE=early'])
      expect(line).toContain(part)
  })

  test.each([
    [{ 'accuracy.average': { min: 90, maxDrop: 2 } }, '2 together: a model at 80.0 that did not change is red'],
    [{ 'accuracy.average': { min: 90, max: 95 } }, '2 together: a model at 80.0 is red'],
    [{ 'accuracy.average': { min: 90 }, 'accuracy.Natural': { maxDrop: 2 }, pass_rate: { min: 0.5 } }, 'a model at these figures that did'],
    [{ 'accuracy.average': { maxDrop: 1 }, 'accuracy.Natural': { maxDrop: 2 } }, '2 together: a model that did not change is red'],
  ])('says of %j of which model the share is that is red by any gate', async (rules, text) => {
    const gates = JSON.stringify({ baseline: 'main', llmbar: rules })
    const { stdout } = await holdfastHere(['plan', 'llmbar', '--full-marks', '0.8'], temporaryFolder(), { HOLDFAST_GATES: gates })
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(text)
  })

  test('refuses a gate on a figure of another name, and no figure beside one', async () => {
    const planned = (rules: object) =>
      holdfastHere(['plan', 'llmbar', '--limit', '2'], temporaryFolder(), { HOLDFAST_GATES: JSON.stringify({ llmbar: rules }) })
    const { code, stderr } = await planned({ 'acuracy.average': { min: 50 } })
    expect([code, stderr]).toEqual([2, expect.stringContaining('it has no figure acuracy.average. Did you mean accuracy.average?')])
    expect((await planned({ 'accuracy.average': { min: 50 }, 'corrected.accuracy.average': { min: 50 } })).code).toBe(0)
  })

  test('says of a gate on a figure that is like none of the suite that it is broken without one', async () => {
    const gates = JSON.stringify({ llmbar: { nonsense: { min: 50 }, 'accuracy.average': { min: 50 } } })
    const { code, stdout } = await holdfastHere(['plan', 'llmbar', '--limit', '2'], temporaryFolder(), { HOLDFAST_GATES: gates })
    expect(code).toBe(0)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('the gate on nonsense is broken unless the run has a figure of that name')
    expect(stdout).not.toContain('the gate on accuracy.average')
  })

  test('sets a blank line between two suites', async () => {
    const { stdout } = await plan('pressure', '--limit', '1')
    expect(stdout).toMatch(/^ all .*\n\n suite +pressure$/m)
  })

  test('writes no form that a plan does not have', async () => {
    const { root, code, stderr } = await plan('--out', 'p.csv')
    expect([code, stderr]).toEqual([2, expect.stringContaining('Failed to write p.csv: a plan has no such form.')])
    expect(existsSync(join(root, 'p.csv'))).toBe(false)
  })
})
