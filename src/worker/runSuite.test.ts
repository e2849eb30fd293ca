import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { runSuite } from './runSuite.ts'

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
  ])('%s', async (_name, model, message) => {
    await expect(began({ HOLDFAST_MODEL: model })).rejects.toThrow(message)
  })
})
