import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { criterion, rubric } from '../../src/judging/rubric/rubric.ts'
import { planSuite } from '../../src/running/worker/planSuite.ts'
import { inlineSuite } from '../../src/running/worker/suite.ts'
import { writeRun } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'

registerMatchers()

const WORDS = Array.from({ length: 120 }, (_, at) => ({ id: `word ${at}` }))
const suite = inlineSuite<(typeof WORDS)[number], object>(
  'words',
  { items: WORDS, reference: ({ id }) => `the ${id}` },
  async ({ id }, { candidate, expect }) => {
    const same = criterion('the same words', { check: (text) => text === `the ${id}` })
    await expect(await candidate.ask(`Say: the ${id}`)).toPassRubric(rubric([same]))
  },
)
const options = { model: 'sim:degraded?p=0.3', gates: { words: { score: { min: 0.4 } } } }

function projectFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  return root
}

const plan = (root: string) => planSuite(suite, resolveConfig({ ...options, out: 'runs/next' }, {}, root, [suite]))

test('a plan says what a decision takes: least where the figure is far from the bound, all items at it', async () => {
  const root = projectFolder()
  mkdirSync(join(root, 'runs'))
  await writeRun(await runSuite(suite, options), join(root, 'runs', 'before'))
  const [decision] = (await plan(root)).decisions ?? []
  expect(decision).toMatchObject({ rule: 'score min 0.4', from: 'before', items: 120 })
  const [none, bound, twice] = decision?.costs ?? []
  expect(none).toMatchObject({ change: 'none', figure: decision?.figure, undecided: 0 })
  expect([bound?.change, bound?.figure]).toEqual(['bound', 0.4])
  expect(twice?.figure).toBeCloseTo(0.8 - (decision?.figure ?? 0), 9)
  for (const far of [none, twice]) expect(far?.items).toBeLessThan(0.7 * (bound?.items ?? 0))
  // A figure at its bound is told by the last item, or by chance.
  expect(bound?.items).toBeGreaterThan(100)
})

test('without an earlier run it says that one is needed, and without rules nothing', async () => {
  const root = projectFolder()
  expect((await plan(root)).decisions).toEqual([{ rule: 'score min 0.4', why: expect.stringContaining('no finished run of this suite') }])
  const bare = await planSuite(suite, resolveConfig({ model: 'sim:oracle' }, {}, root, [suite]))
  expect(bare.decisions).toBeUndefined()
})

test('of a drop the baseline alone will do, and the costs are of its own change', async () => {
  const root = projectFolder()
  const { records } = await runSuite(suite, options)
  mkdirSync(join(root, 'reports', 'baselines'), { recursive: true })
  writeFileSync(join(root, 'reports', 'baselines', 'main.items.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  const gates = { baseline: 'main', words: { score: { maxDrop: 0.1 } } }
  const { decisions = [] } = await planSuite(suite, resolveConfig({ ...options, gates }, {}, root, [suite]))
  expect(decisions).toMatchObject([{ rule: 'score maxDrop 0.1', from: 'baseline main' }])
  const figures = decisions[0]?.costs?.map(({ figure }) => figure) ?? []
  expect(figures[0]).toBeCloseTo(0, 12)
  expect(figures.slice(1)).toEqual([-0.1, -0.2])
})
