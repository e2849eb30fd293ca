import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import { criterion, rubric } from '../../src/judging/rubric/rubric.ts'
import { type BenchmarkContext, inlineSuite } from '../../src/running/worker/suite.ts'
import { refutebenchSuite } from '../../suites/refutebench/suite.ts'
import { loadSuites } from '../catalogue.ts'
import { replayOf } from '../replayFile.ts'
import { runSuite } from '../runSuite.ts'

registerMatchers()
const SUITES = await loadSuites()
const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** An application that repeats what it heard; `send` is done before each answer. */
function app(name: string, send = ''): string {
  const source = `
    export const told = { open: 0, most: 0, sends: 0 }
    export const session = { open() {
      const said = []
      told.open += 1
      told.most = Math.max(told.most, told.open)
      return {
        async send(text, { item }) {
          if (item.suite !== 'holdfast') told.sends += 1
          ${send}
          said.push(text)
          return said.join(' | ')
        },
        close() { told.open -= 1 },
      }
    } }`
  writeFileSync(join(folder, `${name}.mjs`), source)
  return `module:./${name}.mjs#session`
}
const toldOf = async (name: string) =>
  ((await import(join(folder, `${name}.mjs`))) as { told: { open: number; most: number; sends: number } }).told

const says = (text: string) => rubric([criterion('says it', { check: (answer) => answer === text })])
const suiteOf = (items: number, body: (context: BenchmarkContext) => Promise<void>) =>
  inlineSuite('own', { items: Array.from({ length: items }, (_, at) => ({ id: `i${at}` })), reference: () => 'yes' }, (_item, context) =>
    body(context),
  )
const twoTurns = async ({ dialogue, expect: own }: BenchmarkContext) => {
  await dialogue.ask('one')
  await dialogue.ask('two')
  await own(dialogue).toPassRubric(says('one | two'))
}

describe('an item whose session is lost', () => {
  const slow = (times: number) =>
    `if (text === 'two' && told.sends <= ${2 * times}) await new Promise((resolve) => setTimeout(resolve, 3000))`
  test.each([
    ['once and twice begins anew in a new session', 2, 'passed', 6],
    ['three times is an error', 3, 'error', 6],
  ])('%s', async (_, times, status, sends) => {
    const model = app(`lost${times}`, slow(times))
    const { records, calls } = await runSuite(
      suiteOf(1, twoTurns),
      { models: { app: { uri: model, timeoutSeconds: 0.05 } }, model: 'app' },
      {},
      folder,
    )
    expect(records).toMatchObject([{ status }])
    expect((await toldOf(`lost${times}`)).sends).toBe(sends)
    expect(calls.filter(({ error }) => error).length).toBe(Math.min(times, 3))
  })
})

test('no more sessions are open than calls may be under way, and all are closed', async () => {
  const model = app('many', 'await new Promise((resolve) => setTimeout(resolve, 1))')
  const { records } = await runSuite(suiteOf(12, twoTurns), { model, concurrency: 3 }, {}, folder)
  expect(new Set(records.map(({ status }) => status))).toEqual(new Set(['passed']))
  expect(await toldOf('many')).toMatchObject({ open: 0, most: 3 })
})

describe('an application whose conversations know of each other gives no figure: the run ends before its first item', () => {
  const source = (shared: string, fork: string) => `
    export const told = { sends: 0 }
    ${shared}
    const make = (said) => ({
      send(text, { item }) {
        if (item.suite !== 'holdfast') told.sends += 1
        said.push(text)
        return said.join(' | ')
      },
      fork: () => make(${fork}),
    })
    export const session = { open: () => make(${shared ? 'all' : '[]'}) }`
  test.each([
    ['sessions', 'const all = []', '[...said]', 'a session repeats what only another one was told'],
    ['forks', '', 'said', 'a fork repeats what only its trunk was told'],
  ])('%s', async (name, shared, fork, message) => {
    const file = `leaks-${name.replaceAll(' ', '-')}`
    writeFileSync(join(folder, `${file}.mjs`), source(shared, fork))
    await expect(runSuite(suiteOf(2, twoTurns), { model: `module:./${file}.mjs#session` }, {}, folder)).rejects.toThrow(message)
    expect((await toldOf(file)).sends).toBe(0)
  })
})

describe('a run that cannot be one of sessions is refused before anything is sent', () => {
  const refusing = SUITES.filter(({ name }) => ['fb-bench', 'kieval', 'pressure'].includes(name))
  test.each(refusing.map((suite) => [suite.name, suite] as const))('%s, which puts words into its mouth', async (name, suite) => {
    await expect(runSuite(suite, { model: app(name), judge: 'sim:judge', limit: 1 }, {}, folder)).rejects.toThrow(
      `Failed to run ${name}: module:./${name}.mjs#session keeps its own conversation, and `,
    )
    expect((await toldOf(name)).sends).toBe(0)
  })

  test.each([
    ['a judge', { model: 'sim:oracle', judge: 'APP' }, ' is asked questions by themselves'],
    ['a panel', { model: 'sim:oracle', judge: 'panel:APP;sim:judge' }, 'in a panel each vote is a question by itself'],
  ])('%s', async (name, models, message) => {
    const uri = app(name.replace(' ', ''))
    const options = Object.fromEntries(Object.entries(models).map(([role, model]) => [role, model.replace('APP', uri)]))
    await expect(runSuite(refutebenchSuite, { ...options, limit: 1 }, {}, folder)).rejects.toThrow(message)
  })
})

test('the other suites run on sessions, without an error of an item', async () => {
  const others = SUITES.filter(({ name, roles }) => roles.includes('candidate') && !['fb-bench', 'kieval'].includes(name))
  const models = { own: { uri: 'sim:oracle', session: true as const } }
  for (const suite of others) {
    const suites = { lifbench: { lengths: '4k' }, pressure: { directions: ['press'] } }
    const options = { models, model: 'own', judge: 'sim:judge', limit: 1, suites: { [suite.name]: suites[suite.name as 'pressure'] ?? {} } }
    const { records } = await runSuite(suite, options)
    expect(
      records.map(({ status, error }) => [status, error]).filter(([status]) => status !== 'passed'),
      suite.name,
    ).toEqual([])
  }
})

describe('RefuteBench 2.0, persistent, has the same figures on a session as without', () => {
  const options = { judge: 'sim:judge', limit: 1, suites: { refutebench: { protocols: ['persistent'] } } }
  test.each(['oracle', 'forgetful?after=2', 'recorded'])('%s', async (name) => {
    const oracle = name === 'recorded' ? await runSuite(refutebenchSuite, { ...options, model: 'sim:degraded?p=0.5' }) : undefined
    const uri = oracle ? replayOf(oracle.calls.map(({ key, ...call }) => ({ ...key, ...call }))) : `sim:${name}`
    const stateless = await runSuite(refutebenchSuite, { ...options, model: uri })
    const session = await runSuite(refutebenchSuite, { ...options, models: { own: { uri, session: true } }, model: 'own' })
    expect(Object.keys(stateless.plain ?? {}).length).toBeGreaterThan(5)
    const figures = ({ plain = {} }: typeof session) => Object.entries(plain).map(([key, { value, n }]) => [key, value, n])
    expect(figures(session)).toEqual(figures(stateless))
    expect(session.calls.filter(({ session: own }) => own?.forkOf).length).toBeGreaterThan(0)
  })
})
