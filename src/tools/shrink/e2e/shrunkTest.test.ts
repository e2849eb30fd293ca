import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { once, plainFailures, readItems, runIn, unwrapped } from '../../../../test/e2e/fixtureRun.ts'
import { projectOfSuites } from '../../../../test/e2e/ownProject.ts'
import { type Environment, runHoldfast } from '../../../../test/run.ts'
import { readCase } from '../caseFiles.ts'
import type { ShrunkCase } from '../shrunkCase.ts'

/** Who fails which suites, and for what. */
const FAULTY: readonly (readonly [readonly string[], Environment])[] = [
  [['lifbench', 'fb-bench'], { HOLDFAST_MODEL: 'sim:wrong', HOLDFAST_LIFBENCH_LENGTHS: '4k' }],
  [['refutebench', 'refutebench1'], { HOLDFAST_MODEL: 'sim:stubborn' }],
  [['kieval'], { HOLDFAST_MODEL: 'sim:memorised' }],
]
const JUDGED = { HOLDFAST_JUDGE: 'sim:judge' }
const root = projectOfSuites(...FAULTY.flatMap(([suites]) => suites))
const inProject = (args: readonly string[], env: Environment) => runIn(root, { args, env: { ...JUDGED, ...env } })
/** The written test of a suite. */
const testOf = (suite: string) => `${suite}.smaller.test.ts`

/** Runs suites with the model that fails them, makes the first failing item of each smaller, and runs the written tests with it again. */
const shrunk = FAULTY.map(([suites, env]) =>
  once(async () => {
    const run = await inProject(
      suites.map((suite) => `./${suite}.eval.ts`),
      { ...env, HOLDFAST_LIMIT: '1' },
    )
    const found = new Map<string, ShrunkCase>()
    for (const suite of suites) {
      // Not the first one in the file, which is the one that ended first.
      const failed = readItems(run).flatMap((record) => (record.suite === suite && record.status === 'failed' ? [record.item] : []))
      const item = failed.sort()[0] as string
      const args = ['shrink', run.folder.path, item, '--out', testOf(suite)]
      const { code, stderr } = await runHoldfast(args, { cwd: root, env: { ...JUDGED, ...env } })
      expect(stderr).not.toContain('Failed to')
      expect(code, stderr).toBe(0)
      found.set(suite, readCase(run.folder, 'shrunk', suite, item) ?? expect.unreachable('nothing was found'))
    }
    const { HOLDFAST_LIFBENCH_LENGTHS: _lengths, ...models } = env
    return { found, same: await inProject(suites.map(testOf), { HOLDFAST_MODEL: 'sim:oracle', ...models }) }
  }),
)

describe.each(FAULTY.flatMap(([suites], group) => suites.map((suite) => ({ suite, group }))))(
  'the written test of a smaller case of $suite',
  ({ suite, group }) => {
    test('fails with the model that failed, for the same reason', async () => {
      const { found, same } = (await shrunk[group]?.()) ?? expect.unreachable()
      const smaller = found.get(suite)
      expect(smaller?.outcome).not.toBe('chance')
      expect(same.code, same.text).toBe(1)
      const [title = ''] = /^.*test\((['"`])(.*?)\1,/m.exec(readFileSync(join(root, testOf(suite)), 'utf8'))?.slice(2) ?? []
      const message = plainFailures(same).get(title) ?? expect.unreachable(`no failure of ${title}: ${same.text}`)
      const lost = [...(smaller?.after.reason ?? '').matchAll(/lost\s+(\S.*)/g)].map(([, reason = '']) => reason.trim())
      expect(lost.length).toBeGreaterThan(0)
      for (const reason of lost) expect(message).toContain(unwrapped(reason))
    })
  },
)

test('the written tests pass with a model that is right', async () => {
  for (const group of shrunk) await group()
  const right = await inProject(['.smaller.test'], { HOLDFAST_MODEL: 'sim:oracle' })
  expect(right.text).toMatch(/Tests\s.*5 passed/)
  expect(right.code, right.text).toBe(0)
})
