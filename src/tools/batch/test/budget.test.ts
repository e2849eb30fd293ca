import { expect, test } from 'vitest'
import { llmbarSuite } from '../../../../suites/llmbar/suite.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { stoppedWithRun } from '../../../core/format/records.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { importResults } from '../batchCommand.ts'
import { answersOf } from './answers.ts'
import { runInFolder } from './folderRun.ts'
import { requestsIn, runBatch, waveFiles } from './runBatch.ts'

test('a wave holds as many requests as the budget covers at most, and later ones the rest', async () => {
  const out = `${temporaryFolder()}/run`
  const folder = runFolder(out)
  const judge = 'openai:gavel@http://batch.test/v1'
  const options = { limit: 4, seed: 1, model: 'sim:oracle', judge, batch: 'export', maxTokens: 20_000 } as const
  const sizes: number[] = []
  for (;;) {
    const { document, results } = await runInFolder(llmbarSuite, out, options)
    if (!results.some(({ record }) => stoppedWithRun(record))) {
      const { calls = 0, promptTokens = 0, completionTokens = 0 } = document.usage.judge ?? {}
      expect({ calls, error: document.suites.llmbar?.error }).toEqual({ calls: 40, error: 0 })
      expect(promptTokens + completionTokens).toBeLessThanOrEqual(20_000)
      break
    }
    const files = waveFiles(folder.batch)
    sizes.push(files.reduce((sum, file) => sum + requestsIn(file).length, 0))
    await importResults(folder, runBatch(files, answersOf([])))
  }
  // Twenty pairs in two waves, were it not for what each may take at most.
  expect(sizes[0]).toBeLessThan(20)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(40)
})
