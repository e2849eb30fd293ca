import { expect, vi } from 'vitest'
import { opensOnce } from '../../../../test/opensOnce.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { resolveConfig } from '../../../core/config/resolve.ts'
import type { HoldfastOptions } from '../../../core/config/schema.ts'
import { stoppedWithRun } from '../../../core/format/records.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { planSuite } from '../../../running/worker/planSuite.ts'
import type { Suite } from '../../../running/worker/suite.ts'
import { type ImportedResults, importResults } from '../batchCommand.ts'
import { type Answers, answersOf, type ChatBody, MODELS } from './answers.ts'
import { runInFolder } from './folderRun.ts'
import { answered, type RequestLine, type Result, runBatch, waveFiles } from './runBatch.ts'

const URL = 'http://batch.test/v1'
const REAL = { model: `openai:${MODELS.candidate}@${URL}`, judge: `openai:${MODELS.judge}@${URL}` }

/** Answers what goes to the endpoint directly. */
function answerFetches(answers: Answers): void {
  vi.stubGlobal('fetch', async (_input: unknown, init: RequestInit) =>
    init.body === undefined ? Response.json({ data: [] }) : Response.json(answers(JSON.parse(String(init.body)) as ChatBody)),
  )
}

/** What a run by files is made with. */
export interface ByFilesOptions {
  /** Simulated models whose answers are given. */
  readonly simulated: { readonly model: string; readonly judge: string }
  readonly options: HoldfastOptions
  /** Results by wave, from 1. */
  readonly result?: (wave: number, line: RequestLine) => Result
}

/**
 * Runs a suite by files, through all of its waves, and compares it with the direct run of the same.
 *
 * @returns its waves, those of the plan, and what each import said.
 */
export async function byFiles(given: Suite, { simulated, options, result = () => answered }: ByFilesOptions) {
  // Each wave is a run.
  const suite = opensOnce(given)
  const answers = answersOf((await runSuite(suite, { ...options, ...simulated })).calls)
  answerFetches(answers)
  const direct = (await runSuite(suite, { ...options, ...REAL })).concluded.document
  vi.stubGlobal('fetch', () => Promise.reject(new Error('something was sent')))
  const out = `${temporaryFolder()}/run`
  const folder = runFolder(out)
  const imports: ImportedResults[] = []
  for (let waves = 0; waves < 100; waves += 1) {
    const { document, results } = await runInFolder(suite, out, { ...options, ...REAL, batch: 'export' })
    if (!results.some(({ record }) => stoppedWithRun(record))) {
      vi.unstubAllGlobals()
      expect(document.suites).toEqual(direct.suites)
      expect(document.usage).toEqual(direct.usage)
      const config = resolveConfig({ ...options, ...REAL, batch: 'export' }, {}, process.cwd(), [suite])
      return { waves, planned: (await planSuite(suite, config)).waves, imports, calls: folder.calls }
    }
    expect(document.exitCode).toBe(75)
    const wave = waves + 1
    const files = runBatch(waveFiles(folder.batch), answers, (line, given) => result(wave, line)(line, given))
    imports.push(await importResults(folder, files))
  }
  return expect.unreachable('the waves do not end')
}
