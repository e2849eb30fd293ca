import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { llmbarSuite } from '../../../../suites/llmbar/suite.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { importResults } from '../batchCommand.ts'
import { answersOf } from './answers.ts'
import { faultyAt } from './batchServer.ts'
import { byFiles } from './byFiles.ts'
import { runInFolder } from './folderRun.ts'
import { expired, type Result, requestsIn, runBatch, waveFiles, withoutError } from './runBatch.ts'

const OPTIONS = { limit: 4, seed: 1 }
const SIMULATED = { model: 'sim:oracle', judge: 'sim:judge?noise=0.3' }
const REAL = { ...OPTIONS, model: 'sim:oracle', judge: 'openai:gavel@http://batch.test/v1', batch: 'export' } as const

/** Whatever is asked is answered alike. */
const answers = answersOf([])

/** A first wave in a folder of its own. */
async function firstWave() {
  const out = `${temporaryFolder()}/run`
  const folder = runFolder(out)
  const again = () => runInFolder(llmbarSuite, out, REAL)
  await again()
  return { folder, again, files: waveFiles(folder.batch) }
}

/** As `vllm run-batch` writes a failure: no body, and the error as a text. */
const vllmFailure: Result = ({ custom_id }) => ({
  id: 'vllm-1',
  custom_id,
  response: { status_code: 500, request_id: 'vllm-batch-1', body: null },
  error: 'engine died',
})

describe('results with faults', () => {
  test('a part that fails, expires or is missing is asked again, and the figures are those of the direct run', async () => {
    const faulty = faultyAt(0.6, 2)
    const { imports } = await byFiles(llmbarSuite, {
      simulated: SIMULATED,
      options: OPTIONS,
      result: (wave, line) => faulty(line, wave - 1) ?? (() => undefined),
    })
    expect(imports[0]?.failures).toBeGreaterThan(0)
    expect(imports[0]?.left).toBeGreaterThan(0)
    expect(imports[0]?.reasons.map(([reason]) => reason)).toContain(
      'This request could not be executed before the completion window expired.',
    )
  })

  test.for([
    ['an answer without the key error', withoutError, 'answers'],
    ['a status alone', ({ custom_id }) => ({ custom_id, response: { status_code: 500 } }), 'failures'],
  ] as const satisfies [string, Result, string][])('%s is taken in', async ([, result, kind]) => {
    const { folder, files } = await firstWave()
    const imported = await importResults(folder, runBatch(files, answers, result))
    expect(imported[kind]).toBe(requestsIn(files[0] ?? '').length)
  })

  test('a request that fails three times is an error of its item, which says why', async () => {
    const { folder, again } = await firstWave()
    for (const result of [vllmFailure, expired]) {
      await importResults(folder, runBatch(waveFiles(folder.batch), answers, result))
      expect((await again()).document.exitCode).toBe(75)
    }
    await importResults(folder, runBatch(waveFiles(folder.batch), answers, vllmFailure))
    const { results, document } = await again()
    expect(document.exitCode).toBe(1)
    expect(new Set(results.map(({ record: { error } }) => error))).toEqual(
      new Set([
        `Failed to call openai:gavel@http://batch.test/v1: its request failed in 3 batches, the last time with: engine died. Ask for it directly: finish the run with HOLDFAST_RESUME and without batches.`,
      ]),
    )
  })

  test('a request that is refused for what it is fails at once', async () => {
    const { folder, again, files } = await firstWave()
    const refused: Result = ({ custom_id }) => ({
      custom_id,
      response: { status_code: 400, body: { error: { message: "Unsupported parameter: 'temperature'.", type: 'invalid_request_error' } } },
      error: null,
    })
    await importResults(folder, runBatch(files, answers, refused))
    const [first] = (await again()).results
    expect(first?.record).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/^Failed to call the endpoint that .+ came from: Unsupported parameter: 'temperature'/),
    })
  })

  test('a half line at the end is passed over, and comes whole another time', async () => {
    const { folder, files } = await firstWave()
    const [results = ''] = runBatch(files, answers)
    const whole = readFileSync(results, 'utf8')
    writeFileSync(results, whole.slice(0, -20))
    const all = requestsIn(files[0] ?? '').length
    expect(await importResults(folder, [results])).toMatchObject({ answers: all - 1, halves: [results], left: 1 })
    writeFileSync(results, whole)
    expect(await importResults(folder, [results])).toMatchObject({ answers: 1, known: all - 1, halves: [], left: 0 })
  })

  test('a broken line between others refuses the file, and nothing is written', async () => {
    const { folder, files } = await firstWave()
    const [results = ''] = runBatch(files, answers)
    writeFileSync(results, readFileSync(results, 'utf8').replace('"custom_id"', 'custom_id'))
    await expect(importResults(folder, [results])).rejects.toThrow(`Failed to import ${results}, line 1: it is no JSON.`)
    expect((await importResults(folder, runBatch(files, answers))).known).toBe(0)
  })

  test('the same results twice count once, in one import or in two', async () => {
    const { folder, again, files } = await firstWave()
    const results = runBatch(files, answers)
    const all = requestsIn(files[0] ?? '').length
    expect(await importResults(folder, [...results, ...results])).toMatchObject({ answers: all, known: all })
    const written = readFileSync(folder.calls, 'utf8')
    expect(await importResults(folder, results)).toMatchObject({ answers: 0, known: all })
    expect(readFileSync(folder.calls, 'utf8')).toBe(written)
    await again()
    expect(await importResults(folder, results)).toMatchObject({ answers: 0, known: all })
  })

  test('an answer counts before a failure, whichever comes first', async () => {
    const { folder, files } = await firstWave()
    const failed = runBatch(files, answers, expired).map((file) => {
      const text = readFileSync(file, 'utf8')
      writeFileSync(`${file}.errors`, text)
      return `${file}.errors`
    })
    const good = runBatch(files, answers)
    const all = requestsIn(files[0] ?? '').length
    expect(await importResults(folder, [...failed, ...good])).toMatchObject({ answers: all, failures: 0 })
  })

  test('an export again without results writes the same requests under the same ids', async () => {
    const { folder, again, files } = await firstWave()
    const before = files.map((file) => new Set(requestsIn(file).map(({ custom_id }) => custom_id)))
    await again()
    expect(waveFiles(folder.batch)).toEqual(files)
    expect(files.map((file) => new Set(requestsIn(file).map(({ custom_id }) => custom_id)))).toEqual(before)
  })

  test.each([
    [
      'an id that nobody gave',
      { custom_id: 'hf-1', response: null, error: null },
      '1 of 1 result are of no request of this run, for instance "hf-1"',
    ],
    ['an id of the language', { custom_id: '__proto__', response: null, error: null }, 'for instance "__proto__"'],
    ['an id with control characters', { custom_id: 'a\u001b[2Jb', response: null, error: null }, 'are of no request of this run'],
    ['an id of a megabyte', { custom_id: 'x'.repeat(2 ** 20), response: null, error: null }, 'custom_id'],
    ['no id', { response: null, error: null }, 'custom_id'],
    ['no object', 7, 'line 1'],
  ])('%s is refused', async (_what, line, message) => {
    const { folder } = await firstWave()
    const file = `${folder.path}.jsonl`
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    await expect(importResults(folder, [file])).rejects.toThrow(message)
    await expect(importResults(folder, [file])).rejects.not.toThrow('\u001b')
  })

  test.each([
    ['no choices', { choices: [] }],
    ['a body that is a text', 'all is well'],
    ['an error under status 200', { error: { message: 'overloaded', code: 503 } }],
  ])('%s is a failure', async (_what, body) => {
    const { folder, files } = await firstWave()
    const odd: Result = ({ custom_id }) => ({ custom_id, response: { status_code: 200, body }, error: null })
    const imported = await importResults(folder, runBatch(files, answers, odd))
    expect(imported).toMatchObject({ answers: 0, failures: requestsIn(files[0] ?? '').length })
  })
})
