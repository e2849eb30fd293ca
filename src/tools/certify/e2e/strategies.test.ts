import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/e2e/fixtureRun.ts'
import { PAIRS } from '../../../../test/llmbar/pairs.ts'
import { runHoldfast } from '../../../../test/run.ts'
import { certificateSchema } from '../../../judging/certificate/certificate.ts'

/** Notes each question, and takes the first output; where it explains, too. */
const JUDGE = `import { appendFileSync } from 'node:fs'
export default async (messages) => {
  appendFileSync('asked.log', 'x')
  return 'Therefore, Output (a) is better.\\nOutput (a)'
}`

test('holdfast judge certify asks --strategy all only what no earlier run of it has asked', async () => {
  const root = temporaryFolder()
  writeFileSync(join(root, 'judge.mjs'), JUDGE)
  const asked = () => (existsSync(join(root, 'asked.log')) ? readFileSync(join(root, 'asked.log'), 'utf8').length : 0)
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runHoldfast(['judge', 'certify', 'module:./judge.mjs', ...args], { cwd: root, env: { HOLDFAST_CACHE: 'off', ...env } })

  const planned = await run(['--strategy', 'Vanilla', 'CoT', '--plan'])
  expect([planned.code, asked()]).toEqual([0, 0])
  expect(planned.stdout).toMatch(new RegExp(`^ all +${(4 * PAIRS).toLocaleString('en')} `, 'm'))

  const first = await run(['--strategy', 'Vanilla'])
  expect(first.code, first.stderr.slice(-2000)).toBe(0)
  expect(first.stdout).toContain(' module:./judge.mjs#default: pairwise 50.0 %')
  expect(asked()).toBe(2 * PAIRS)

  // A table has runs of its own, which are not made again.
  const table = await run(['--strategy', 'Vanilla', 'CoT'])
  expect([table.code, asked()], table.stderr.slice(-2000)).toEqual([0, 6 * PAIRS])
  const both = await run(['--strategy', 'Vanilla', 'CoT', '--json', '--keep', 'CoT'])
  expect(both.code, both.stderr.slice(-2000)).toBe(0)
  expect(asked()).toBe(6 * PAIRS)
  const { best, strategies } = JSON.parse(both.stdout)
  expect([best, strategies.length]).toEqual([null, 2])
  expect(both.stderr).toContain(' certificate reports/judges/')
  const [, file = ''] = / certificate (\S+)/.exec(both.stderr) ?? []
  expect(certificateSchema.parse(JSON.parse(readFileSync(join(root, file), 'utf8'))).strategy).toBe('CoT')

  const other = await run(['--strategy', 'Vanilla', 'CoT'], { HOLDFAST_LIMIT: '2' })
  expect([other.code, other.stdout]).toEqual([2, ''])
  expect(other.stderr).toMatch(/Failed to resume .*Vanilla: limit was not set, is 2\. .* --work names the folder of new ones\.\n$/)
  expect(other.stderr.match(/Failed to/g)).toHaveLength(1)

  const aside = await run(['--strategy', 'Vanilla', 'CoT', '--work', 'aside'], { HOLDFAST_LIMIT: '2' })
  expect(aside.code, aside.stderr.slice(-2000)).toBe(0)
  expect(aside.stdout).toContain(` pairs       10 of ${PAIRS}, bundled`)
  expect(asked()).toBe(6 * PAIRS + 40)
})
