import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { TextsName } from '../../src/core/base/data/shippedTexts.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** Texts that are not there; those of a project that took files away are not there in every process of it. */
const gone = new Set<TextsName>()
const TEXTS = '../../src/core/base/data/shippedTexts.ts'

// Other files share their modules with nobody who has no texts.
vi.resetModules()
vi.doMock(TEXTS, async (original) => {
  const { readTexts } = await original<typeof import('../../src/core/base/data/shippedTexts.ts')>()
  return { readTexts: (name: TextsName) => (gone.has(name) ? { missing: `${name} is missing` } : readTexts(name)) }
})
const { resolveConfig } = await import('../../src/core/config/resolve.ts')
const { loadSuites } = await import('../catalogue.ts')
const { planSuite } = await import('../../src/running/worker/planSuite.ts')
const { prepareSuite } = await import('../../src/running/worker/prepareSuite.ts')
const SUITES = await loadSuites()
afterAll(() => {
  vi.doUnmock(TEXTS)
  vi.resetModules()
})

const suiteOf = (name: string) => SUITES.find((suite) => suite.name === name) as (typeof SUITES)[number]
async function planned(name: string, options: HoldfastOptions = {}) {
  const suite = suiteOf(name)
  const config = resolveConfig({ cache: 'off', ...options }, {}, process.cwd(), [suite])
  return (await prepareSuite(suite, { config, prepare: async () => config })).plan
}
const SHORT = { suites: { lifbench: { lengths: '4k' } } }

async function without<T>(names: readonly TextsName[], run: () => Promise<T>): Promise<T> {
  for (const name of names) gone.add(name)
  try {
    return await run()
  } finally {
    gone.clear()
  }
}

test.each(SUITES.map(({ name }) => [name]))('%s leaves nothing out of its bundled data after one install', async (name) =>
  expect(await planned(name, name === 'lifbench' ? SHORT : {})).not.toHaveProperty('leftOut'),
)

const ONEDOC = ['OR', 'OQ', 'OE']
const MULTIDOC = ['MB', 'MF']
const SUMMARIES = ['transient/summarization', 'persistent/summarization']

test.each<[string, readonly TextsName[], HoldfastOptions, readonly string[], number, number]>([
  ['lifbench', ['state-of-the-union'], {}, [...ONEDOC, ...MULTIDOC], 260, 674],
  ['lifbench', ['moby-dick'], SHORT, MULTIDOC, 50, 417],
  ['lifbench', ['moby-dick'], { suites: { lifbench: { tasks: 'LSI,MB', lengths: '4k' } } }, ['MB'], 25, 30],
  ['refutebench', ['state-of-the-union'], {}, SUMMARIES, 54, 514],
  ['refutebench', ['state-of-the-union', 'moby-dick'], {}, SUMMARIES, 108, 460],
  ['refutebench', ['moby-dick'], { suites: { refutebench: { protocols: 'transient' } } }, [SUMMARIES[0] ?? ''], 27, 257],
])('%s without %j and with %j says what it left out', async (name, texts, options, tasks, items, left) => {
  const plan = await without(texts, () => planned(name, options))
  expect(plan.leftOut?.flatMap((one) => one.tasks).filter((task, at, all) => all.indexOf(task) === at)).toEqual(tasks)
  expect(plan.leftOut?.reduce((sum, one) => sum + one.items, 0)).toBe(items)
  expect(plan.items).toBe(left)
  for (const { reason } of plan.leftOut ?? []) expect(reason).toMatch(/^(state-of-the-union|moby-dick) is missing$/)
})

test('what options, limits and files of items exclude is the plan, and not left out', () =>
  without(['moby-dick'], async () => {
    expect(await planned('lifbench', { suites: { lifbench: { tasks: 'LSI,OR' } } })).not.toHaveProperty('leftOut')
    expect(await planned('refutebench', { suites: { refutebench: { tasks: 'mt' } } })).not.toHaveProperty('leftOut')
    const path = join(temporaryFolder(), 'items.json')
    writeFileSync(path, JSON.stringify({ schema: 'holdfast.items/1', suite: 'lifbench', items: ['list-single_query_id/3/0/0'] }))
    const plan = await planned('lifbench', { suites: { lifbench: { lengths: '4k' } }, items: path } as HoldfastOptions)
    expect(plan).toMatchObject({ items: 1 })
    expect(plan).not.toHaveProperty('leftOut')
  }))

describe('gates', () => {
  const rules = { lifbench: { 'ars.overall': { min: 0.5 } } }
  const asked = async (gates: HoldfastOptions['gates']) => {
    const suite = suiteOf('lifbench')
    const config = resolveConfig({ cache: 'off', limit: 1, ...(gates && { gates }) }, {}, process.cwd(), [suite])
    return (await planSuite(suite, config)).notes
  }
  const leftOut = 'left out: OR, OQ, OE, MB, MF (260 items), since state-of-the-union is missing'

  test.each<[string, HoldfastOptions['gates'], string | undefined]>([
    [
      'refuse a part before the first call',
      rules,
      `Failed to hold gates against lifbench: ${leftOut}. To decide by a part, name lifbench in gates.allowPartial.`,
    ],
    ['refuse it where another suite may be one', { ...rules, allowPartial: ['kieval'] }, expect.stringContaining('gates.allowPartial')],
    ['take it where it is allowed by name', { ...rules, allowPartial: ['lifbench'] }, undefined],
    ['take it where they are about other suites', { kieval: rules.lifbench }, undefined],
  ])('%s', (_what, gates, message) =>
    without(['state-of-the-union'], async () => {
      if (message === undefined) expect(await asked(gates)).toContain(leftOut)
      else await expect(asked(gates)).rejects.toMatchObject({ code: 'CONFIG', message })
    }),
  )
})

test('questions of a folder that can only be pressed leave the other half of the suite out, unless nobody asks for it', async () => {
  const data = temporaryFolder()
  mkdirSync(join(data, 'pressure'))
  const question = { id: 'q1', topic: 'sums', question: 'What is 1 + 1?', right: ['2'], wrong: ['3'] }
  writeFileSync(join(data, 'pressure', 'items.jsonl'), `${JSON.stringify(question)}\n`)
  expect((await planned('pressure', { data })).leftOut).toMatchObject([{ tasks: ['correct'], items: 1 }])
  expect(await planned('pressure', { data, suites: { pressure: { directions: 'press' } } })).not.toHaveProperty('leftOut')
})
