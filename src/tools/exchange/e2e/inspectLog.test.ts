import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/e2e/fixtureRun.ts'
import { runHoldfast } from '../../../../test/run.ts'
import { writeEvalLog, writeJsonLog } from '../test/inspectLog.ts'

// What comes of logs is in src/tools/exchange/test/inspectCommands.test.ts; here that the built command reads both kinds.
test('the built command ranks logs of Inspect', async () => {
  const cwd = temporaryFolder()
  const samples = (right: number) => Array.from({ length: 20 }, (_, at) => ({ id: `q${at}`, scores: { match: at < right ? 'C' : 'I' } }))
  writeEvalLog(join(cwd, 'good.eval'), { samples: samples(19), model: 'lab/good' })
  writeJsonLog(join(cwd, 'bad.json'), { samples: samples(5), model: 'lab/bad' })
  const { code, stdout, stderr } = await runHoldfast(['compare', 'good.eval', 'bad.json', '--markdown', '--board'], { cwd })
  expect(stdout, stderr).toContain('lab/bad, Inspect log')
  expect(code).toBe(0)
})
