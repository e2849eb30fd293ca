import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lifbenchSuite } from '../../../suites/lifbench/suite.ts'
import { packageRoot } from '../base/packageRoot.ts'
import { resolveConfig } from './resolve.ts'
import type { HoldfastOptions } from './schema.ts'

const ROOT = '/project'
const resolve = (options: HoldfastOptions = {}, environment: NodeJS.ProcessEnv = {}, root = ROOT) =>
  resolveConfig(options, environment, root, [lifbenchSuite])

describe('defaults', () => {
  test('are those of the contract', () => {
    expect(resolve()).toMatchObject({
      root: ROOT,
      data: 'bundled',
      limit: undefined,
      seed: 0,
      trials: 1,
      votes: 1,
      concurrency: 64,
      strict: false,
      gates: undefined,
      roles: { candidate: { uri: 'sim:oracle' } },
    })
  })

  test('put a run under reports/runs by time and id', () => {
    const { out, runId, startedAt } = resolve()
    expect(out).toBe(`${ROOT}/reports/runs/${startedAt.slice(0, 16).replace(':', '')}-${runId}`)
  })

  test('give a simulated candidate a simulated judge for every helper role', () => {
    const judge = { uri: 'sim:judge' }
    expect(resolve().roles).toMatchObject({ judge, refuter: judge, interactor: judge })
    expect(resolve({ models: { x: { uri: 'sim:null' } }, model: 'x' }).roles).toMatchObject({ judge })
  })

  test('leave the helper roles of a real candidate without a model', () =>
    expect(Object.keys(resolve({ model: 'openai:m' }).roles)).toEqual(['candidate']))

  test('are not hidden by a key that is undefined', () => {
    // As from `model: process.env.MODEL` in plain JavaScript.
    expect(resolve({ model: undefined, seed: undefined } as unknown as HoldfastOptions)).toMatchObject({
      seed: 0,
      roles: { candidate: { uri: 'sim:oracle' } },
    })
  })

  test('give every suite its options', () =>
    expect(resolve().suites).toEqual({ lifbench: { lengths: ['4k', '8k'], overflow: 'error', tokenizer: 'o200k_base' } }))

  test('run every item, unless gates are to be decided early', () => {
    expect(resolve().decide).toBeUndefined()
    expect(resolve({}, { HOLDFAST_DECIDE: 'early' }).decide).toBe('early')
    expect(resolve({ decide: 'early' }).decide).toBe('early')
    expect(() => resolve({}, { HOLDFAST_DECIDE: 'late' })).toThrow('Failed to read HOLDFAST_DECIDE: expected early')
  })

  test('leave no verdict to people', () => {
    expect(resolve().doubt).toBeUndefined()
    expect(resolve({ doubt: 0.2 }, { HOLDFAST_DOUBT: '0' }).doubt).toBe(0)
  })

  test.each([
    [{ doubt: 1.01 }, {}],
    [{ doubt: -1 }, {}],
    [{}, { HOLDFAST_DOUBT: '2' }],
  ])('take no doubt beyond 0 to 1: %j %j', (options, environment) => {
    expect(() => resolve(options, environment)).toThrow(/^Failed to read .*doubt/i)
  })

  test('carry the version of the package', () =>
    expect(resolve().version).toBe(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version))
})

describe('the environment', () => {
  test('wins over the configuration, also to say no or nothing', () => {
    const options = { model: 'sim:null', seed: 7, strict: true, limit: 5, gates: { demo: { score: { min: 1 } } } }
    const environment = { HOLDFAST_MODEL: 'sim:echo', HOLDFAST_SEED: '0', HOLDFAST_STRICT: '0', HOLDFAST_GATES: '{}' }
    expect(resolve(options, environment)).toMatchObject({
      roles: { candidate: { uri: 'sim:echo' } },
      seed: 0,
      strict: false,
      limit: 5,
      gates: {},
    })
  })

  test('names the run folder from the root of the project', () => {
    expect(resolve({ out: 'a' }, { HOLDFAST_OUT: 'b/c' }).out).toBe(`${ROOT}/b/c`)
    expect(resolve({}, { HOLDFAST_OUT: '/elsewhere' }).out).toBe('/elsewhere')
  })

  test('sets single options of a suite and leaves the others of the configuration', () => {
    const options = { suites: { lifbench: { lengths: ['16k'], overflow: 'skip' } } }
    expect(resolve(options, { HOLDFAST_LIFBENCH_LENGTHS: '4k, 32k' }).suites.lifbench).toMatchObject({
      lengths: ['4k', '32k'],
      overflow: 'skip',
    })
  })

  test('is refused by the name of the variable when an option of a suite does not fit', () => {
    expect(() => resolve({}, { HOLDFAST_LIFBENCH_LENGTHS: '4k,99x' })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read HOLDFAST_LIFBENCH_LENGTHS: no length "99x". Use all, long, 4k, 8k, 16k, 32k, 64k, 128k, or 3k to 2000k with bundled data, received "99x". Mend it and run again.]`,
    )
    expect(() => resolve({}, { HOLDFAST_LIFBENCH_TASKS: 'OR,XX' })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read HOLDFAST_LIFBENCH_TASKS, field 1: invalid option: expected one of "OR"|"OQ"|"OE"|"LSI"|"LMI"|"LOI"|"LOE"|"LBI"|"LBE"|"MB"|"MF", received "XX". Mend it and run again.]`,
    )
  })

  test('is refused with the field when a gate does not fit', () => {
    expect(() => resolve({}, { HOLDFAST_GATES: '{"lifbench":{"ars.overall":{"minn":1}}}' })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read HOLDFAST_GATES, field lifbench.ars.overall: unrecognized key: "minn". Did you mean min? Mend it and run again.]`,
    )
  })

  test('a key that there is not, and that is near none, lists those there are where they are few', () => {
    const told = (gates: object) => () => resolve({}, { HOLDFAST_GATES: JSON.stringify(gates) })
    expect(told({ suites: { lifbench: { 'ars.overall': { min: 0.7 } } } })).toThrow(
      'field suites.lifbench: unrecognized key: "ars.overall". The keys are min, max, maxDrop, decide. Mend it and run again.',
    )
    expect(told({ lifbench: { 'ars.overall': { min: 0.7 }, minJudgeAccuracy: 80 } })).toThrow(
      'field lifbench.minJudgeAccuracy: expected { min, max, maxDrop, decide } of a metric. Settings of all gates stand beside the suites, received 80.',
    )
    expect(() => resolve({ zzz: 1 } as never)).toThrow('unrecognized key: "zzz". Mend it and run again.')
  })
})

describe('models', () => {
  test('of HOLDFAST_MODELS lie over those of the configuration field by field', () => {
    const options = { model: 'app', models: { app: { uri: 'openai:a', temperature: 0.5, maxTokens: 9 } } }
    const HOLDFAST_MODELS = JSON.stringify({
      app: { maxTokens: 7 },
      other: { uri: 'openai:b', apiKeyEnv: 'OTHER_KEY', headers: { 'x-key': '$OTHER_KEY' } },
      third: { uri: 'openai:c@https://c.test/v1#key=THIRD_KEY' },
    })
    const { roles } = resolveConfig(options, { HOLDFAST_MODELS, HOLDFAST_JUDGE: 'other' }, '/project', [])
    expect(roles.candidate).toMatchObject({ uri: 'openai:a', temperature: 0.5, maxTokens: 7 })
    expect(roles.judge).toMatchObject({ uri: 'openai:b' })
  })

  test.each([
    ['{"app":{"maxTokens":"many"}}', 'app.maxTokens'],
    ['{"app":', 'expected JSON'],
    ['{"app":{"uri":"openai:a@https://ann:correct-horse-9@host.test/v1"}}', 'app.uri looks like a key'],
    ['{"app":{"parameters":{"extra":{"authorization":"Bearer sk-live-0123456789abcdef"}}}}', 'app.authorization looks like a key'],
    ['{"app":{"headers":{"authorization":"Bearer sk-live-0123456789abcdef"}}}', 'app.authorization looks like a key'],
  ])('of HOLDFAST_MODELS are refused: %s', (HOLDFAST_MODELS, says) =>
    expect(() => resolveConfig({ models: { app: { uri: 'openai:a' } } }, { HOLDFAST_MODELS }, '/project', [])).toThrow(says),
  )

  const models = { fast: { uri: 'openai:m@http://localhost/v1', temperature: null }, slow: { uri: 'sim:null' } }

  test('may be named', () =>
    expect(resolve({ models, model: 'fast' }).roles.candidate).toMatchObject({ uri: 'openai:m@http://localhost/v1', temperature: null }))

  test('of helper roles fall back to the judge', () => {
    const { roles } = resolve({ models, judge: 'slow', refuter: 'sim:echo' })
    expect(roles).toMatchObject({ judge: { uri: 'sim:null' }, refuter: { uri: 'sim:echo' }, interactor: { uri: 'sim:null' } })
  })

  test('that nobody named are refused with the near name', () => {
    expect(() => resolve({ models }, { HOLDFAST_MODEL: 'fest' })).toThrow(
      'Failed to find the model "fest": the configuration has fast, slow. Did you mean fast? Name one of them or give a URI.',
    )
  })

  test('that nobody named are refused where there are no names', () =>
    expect(() => resolve({}, { HOLDFAST_MODEL: 'gpt-5' })).toThrow('neither a name from `models` nor a URI'))

  test('are refused for a wrong URI before anything runs', () => {
    expect(() => resolve({ judge: 'sim:jugde' })).toThrow('no simulated policy "jugde"')
    expect(() => resolve({ models: { x: { uri: 'opanai:m' } }, model: 'x' })).toThrow('no scheme "opanai"')
  })

  test('are refused for a mistyped field', () => {
    const wrong = { models: { x: { uri: 'sim:null', temperatur: 1 } } } as unknown as HoldfastOptions
    expect(() => resolve(wrong)).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read holdfast({...}) in the Vitest configuration, field models.x: unrecognized key: "temperatur". Did you mean temperature? Mend it and run again.]`,
    )
  })

  test('named like a property of every object are refused like others', () =>
    expect(() => resolve({ models, model: 'constructor' })).toThrow('Failed to find the model "constructor"'))
})

test.each<[string, NodeJS.ProcessEnv, string]>([
  ['an unknown scheme of a model', { HOLDFAST_MODEL: 'opnai:gpt-5' }, 'Failed to read the model "opnai:gpt-5": no scheme "opnai".'],
  ['a model that is neither a name nor a URI', { HOLDFAST_MODEL: 'gpt-5' }, 'Failed to read the model "gpt-5"'],
  ['an unknown policy', { HOLDFAST_MODEL: 'sim:oracel' }, 'no simulated policy "oracel". Did you mean sim:oracle?'],
  ['a bad parameter of a policy', { HOLDFAST_MODEL: 'sim:degraded?p=2' }, 'model "sim:degraded?p=2": p: expected a number from 0 to 1.'],
  ['an unknown length', { HOLDFAST_LIFBENCH_LENGTHS: '5q' }, 'Failed to read HOLDFAST_LIFBENCH_LENGTHS: no length "5q".'],
  ['an unknown task', { HOLDFAST_LIFBENCH_TASKS: 'LSI,XX' }, 'received "XX"'],
  ['an unknown overflow policy', { HOLDFAST_LIFBENCH_OVERFLOW: 'trim' }, 'Failed to read HOLDFAST_LIFBENCH_OVERFLOW: '],
  ['an unknown variable', { HOLDFAST_MODELL: 'sim:oracle' }, 'no variable HOLDFAST_MODELL. Did you mean HOLDFAST_MODEL?'],
  [
    'an unknown option of a suite',
    { HOLDFAST_LIFBENCH_LENGHTS: '4k' },
    'no variable HOLDFAST_LIFBENCH_LENGHTS. Did you mean HOLDFAST_LIFBENCH_LENGTHS?',
  ],
  ['an empty variable', { HOLDFAST_MODEL: '' }, 'Failed to read HOLDFAST_MODEL: it is empty'],
  ['a number that is none', { HOLDFAST_LIMIT: 'ten' }, 'Failed to read HOLDFAST_LIMIT: expected a whole number, received "ten".'],
  ['a number out of range', { HOLDFAST_LIMIT: '0' }, 'received 0'],
  ['gates that are no JSON', { HOLDFAST_GATES: '{"lifbench":' }, 'Failed to read HOLDFAST_GATES: expected JSON'],
  [
    'a gate with an unknown bound',
    { HOLDFAST_GATES: '{"lifbench":{"ars.overall":{"mn":0.5}}}' },
    'field lifbench.ars.overall: unrecognized key: "mn". Did you mean min?',
  ],
  ['a data folder that does not exist', { HOLDFAST_DATA: '/no/such/folder' }, 'Failed to read HOLDFAST_DATA: no folder /no/such/folder.'],
])('a variable that cannot be read is named, with what is wrong: %s', (_name, environment, message) => {
  expect(() => resolve({}, environment)).toThrow(message)
})

test('a model has one name, wherever its endpoint is written', () => {
  const url = 'http://127.0.0.1:8431/v1'
  const entry = (of: object) => resolve({ model: 'sim:oracle', judge: 'own', models: { own: of as never } }).roles.judge
  const named = entry({ uri: 'openai:judge-1', baseURL: `${url}/`, apiKeyEnv: 'KEY' })
  expect(entry({ uri: `openai:judge-1@${url}#key=KEY` })).toEqual({ ...named, baseURL: undefined })
  // What stands behind the path may be a key: calls go there, and no name has it.
  expect(entry({ uri: 'openai:m', baseURL: 'HTTPS://me:pw@Host.test/v1?sub=QzT91' })).toMatchObject({
    uri: 'openai:m@https://host.test/v1',
    baseURL: 'HTTPS://me:pw@Host.test/v1?sub=QzT91',
  })
  for (const baseURL of ['localhost:9/v1', 'ftp://host.test/v1'])
    expect(() => entry({ uri: 'openai:m', baseURL })).toThrow('expected an address that begins with http:// or https://')
  expect(named).toMatchObject({ uri: `openai:judge-1@${url}`, apiKeyEnv: 'KEY' })
  expect(resolve({ model: 'sim:oracle', judge: `openai:judge-1@${url}` }).roles.judge?.uri).toBe(named?.uri)
})

describe('what does not exist is refused', () => {
  test('a field of the configuration', () => {
    expect(() => resolve({ modell: 'sim:null' } as unknown as HoldfastOptions)).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read holdfast({...}) in the Vitest configuration: unrecognized key: "modell". Did you mean model? Mend it and run again.]`,
    )
  })

  test('a suite in the configuration', () => {
    expect(() => resolve({ suites: { lifbnech: {} } })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read suites in the configuration: no suite "lifbnech". Did you mean lifbench? A suite of your own needs another name.]`,
    )
  })

  test('a suite in gates, before it costs a run', () => {
    expect(() => resolve({ gates: { lifbnech: { 'ars.overall': { min: 0.5 } } } })).toThrow(
      'Failed to read gates: no suite "lifbnech". Did you mean lifbench?',
    )
    for (const own of ['capitals', 'my-bench', 'attention'])
      expect(() => resolve({ gates: { [own]: { score: { min: 0.5 } } } })).not.toThrow()
  })

  test('an option of a suite in the configuration', () => {
    expect(() => resolve({ suites: { lifbench: { lenghts: ['4k'] } } })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read suites.lifbench in the configuration: unrecognized key: "lenghts". Did you mean lengths? Mend it and run again.]`,
    )
  })

  test('the folder of a run that is to be gone on with', () => {
    expect(() => resolve({}, { HOLDFAST_RESUME: 'auto' })).toThrow(
      'HOLDFAST_RESUME=auto goes on with the run in HOLDFAST_OUT, which is not set',
    )
  })

  test('the folder of official data', () => {
    expect(() => resolve({}, { HOLDFAST_DATA: 'nowhere' })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read HOLDFAST_DATA: no folder /project/nowhere. Use bundled, or a folder with one subfolder per benchmark.]`,
    )
  })
})

describe('official data', () => {
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'holdfast-'))
    onTestFinished(() => rmSync(path, { recursive: true }))
    return path
  }

  test('is a folder, from the root of the project', () => {
    const root = folder()
    expect(resolve({ data: '.' }, {}, root).data).toBe(root)
    expect(resolve({}, { HOLDFAST_DATA: root }).data).toBe(root)
  })

  test('is not a file', () => {
    const file = join(folder(), 'file')
    writeFileSync(file, '')
    expect(() => resolve({ data: file })).toThrow(`Failed to read HOLDFAST_DATA: no folder ${file}.`)
  })
})
