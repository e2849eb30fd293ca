import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { plainFailures, readItems, temporaryFolder, unwrapped, type VitestRun } from '../../../../test/e2e/fixtureRun.ts'
import { linkModules } from '../../../../test/e2e/ownProject.ts'
import { runHoldfast, startVitest } from '../../../../test/run.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { shrunkCase } from '../shrunkCase.ts'

const CONFIG = `import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'
export default defineConfig({ plugins: [holdfast({ judge: 'sim:judge', cache: 'off' })] })
`

/** Who fails each suite, and for what. LLMBar measures the judge. */
const FAULTY = [
  ['lifbench', { HOLDFAST_MODEL: 'sim:wrong', HOLDFAST_LIFBENCH_LENGTHS: '4k' }],
  ['fb-bench', { HOLDFAST_MODEL: 'sim:wrong' }],
  ['refutebench', { HOLDFAST_MODEL: 'sim:stubborn' }],
  ['refutebench1', { HOLDFAST_MODEL: 'sim:stubborn' }],
  ['kieval', { HOLDFAST_MODEL: 'sim:memorised' }],
  ['llmbar', { HOLDFAST_JUDGE: 'sim:wrong' }],
] as const

/** What was lost, by the lines of a message. */
const lostIn = (text: string) => [...text.matchAll(/lost\s+(\S.*)/g)].map(([, lost]) => (lost as string).trim())

describe.each(FAULTY)('the written test of a smaller case of %s', (suite, env) => {
  test('fails with the model that failed, for the same reason, and passes with one that is right', async () => {
    const root = temporaryFolder()
    linkModules(root)
    writeFileSync(join(root, 'package.json'), '{"type":"module"}')
    writeFileSync(join(root, 'vitest.config.ts'), CONFIG)
    writeFileSync(join(root, 'suite.test.ts'), `import 'holdfast/suites/${suite}'\n`)
    const vitest = async (file: string, name: string, models: Readonly<Record<string, string>>): Promise<VitestRun> => {
      const folder = runFolder(join(root, 'reports', 'runs', name))
      const finished = await startVitest([file], {
        cwd: root,
        env: { GITHUB_STEP_SUMMARY: '', HOLDFAST_OUT: folder.path, ...models },
      }).finished
      return { ...finished, text: finished.stdout + finished.stderr, folder, root }
    }
    const run = await vitest('./suite.test.ts', 'whole', { ...env, HOLDFAST_LIMIT: '1' })
    // Not the first one in the file, which is the one that ended first.
    const failed = readItems(run).flatMap(({ status, item }) => (status === 'failed' ? [item] : []))
    const item = failed.sort()[0] as string
    const written = 'smaller.test.ts'
    const { code, stderr } = await runHoldfast(['shrink', 'whole', item, '--out', written], { cwd: root, env })
    expect(stderr).not.toContain('Failed to')
    expect(code).toBe(0)
    const shrunk = join(run.folder.path, 'shrunk', suite)
    const result = readdirSync(shrunk).find((name) => name.endsWith('.json')) as string
    const found = shrunkCase.parse(JSON.parse(readFileSync(join(shrunk, result), 'utf8')))
    expect(found.outcome).not.toBe('chance')
    const models = { HOLDFAST_MODEL: 'sim:oracle', ...env }
    const same = await vitest(written, 'same', {
      HOLDFAST_MODEL: models.HOLDFAST_MODEL,
      ...('HOLDFAST_JUDGE' in env ? { HOLDFAST_JUDGE: env.HOLDFAST_JUDGE } : {}),
    })
    const [message = ''] = plainFailures(same).values()
    expect(same.code, same.text).toBe(1)
    const lost = lostIn(found.after.reason)
    expect(lost.length).toBeGreaterThan(0)
    for (const reason of lost) expect(message).toContain(unwrapped(reason))
    const right = await vitest(written, 'right', { HOLDFAST_MODEL: 'sim:oracle' })
    expect(right.text).toMatch(/Tests\s.*1 passed/)
    expect(right.code, right.text).toBe(0)
  })
})
