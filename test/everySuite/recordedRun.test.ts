import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { headerLines } from '../../src/reports/header.ts'
import { defineSuite } from '../../src/running/worker/suite.ts'
import { runSuite } from '../runSuite.ts'
import { sharedTemporaryFolder } from '../temporaryFolder.ts'

const NAMES = Array.from({ length: 12 }, (_, at) => `item-${at}`)

/** Asks a word, and a judge whether it is one; `long` asks for more. */
const demo = defineSuite<{ id: string }>({
  name: 'demo',
  roles: ['candidate', 'judge'],
  options: z.strictObject({ long: z.boolean().default(false), other: z.number().default(1) }),
  open: ({ options }) => ({
    items: NAMES.map((id) => ({ id })),
    reference: () => 'right',
    body: async ({ id }, { candidate, judge, record }) => {
      const answer = await candidate.ask(`${id}${options.long ? ' at length' : ''}`)
      const verdict = await judge.ask('Is that a word?', { call: 'verdict' })
      record('right', Number(answer.content === 'right' && verdict.content === 'yes'))
    },
  }),
})

const folder = join(sharedTemporaryFolder())
const ITEMS = NAMES.slice(2, 10)
const line = (role: string, call: string, item: string, content: string) =>
  `${JSON.stringify({ suite: 'demo', item, role, call, trial: 0, content })}\n`
const lines = ITEMS.map((item) => line('candidate', 'answer', item, 'right') + line('judge', 'verdict', item, 'yes'))
writeFileSync(join(folder, 'demo.jsonl.gz'), gzipSync(lines.join('')))
// Of another suite, and never unpacked.
writeFileSync(join(folder, 'other.jsonl.gz'), 'no gzip')
const shown = [{ key: 'pass_rate', label: 'passed', digits: 3, value: 1, n: 8, ci95: null }]
const recorded = {
  ...{ limit: 8, options: { long: true }, items: [...ITEMS, 'gone'], roles: { candidate: 'small', judge: 'big' }, date: '2026-11-26' },
  ...{ data: { sha256: '' }, shown, figures: {}, unscored: 0, error: 0, cut: 0, seconds: 1 },
}
const about = { schema: 'holdfast.recording/1', title: 'Small 1B', file: 'f', licence: 'MIT', server: 's', machine: 'm' }
const settings = { data: 'bundled', seed: 5, trials: 1, controls: 0 }
const write = (more: object = {}) =>
  writeFileSync(join(folder, 'recording.json'), JSON.stringify({ ...about, settings, suites: { demo: recorded }, ...more }))
write()

const MODEL = `replay:${folder}`
const resolve = (options: HoldfastOptions = {}, environment: NodeJS.ProcessEnv = {}) =>
  resolveConfig({ model: MODEL, ...options }, environment, folder, [demo])

describe('a run of recorded answers', () => {
  test('asks the items of the recording with its options, and every role is played by it', async () => {
    const { plan, records, calls } = await runSuite(demo, { model: MODEL })
    expect(records.map(({ item, status, error = '' }) => `${item} ${status}${error}`).sort()).toEqual(
      ITEMS.map((item) => `${item} passed`).sort(),
    )
    expect(calls.filter(({ key }) => key.role === 'judge').map(({ content }) => content)).toEqual(ITEMS.map(() => 'yes'))
    expect(plan.options).toEqual({ long: true, other: 1 })
    expect(plan.notes).toContain('recorded and no longer in the data: 1 item')
  })

  test('takes fewer items where the user says so, and none beyond the recording', async () => {
    expect((await runSuite(demo, { model: MODEL, limit: 3 })).records.map(({ item }) => ITEMS.includes(item))).toEqual([true, true, true])
    expect((await runSuite(demo, { model: MODEL, limit: 100 })).records).toHaveLength(ITEMS.length)
  })

  test.each<[string, HoldfastOptions, NodeJS.ProcessEnv, object]>([
    [
      'nothing',
      {},
      {},
      { seed: 5, controls: 0, gates: { maxUnscored: 1 }, roles: { judge: { uri: MODEL }, refuter: { uri: MODEL }, user: { uri: MODEL } } },
    ],
    [
      'a judge',
      { judge: 'sim:judge' },
      {},
      { roles: { judge: { uri: 'sim:judge' }, refuter: { uri: MODEL }, interactor: { uri: MODEL } } },
    ],
    ['settings', { seed: 1, gates: { maxUnscored: 0 } }, {}, { seed: 1, gates: { maxUnscored: 0 } }],
    ['variables', { seed: 1 }, { HOLDFAST_SEED: '2', HOLDFAST_CONTROLS: '0.5' }, { seed: 2, controls: 0.5 }],
    ['an option', { suites: { demo: { other: 2 } } }, {}, { suites: { demo: { long: true, other: 2 } } }],
    ['the same option', { suites: { demo: { long: false } } }, {}, { suites: { demo: { long: false } } }],
    ['a name', { model: 'mine', models: { mine: { uri: MODEL } } }, {}, { seed: 5, roles: { judge: { uri: MODEL } } }],
    ['undefined', { seed: undefined } as unknown as HoldfastOptions, {}, { seed: 5 }],
    ['another model', { model: 'sim:null', judge: MODEL }, {}, { seed: 0, gates: undefined, suites: { demo: { long: false } } }],
  ])('is as recorded but for what the user says: %s', (_, options, environment, expected) =>
    expect(resolve(options, environment)).toMatchObject(expected),
  )

  test('says in its header whose answers they are, of which day, and with which settings they were recorded', async () => {
    const { plan } = await runSuite(demo, { model: MODEL })
    const text = headerLines(plan, resolve(), [], 200).join('\n')
    expect(text).toMatch(/candidate +recorded answers of small, 2026-11-26\n/)
    expect(text).toMatch(/judge +recorded answers of big, 2026-11-26/)
    expect(text).toMatch(/items +8 of 12, seed 5, 1 trial\n +recorded with HOLDFAST_LIMIT=8 HOLDFAST_DEMO_LONG=1\n/)
    expect(headerLines(plan, resolve({ judge: 'sim:judge' }), [], 200).join('\n')).toMatch(/judge +sim:judge, simulated/)
  })

  test('with a broken recording.json is one error that names the field', () => {
    write({ settings: { ...settings, seed: -1 } })
    expect(() => resolve()).toThrow(`Failed to read ${join(folder, 'recording.json')}, field settings.seed: `)
    write()
  })
})
