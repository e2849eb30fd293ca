import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/e2e/fixtureRun.ts'
import { runHoldfast } from '../../../../test/run.ts'
import { writeEvalLog, writeJsonLog } from '../test/inspectLog.ts'

test('the built command compares, gates and ranks logs of Inspect', async () => {
  const cwd = temporaryFolder()
  const samples = (right: number) => Array.from({ length: 20 }, (_, at) => ({ id: `q${at}`, scores: { match: at < right ? 'C' : 'I' } }))
  writeEvalLog(join(cwd, 'good.eval'), { samples: samples(19), model: 'lab/good' })
  writeJsonLog(join(cwd, 'bad.json'), { samples: samples(5), model: 'lab/bad' })
  const compared = await runHoldfast(['compare', 'good.eval', 'bad.json'], { cwd })
  expect(compared.stdout, compared.stderr).toContain('worse: capitals')
  expect(compared.code).toBe(0)
  const board = await runHoldfast(['board', 'good.eval', 'bad.json', '--markdown'], { cwd })
  expect(board.stdout, board.stderr).toContain('lab/bad, Inspect log')
  expect((await runHoldfast(['baseline', 'main', 'good.eval'], { cwd })).code).toBe(0)
  const env = { HOLDFAST_GATES: JSON.stringify({ baseline: 'main', capitals: { match: { maxDrop: 0.05 } } }) }
  expect((await runHoldfast(['summarize', 'capitals', 'good.eval'], { cwd, env })).code).toBe(0)
  const dropped = await runHoldfast(['summarize', 'capitals', 'bad.json'], { cwd, env })
  expect([dropped.code, dropped.stderr]).toEqual([1, expect.stringContaining('exit 1: 1 of 1 rule broken.')])
})
