import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lifbenchSuite } from '../../../suites/lifbench/suite.ts'
import { llmbarSuite } from '../../../suites/llmbar/suite.ts'
import { registerSecret } from '../base/secrets.ts'
import { runFolder } from '../format/runFolder.ts'
import { assertSameRun, writeRunSettings } from './beginRun.ts'
import { resolveConfig } from './resolve.ts'
import { readRunSettings, saveRunSettings } from './runSettings.ts'
import type { HoldfastOptions } from './schema.ts'

const BASE: HoldfastOptions = {
  model: 'clerk',
  judge: 'openai:judge@http://bob:password@host/v1',
  models: { clerk: { uri: 'openai:m@http://host/v1', temperature: 0.2, parameters: { top_p: 0.9 } } },
}
const begin = (suite: string, sha256: string, options = {}) => ({
  suite,
  data: { sha256 },
  items: 10,
  trials: 2,
  options,
  declaredIn: { file: `${suite}.eval.ts`, project: '' },
  headline: { key: 'score', label: 'score', digits: 3 },
})

function temporary() {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return runFolder(path)
}

const resolve = (options: HoldfastOptions = {}, environment: NodeJS.ProcessEnv = {}) =>
  resolveConfig({ ...BASE, ...options }, environment, '/project', [lifbenchSuite, llmbarSuite])

test('the settings of a run have no credential of a URL and no secret, and are the same settings still', () => {
  registerSecret('begun-Secret-1234567')
  const options: HoldfastOptions = {
    model: 'openai:m@https://bob:pw1@host/v1?api-version=2024-10-21&api-key=begun-Key-7654321',
    judge: 'clerk',
    models: { clerk: { uri: 'openai:m@http://host/v1', parameters: { user: 'begun-Secret-1234567' } } },
  }
  const folder = temporary()
  const config = resolve(options)
  writeRunSettings(folder, config, [begin('lifbench', 'aaa', config.suites.lifbench)])
  expect(readFileSync(folder.settings, 'utf8')).not.toMatch(/begun-|bob|pw1/)
  expect(readRunSettings(folder).roles.candidate).toBe('openai:m@https://host/v1?api-version=2024-10-21&api-key=[redacted]')
  expect(() => assertSameRun(folder, config)).not.toThrow()
})

/** The folder of a run that has begun with the base settings. */
function begun() {
  const folder = temporary()
  const config = resolve()
  writeRunSettings(folder, config, [begin('lifbench', 'aaa', config.suites.lifbench)])
  return folder
}

describe('a run is finished as it was begun, or not at all', () => {
  const changed = (entry: object): HoldfastOptions => ({ models: { clerk: { ...BASE.models?.clerk, ...entry } as never } })

  test.each<[string, HoldfastOptions, NodeJS.ProcessEnv, string]>([
    ['model', {}, { HOLDFAST_MODEL: 'openai:other' }, 'roles.candidate was "openai:m@http://host/v1", is "openai:other".'],
    ['judge', { judge: 'openai:other' }, {}, 'roles.judge was "openai:judge@http://host/v1", is "openai:other".'],
    ['temperature', changed({ temperature: 1 }), {}, 'sampling.candidate.temperature was 0.2, is 1.'],
    ['cap on answers', changed({ maxTokens: 5 }), {}, 'sampling.candidate.maxTokens was '],
    ['parameters', changed({ parameters: { top_p: 0.5 } }), {}, 'sampling.candidate.'],
    ['seed of sampling', changed({ seed: 7 }), {}, 'sampling.candidate.'],
    ['structured output', changed({ structuredOutput: true }), {}, 'sampling.candidate.'],
    ['session', changed({ session: true }), {}, 'sampling.candidate.'],
    ['API', changed({ api: 'responses' }), {}, 'sampling.candidate.'],
    ['server', changed({ uri: 'openai:m', baseURL: 'https://other.test/v1?api-key=k' }), {}, 'roles.candidate was '],
    ['seed', { seed: 1 }, {}, 'seed was 0, is 1.'],
    ['trials', {}, { HOLDFAST_TRIALS: '2' }, 'trials was 1, is 2.'],
    ['votes', { votes: 3 }, {}, 'votes was 1, is 3.'],
    ['controls', { controls: 0.5 }, {}, 'controls was "auto", is 0.5.'],
    ['doubt', { doubt: 0.5 }, {}, 'doubt was not set, is 0.5.'],
    ['early decisions', { decide: 'early' }, {}, 'decide was not set, is "early".'],
    ['limit', { limit: 5 }, {}, 'limit was not set, is 5.'],
    ['shard', { shard: '1/2' }, {}, 'shard was not set, is "1/2".'],
    ['version of the bundled data', { data: 'bundled@1' }, {}, 'data was "bundled", is "bundled@1".'],
    ['data', { data: tmpdir() }, {}, `data was "bundled", is ${JSON.stringify(tmpdir())}.`],
    ['options of a suite that runs', { suites: { lifbench: { lengths: '4k' } } }, {}, 'suites.lifbench.lengths was ["4k","8k"'],
  ])('another %s is named', (_, options, environment, difference) => {
    const folder = begun()
    const said = `Failed to resume ${folder.path}: ${difference}`
    expect(() => assertSameRun(folder, resolve(options, environment))).toThrow(said)
  })

  test.each<[HoldfastOptions, string]>([
    [{ model: 'openai:other' }, ' (HOLDFAST_MODEL, or the configuration)'],
    [{ judge: 'openai:other' }, ' (HOLDFAST_JUDGE, or the configuration)'],
    [{ seed: 1 }, ' (HOLDFAST_SEED, or the configuration)'],
    [{ suites: { lifbench: { lengths: '4k' } } }, ' (HOLDFAST_LIFBENCH_LENGTHS, or the configuration)'],
    [changed({ temperature: 1 }), ''],
  ])('the variable of what differs is named: %j', (options, variable) => {
    expect(() => assertSameRun(begun(), resolve(options))).toThrow(
      ` Resume with the settings the run was begun with${variable}, or begin a new one.`,
    )
  })

  test('another choice of items is named, wherever its file stands', () => {
    const folder = temporary()
    const items = (name: string, ids: readonly string[]) => {
      const path = join(folder.path, name)
      writeFileSync(path, JSON.stringify({ schema: 'holdfast.items/1', suite: 'lifbench', items: ids }))
      return { items: path }
    }
    writeRunSettings(folder, resolve(items('kept.json', ['a'])), [])
    expect(() => assertSameRun(folder, resolve(items('moved.json', ['a'])))).not.toThrow()
    expect(() => assertSameRun(folder, resolve(items('other.json', ['b'])))).toThrow(/: items was "[0-9a-f]{64}", is "[0-9a-f]{64}"\./)
    expect(() => assertSameRun(folder, resolve())).toThrow(/: items was "[0-9a-f]{64}", is not set\./)
  })

  test('another version is named', () => {
    const folder = begun()
    const { version, ...settings } = readRunSettings(folder)
    writeFileSync(folder.settings, JSON.stringify({ ...settings, version: '0.0.7' }))
    expect(() => assertSameRun(folder, resolve())).toThrow(`version was "0.0.7", is "${version}".`)
  })

  test.each<[string, HoldfastOptions, NodeJS.ProcessEnv]>([
    ['nothing', {}, {}],
    [
      'how many requests, how fast and how patiently',
      changed({ requestsPerMinute: 5, tokensPerMinute: 7, timeoutSeconds: 3, maxAttempts: 2 }),
      { HOLDFAST_CONCURRENCY: '3' },
    ],
    [
      'key, password, price and budget',
      { ...changed({ apiKeyEnv: 'OTHER', price: { in: 1, out: 1 } }), judge: 'openai:judge@http://eve:other@host/v1' },
      { HOLDFAST_MAX_USD: '1' },
    ],
    ['gates and cache', { gates: {} }, { HOLDFAST_CACHE: 'off', HOLDFAST_STRICT: '1' }],
    ['options of a suite that does not run', { suites: { llmbar: { strategy: 'CoT' } } }, {}],
  ])('may be changed: %s', (_, options, environment) => expect(() => assertSameRun(begun(), resolve(options, environment))).not.toThrow())
})

describe('run.json', () => {
  test('holds no password', () => expect(readFileSync(begun().settings, 'utf8')).not.toContain('password'))

  test('is there as a whole, and alone', () => {
    const folder = begun()
    expect(readdirSync(folder.path)).toEqual(['run.json'])
  })

  test('of a run that is being finished still names what has yet to begin again', () => {
    const folder = temporary()
    writeRunSettings(folder, resolve(), [begin('lifbench', 'aaa'), begin('llmbar', 'bbb')])
    writeRunSettings(folder, { ...resolve(), resume: true }, [begin('llmbar', 'bbb')])
    expect(readRunSettings(folder)).toMatchObject({
      sha256: { lifbench: 'aaa', llmbar: 'bbb' },
      planned: { lifbench: 20, llmbar: 20 },
      files: ['lifbench.eval.ts', 'llmbar.eval.ts'],
    })
    writeRunSettings(folder, { ...resolve(), resume: true }, [begin('llmbar', 'ccc')], new Set(['lifbench']))
    expect(readRunSettings(folder)).toMatchObject({
      ran: ['llmbar'],
      sha256: { llmbar: 'ccc' },
      planned: { llmbar: 20 },
      files: ['llmbar.eval.ts'],
    })
    expect(readFileSync(folder.settings, 'utf8')).not.toContain('lifbench')
  })

  test('that does not say which suite is in which file keeps its files, however many suites begin again', () => {
    const folder = temporary()
    writeRunSettings(folder, resolve(), [begin('lifbench', 'aaa'), begin('llmbar', 'bbb'), begin('kieval', 'ccc')])
    const { declaredIn: _declaredIn, ...older } = readRunSettings(folder)
    saveRunSettings(folder, older)
    for (const suite of ['llmbar', 'kieval']) writeRunSettings(folder, { ...resolve(), resume: true }, [begin(suite, 'bbb')])
    expect(readRunSettings(folder).files).toEqual(['lifbench.eval.ts', 'llmbar.eval.ts', 'kieval.eval.ts'])
  })
})
