import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import { criterion, rubric } from '../../src/judging/rubric/rubric.ts'
import { benchmark } from '../../src/running/worker/declareSuite.ts'
import { type BenchmarkContext, inlineSuite } from '../../src/running/worker/suite.ts'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { runSuite } from '../runSuite.ts'

registerMatchers()

/** A folder of data for LIFBench with these tasks, or without the suite. */
function dataFolder(tasks: string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  if (tasks !== undefined) {
    mkdirSync(join(folder, 'lifbench'))
    writeFileSync(join(folder, 'lifbench', 'tasks.json'), tasks)
  }
  return folder
}

describe('a run that cannot begin says why', () => {
  const began = (environment: NodeJS.ProcessEnv) => runSuite(lifbenchSuite, {}, environment)

  test.each<[string, string | undefined, (folder: string) => string]>([
    ['a data folder without the suite', undefined, (folder) => `Failed to read HOLDFAST_DATA: no folder ${join(folder, 'lifbench')}.`],
    ['a data file that is no JSON', '{ "list": ', (folder) => `Failed to read ${join(folder, 'lifbench', 'tasks.json')}: `],
    [
      'a wrong field in a data file',
      '{ "list": {}, "onedoc": 3, "multidoc": {} }',
      (folder) => `Failed to read ${join(folder, 'lifbench', 'tasks.json')}, field `,
    ],
  ])('%s', async (_name, tasks, message) => {
    const folder = dataFolder(tasks)
    await expect(began({ HOLDFAST_DATA: folder })).rejects.toThrow(message(folder))
  })

  test('an endpoint without a key', async () => {
    vi.stubEnv('OPENAI_API_KEY', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    const run = began({ HOLDFAST_MODEL: 'openai:gpt-5' })
    await expect(run).rejects.toThrow('Failed to set up openai:gpt-5: OPENAI_API_KEY is not set.')
  })

  test.each([
    ['a module that does not exist', 'module:./no.ts#ask', 'model module:./no.ts#ask: no file '],
    ['recorded calls that do not exist', 'replay:/no/calls.jsonl', 'model replay:/no/calls.jsonl: no such file or folder.'],
  ])('%s', (_name, model, message) => expect(began({ HOLDFAST_MODEL: model })).rejects.toThrow(message))
})

describe('a benchmark used wrongly', () => {
  const says = rubric([criterion('says yes', { check: /yes/ })])
  const right = async ({ candidate, expect }: BenchmarkContext) => expect(await candidate.ask('Say yes.')).toPassRubric(says)
  const run = (ids: readonly unknown[], body: (context: BenchmarkContext) => Promise<void> = right) =>
    runSuite(inlineSuite('misuse', { items: ids.map((id) => ({ id })), reference: () => 'yes' }, (_item, context) => body(context)))

  test('with two items of one id is an error', () =>
    expect(run(['one', 'one'])).rejects.toThrow('Failed to plan misuse: two items have the id "one". Rename one.'))

  test.each([80, -1, Number.NaN])('with the threshold %s is an error', async (threshold) => {
    const suite = inlineSuite('misuse', { items: [{ id: 'one' }], reference: () => 'yes', threshold }, (_item, context) => right(context))
    await expect(runSuite(suite)).rejects.toThrow(
      /^Failed to run misuse: threshold .* Totals run from 0 to 1.* Give 0 <= threshold <= 1\.$/,
    )
  })

  test('with an item without an id is an error', async () => {
    await expect(run(['one', undefined])).rejects.toThrow(
      'Failed to plan misuse: item 2 has no id. Give items an id that is a text, or the benchmark an id function.',
    )
    await expect(run(['one', 7])).rejects.toThrow('item 2 has an id that is no text, 7. Give')
    const suite = inlineSuite('misuse', { items: [null] as unknown as { id: string }[], reference: () => 'yes' }, (_item, own) =>
      right(own),
    )
    await expect(runSuite(suite)).rejects.toThrow('item 1 has no id.')
  })

  test('may not be called as JavaScript calls things of its own', () =>
    expect(() => benchmark('constructor', { items: [] }, async () => undefined)).toThrow(
      'Failed to declare the benchmark constructor: JavaScript uses that name itself. Choose another.',
    ))

  test('with a reference function that throws names it, and no endpoint', async () => {
    const reference = () => {
      throw new TypeError('cannot read a')
    }
    const suite = inlineSuite('misuse', { items: [{ id: 'one' }], reference }, (_item, context) => right(context))
    const { records } = await runSuite(suite)
    expect(records[0]?.error).toBe('Failed to simulate one: the reference function of misuse threw cannot read a. Mend it.')
  })

  test.each<[string, (context: BenchmarkContext) => Promise<void>, string]>([
    [
      'applies no matcher',
      async () => undefined,
      'one: its body applied no matcher and recorded no figure. Apply one, for instance toPassRubric.',
    ],
    [
      'does not await a matcher',
      async (context) => void right(context),
      'one: its body applied no matcher and recorded no figure. Apply one, for instance toPassRubric.',
    ],
    [
      'does not await a matcher that has begun',
      async ({ candidate, expect }) => void expect(await candidate.ask('Say yes.')).toPassRubric(says),
      'one: toPassRubric was not awaited. Write await expect(...).toPassRubric(...).',
    ],
  ])('whose body %s has no score and says why', async (_name, body, message) => {
    const { records, concluded } = await run(['one', 'two'], body)
    expect(records.map(({ status }) => status)).toEqual(['error', 'error'])
    expect(records[0]?.error).toContain(`Failed to score ${message}`)
    expect(concluded.document.exitCode).toBe(1)
  })
})
