import { expect, test } from 'vitest'
import { readScores } from '../../../../test/e2e/fixtureRun.ts'
import { holdfast, runMarks } from '../../../../test/e2e/marksRun.ts'

test('the board has the time of a suite of a run of two, not that of the whole run', async () => {
  const run = await runMarks({ args: ['marks.eval', 'second.eval'] })
  const { startedAt = '', finishedAt = '' } = readScores(run).spent?.second ?? {}
  const board = await holdfast(['compare', run.folder.path, '--suite', 'second', '--json', '--board'], run.root)
  expect(board.code, board.stderr).toBe(0)
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  expect(JSON.parse(board.stdout).suites[0].runs).toMatchObject([{ seconds }])
})
