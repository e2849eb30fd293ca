import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CallRecord } from '../../src/core/format/records.ts'
import { linkLatest, runFolder } from '../../src/core/format/runFolder.ts'
import { runHoldfast } from '../run.ts'
import { readCalls, runIn } from './fixtureRun.ts'
import { projectOfSuites } from './ownProject.ts'

// What comes of it is tested in test/kieval/rejudge.test.ts; here that the command finds all it needs in the run folder.
test('a run of kieval is judged again with its own options, and no call is made but the judge’s', async () => {
  const root = projectOfSuites('kieval')
  const out = join(root, 'first')
  const first = await runIn(root, {
    env: {
      HOLDFAST_MODEL: 'sim:oracle',
      HOLDFAST_JUDGE: 'sim:judge',
      HOLDFAST_OUT: out,
      HOLDFAST_LIMIT: '8',
      HOLDFAST_KIEVAL_ROUNDS: '3',
    },
  })
  // `latest` leads to another run once it is judged again.
  const last = await runHoldfast(['judge', 'again', 'latest', '--judge', 'sim:judge?noise=1'], { cwd: root })
  expect(last.stdout).toContain('The same answers by sim:judge?noise=1 in place of sim:judge.')
  const [, before, now] = / kieval +(\d\S*).* {2}(\d\S*)/.exec(last.stdout) ?? []
  expect(Number(now)).toBeLessThan(Number(before))
  // One that measures the judge would be paid for once more as a whole.
  const measured = join(root, 'measured')
  cpSync(out, measured, { recursive: true })
  const document = JSON.parse(readFileSync(join(measured, 'scores.json'), 'utf8'))
  delete document.run.roles.candidate
  writeFileSync(join(measured, 'scores.json'), JSON.stringify(document))
  linkLatest(root, runFolder(measured))
  const refused = await runHoldfast(['judge', 'again', 'latest', '--judge', 'sim:judge'], { cwd: root })
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('that is measured, which measures the judge itself, as judge certify does.'),
  ])

  const again = join(root, 'again')
  const { code, stdout, stderr } = await runHoldfast(
    ['judge', 'again', out, '--judge', 'sim:judge?noise=0.5', 'sim:judge', 'sim:judge?garbage=0.2', '--json'],
    { cwd: root, env: { HOLDFAST_OUT: again } },
  )
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    usage: { candidate: { calls: 8 * 4, cached: 8 * 4 }, judge: { calls: 8 * 3 * 3, cached: 0 } },
  })
  const calls = readCalls({ ...first, folder: runFolder(again) })
  const replayed = calls.filter(({ role }) => role !== 'judge')
  const made = calls.filter(({ role }) => role === 'judge')
  expect(replayed.every(({ cached }) => cached === true)).toBe(true)
  const said = (all: readonly CallRecord[]) => all.map(({ item, call, content }) => `${item} ${call} ${content}`).sort()
  expect(said(replayed)).toEqual(said(readCalls(first).filter(({ role }) => role !== 'judge')))
  // Three votes on each of three rounds of eight interviews, each from another evaluator.
  expect(made.filter(({ cached }) => cached)).toEqual([])
  expect(made).toHaveLength(8 * 3 * 3)
  expect(new Set(made.map(({ call }) => call))).toEqual(new Set(['evaluation-1', 'evaluation-2', 'evaluation-3']))
  const models = ['sim:judge?noise=0.5', 'sim:judge', 'sim:judge?garbage=0.2']
  for (const { vote, model } of made) expect(model).toBe(models[vote])

  // A baseline of the run keeps the answers: they can be judged where the run is gone.
  const kept = await runHoldfast(['compare', out, '--keep', 'main'], { cwd: root })
  expect(kept.stdout).toBe(['json', 'items.jsonl', 'calls.jsonl.gz'].map((end) => `reports/baselines/main.${end}\n`).join(''))
  expect(kept.stderr).toMatch(/^\d+ kB of answers, compressed, which npx holdfast judge again main judges again/)
  rmSync(out, { recursive: true })
  const anew = await runHoldfast(['judge', 'again', 'main', '--judge', 'sim:judge?noise=0.5', '--json'], {
    cwd: root,
    env: { HOLDFAST_OUT: join(root, 'anew') },
  })
  expect(anew.code, anew.stderr).toBe(0)
  expect(JSON.parse(anew.stdout)).toMatchObject({
    usage: { candidate: { calls: 8 * 4, cached: 8 * 4 }, judge: { calls: 8 * 3, cached: 0 } },
  })
  expect(anew.stderr).toContain('to make it the baseline: npx holdfast compare latest --keep main')
  rmSync(join(root, 'reports', 'baselines', 'main.calls.jsonl.gz'))
  expect((await runHoldfast(['judge', 'again', 'main', '--judge', 'sim:judge'], { cwd: root })).stderr).toContain('it keeps no answers')
})
