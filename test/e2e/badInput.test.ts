import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture, occurrences, once, runInCheckout, runLifbench, temporaryFolder, unwrapped, type VitestRun } from './fixtureRun.ts'

/** A case: what is wrong, and what the message must name. Nothing of it may get as far as a run folder. */
function wrong(env: Readonly<Record<string, string>>, message: string, path = 'suites/lifbench/lifbench.eval') {
  return { message, run: once(() => runInCheckout([path], env)) }
}

/** Found while the configuration is read. */
const CONFIGURATION = {
  'an unknown scheme of a model': wrong({ HOLDFAST_MODEL: 'opnai:gpt-5' }, 'Failed to read the model "opnai:gpt-5": no scheme "opnai".'),
  'a model that is neither a name nor a URI': wrong({ HOLDFAST_MODEL: 'gpt-5' }, 'Failed to read the model "gpt-5"'),
  'an unknown policy': wrong({ HOLDFAST_MODEL: 'sim:oracel' }, 'no simulated policy "oracel". Did you mean sim:oracle?'),
  'a bad parameter of a policy': wrong(
    { HOLDFAST_MODEL: 'sim:degraded?p=2' },
    'model "sim:degraded?p=2": p: expected a number from 0 to 1.',
  ),
  'an unknown length': wrong({ HOLDFAST_LIFBENCH_LENGTHS: '5q' }, 'Failed to read HOLDFAST_LIFBENCH_LENGTHS: no length "5q".'),
  'an unknown task': wrong({ HOLDFAST_LIFBENCH_TASKS: 'LSI,XX' }, 'received "XX"'),
  'an unknown overflow policy': wrong({ HOLDFAST_LIFBENCH_OVERFLOW: 'trim' }, 'Failed to read HOLDFAST_LIFBENCH_OVERFLOW: '),
  'an unknown variable': wrong({ HOLDFAST_MODELL: 'sim:oracle' }, 'no variable HOLDFAST_MODELL. Did you mean HOLDFAST_MODEL?'),
  'an unknown option of a suite': wrong(
    { HOLDFAST_LIFBENCH_LENGHTS: '4k' },
    'no variable HOLDFAST_LIFBENCH_LENGHTS. Did you mean HOLDFAST_LIFBENCH_LENGTHS?',
  ),
  'an empty variable': wrong({ HOLDFAST_MODEL: '' }, 'Failed to read HOLDFAST_MODEL: it is empty'),
  'a number that is none': wrong({ HOLDFAST_LIMIT: 'ten' }, 'Failed to read HOLDFAST_LIMIT: expected a whole number, received "ten".'),
  'gates that are no JSON': wrong({ HOLDFAST_GATES: '{"lifbench":' }, 'Failed to read HOLDFAST_GATES: expected JSON'),
  'a gate with an unknown bound': wrong(
    { HOLDFAST_GATES: '{"lifbench":{"ars.overall":{"mn":0.5}}}' },
    'field gates.lifbench.ars.overall: unrecognized key: "mn".',
  ),
  'a data folder that does not exist': wrong(
    { HOLDFAST_DATA: '/no/such/folder' },
    'Failed to read HOLDFAST_DATA: no folder /no/such/folder.',
  ),
}

function dataFolder(tasks: string | undefined): string {
  const folder = temporaryFolder()
  if (tasks !== undefined) {
    mkdirSync(join(folder, 'lifbench'))
    writeFileSync(join(folder, 'lifbench', 'tasks.json'), tasks)
  }
  return folder
}

const empty = dataFolder(undefined)
const broken = dataFolder('{ "list": ')
const misfit = dataFolder('{ "list": {}, "onedoc": 3, "multidoc": {} }')

/** Found while a suite is looked for or planned. */
const PLANNING = {
  'a suite that does not exist': wrong({}, 'no test file matches "suites/lifbnch". Did you mean suites/lifbench?', 'suites/lifbnch'),
  'a data folder without the suite': wrong({ HOLDFAST_DATA: empty }, `Failed to read HOLDFAST_DATA: no folder ${join(empty, 'lifbench')}.`),
  'a data file that is no JSON': wrong({ HOLDFAST_DATA: broken }, `Failed to read ${join(broken, 'lifbench', 'tasks.json')}: `),
  'a wrong field in a data file': wrong({ HOLDFAST_DATA: misfit }, `Failed to read ${join(misfit, 'lifbench', 'tasks.json')}, field `),
  'an endpoint without a key': wrong({ HOLDFAST_MODEL: 'openai:gpt-5' }, 'Failed to set up openai:gpt-5: OPENAI_API_KEY is not set.'),
  'a module that does not exist': wrong({ HOLDFAST_MODEL: 'module:./no.ts#ask' }, 'model module:./no.ts#ask: no file '),
  'recorded calls that do not exist': wrong(
    { HOLDFAST_MODEL: 'replay:/no/calls.jsonl' },
    'model replay:/no/calls.jsonl: no such file or folder.',
  ),
}

/** Asserts that a run said one thing and no more. */
function expectOneMessage({ code, text }: VitestRun, message: string): void {
  expect(code).toBe(1)
  expect(unwrapped(text)).toContain(message)
  expect(occurrences(text, 'Failed to')).toBe(1)
  expect(text).not.toMatch(/^ +at /m)
}

describe.concurrent('vitest run, given', () => {
  test.for(Object.entries(CONFIGURATION))('%s, names it', async ([, { run, message }]) => {
    const { code, text } = await run()
    expect(code).toBe(1)
    expect(unwrapped(text)).toContain(message)
    expect(occurrences(text, message.slice(0, 20))).toBe(1)
  })

  // Thrown in the plugin's config hook, inside of `projects`, Vitest wraps it: "AggregateError: Failed to initialize
  // projects" with ten lines of stack. plugin.ts could keep it and throw it from the setup file.
  test('a configuration it cannot read, says nothing else', async () => {
    for (const { run, message } of Object.values(CONFIGURATION)) expectOneMessage(await run(), message)
  })

  test.for(Object.entries(PLANNING))('%s, says that and nothing else', async ([, { run, message }]) => {
    expectOneMessage(await run(), message)
  })

  test('a module without the export, says that and nothing else', async () => {
    const uri = `module:${fixture('capitals', 'agent.ts')}#answer`
    const run = await runLifbench({ HOLDFAST_LIFBENCH_TASKS: 'LSI', HOLDFAST_MODEL: uri })
    expectOneMessage(run, `Failed to read the model ${uri}: it exports no function answer. It exports `)
  })

  // parse.ts repeats a received text, not a number.
  test('a number out of range, repeats it', async () => {
    const { text } = await runInCheckout(['suites/lifbench/lifbench.eval'], { HOLDFAST_LIMIT: '0' })
    expect(text).toContain('received 0')
  })
})
