import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { STRATEGY_NAMES } from '../../src/judging/pairwise/strategies.ts'
import { planSuite } from '../../src/running/worker/planSuite.ts'
import { llmbarOptions, MAIN_SUBSETS, type Subset } from '../../suites/llmbar/names.ts'
import { openPairs } from '../../suites/llmbar/openPairs.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { metricsOf, scoresOf } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { hasShared, sharedFolder } from '../shared.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const FURTHER = ['Constraint', 'Negation', 'Normal', 'Base_9', 'Base_10', 'FairEval', 'LLMEval2', 'MT-Bench'] as const

describe('the options', () => {
  test('have defaults', () => {
    expect(llmbarOptions.parse({})).toEqual({
      strategy: 'Vanilla',
      subsets: ['Natural', 'Neighbor', 'GPTInst', 'GPTOut', 'Manual'],
      cotRule: 'phrase',
    })
  })

  test('take the strategies of the paper', () => {
    expect([...STRATEGY_NAMES].sort()).toEqual(
      [
        ...['Vanilla_NoRules', 'Vanilla', 'Vanilla_1shot', 'Vanilla_2shot', 'CoT', 'Metrics', 'Reference', 'Metrics_Reference'],
        ...['Swap', 'Swap_CoT', 'Rating', 'Rating_NoRules', 'Rating_Metrics', 'Rating_Reference', 'Rating_Metrics_Reference', 'ChatEval'],
      ].sort(),
    )
    for (const strategy of STRATEGY_NAMES) expect(llmbarOptions.parse({ strategy }).strategy).toBe(strategy)
  })

  test.each<[unknown, readonly string[]]>([
    ['Natural', ['Natural']],
    ['Manual, Natural', ['Manual', 'Natural']],
    [
      ['GPTOut', 'MT-Bench'],
      ['GPTOut', 'MT-Bench'],
    ],
    [FURTHER.join(','), FURTHER],
  ])('take the subsets %j', (subsets, expected) => expect(llmbarOptions.parse({ subsets }).subsets).toEqual(expected))

  test.each<[string, unknown]>([
    ['strategy', 'vanilla'],
    ['strategy', 'Swap+CoT'],
    ['strategy', 'toString'],
    ['subsets', 'natural'],
    ['subsets', 'Natural,'],
    ['subsets', 'Natural;Manual'],
    ['subsets', []],
    ['subsets', ['Base']],
    ['cotRule', 'int-pair'],
    ['strict', true],
    ['subset', 'Natural'],
  ])('refuse %s %j', (option, value) => {
    const result = llmbarOptions.safeParse({ [option]: value })
    expect(result.success).toBe(false)
    expect(result.error?.issues).toHaveLength(1)
  })
})

/** A folder of official data with these files, each of two pairs unless it is given. */
function officialFolder(files: readonly string[], content: Readonly<Record<string, unknown>> = {}): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'llmbar', 'datasets'), { recursive: true })
  for (const name of files) {
    const pairs = [1, 2].map((label) => ({ input: `  ${name} ${label}`, output_1: 'one {x}', output_2: 'two\n', label }))
    writeFileSync(join(folder, 'llmbar', 'datasets', `${name}.json`), JSON.stringify(content[name] ?? pairs))
  }
  return folder
}

describe('official data', () => {
  test('of every subset is read as it stands', () => {
    const { items, source } = openPairs(officialFolder([...MAIN_SUBSETS, ...FURTHER]), [...MAIN_SUBSETS, ...FURTHER])
    expect(source).toBe('official')
    expect(items).toHaveLength(2 * 13)
    expect(items[0]).toEqual({
      id: 'Natural/0',
      subset: 'Natural',
      instruction: '  Natural 1',
      outputs: ['one {x}', 'two\n'],
      label: 1,
      why: undefined,
    })
    expect(items.at(-1)).toMatchObject({ id: 'MT-Bench/1', label: 2 })
  })

  test('that lacks a main subset takes the bundled pairs, and says so', () => {
    const { items, source, version } = openPairs(officialFolder(['Manual', 'Constraint']), ['Natural', 'Manual', 'Constraint'])
    const natural = openPairs('bundled', ['Natural']).items
    expect([source, version]).toEqual(['official; Natural bundled', 2])
    expect(items.filter(({ subset }) => subset === 'Natural')).toEqual(natural)
    expect(items).toHaveLength(natural.length + 4)
  })

  test.each<Subset>(FURTHER)('that lacks %s is an error that names the file to put there', (subset) => {
    const message = `Failed to open the subset ${subset}: it exists as official data only. Put llmbar/datasets/${subset}.json into the folder of HOLDFAST_DATA.`
    expect(() => openPairs('bundled', ['Natural', subset])).toThrow(message)
    expect(() => openPairs(officialFolder(['Natural']), [subset])).toThrow(message)
  })

  test.skipIf(!hasShared)('beside the checkout has 419 pairs in the five subsets (skipped without the shared folder)', () => {
    const { items, source, version } = openPairs(join(sharedFolder, 'data'), MAIN_SUBSETS)
    expect([source, version]).toEqual(['official', undefined])
    expect(items).toHaveLength(419)
  })
})

/** What is wrong with a run: its variables, which may need a folder, and the beginning of what it says. */
interface Wrong {
  readonly variables: () => { readonly HOLDFAST_DATA?: string } & Readonly<Record<string, string>>
  readonly message: (folder: string) => string
  readonly named?: readonly string[]
}

const WRONG: Readonly<Record<string, Wrong>> = {
  'a strategy that does not exist': {
    variables: () => ({ HOLDFAST_LLMBAR_STRATEGY: 'Vanila' }),
    message: () => 'Failed to read HOLDFAST_LLMBAR_STRATEGY: ',
    named: ['"Vanila"', '"Vanilla"', '"Swap_CoT"', '"ChatEval"'],
  },
  'a subset that does not exist': {
    variables: () => ({ HOLDFAST_LLMBAR_SUBSETS: 'Natural,Neighbour' }),
    // Of the list, the second one. Those there are stand beside it.
    message: () => 'Failed to read HOLDFAST_LLMBAR_SUBSETS, field 1: ',
    named: ['Neighbour', 'Neighbor"'],
  },
  'a further subset without official data': {
    variables: () => ({ HOLDFAST_LLMBAR_SUBSETS: 'Natural,Constraint' }),
    message: () =>
      'Failed to open the subset Constraint: it exists as official data only. Put llmbar/datasets/Constraint.json into the folder of HOLDFAST_DATA.',
  },
  'a folder of official data without the suite': {
    variables: () => ({ HOLDFAST_DATA: temporaryFolder() }),
    message: (folder) => `Failed to read HOLDFAST_DATA: no folder ${join(folder, 'llmbar')}.`,
  },
  'an official pair without a label': {
    variables: () => ({
      HOLDFAST_DATA: officialFolder(['Constraint'], { Constraint: [{ input: 'i', output_1: 'one', output_2: 'two', label: 0 }] }),
      HOLDFAST_LLMBAR_SUBSETS: 'Constraint',
    }),
    message: (folder) => `Failed to read ${join(folder, 'llmbar', 'datasets', 'Constraint.json')}, field 0.label: `,
    named: ['received 0'],
  },
  'official data without pairs': {
    variables: () => ({ HOLDFAST_DATA: officialFolder(['Natural'], { Natural: [] }), HOLDFAST_LLMBAR_SUBSETS: 'Natural' }),
    message: (folder) =>
      `Failed to read ${join(folder, 'llmbar', 'datasets', 'Natural.json')}: too small: expected array to have >=1 items`,
  },
}

describe('a run, given', () => {
  const options = { judge: 'sim:judge', limit: 1 }

  // How an error is shown, once and without a stack, is that of any suite: test/e2e/badInput.test.ts.
  test.each(Object.entries(WRONG))('%s, is one clear error, and so is its plan', async (_name, { variables, message, named = [] }) => {
    const environment = variables()
    const error = { name: 'HoldfastError', message: expect.stringContaining(message(environment.HOLDFAST_DATA ?? '')) }
    const thrown: unknown = await runSuite(llmbarSuite, options, environment).catch((reason: unknown) => reason)
    expect(thrown).toMatchObject(error)
    for (const part of named) expect(String(thrown)).toContain(part)
    const plan = async () => planSuite(llmbarSuite, resolveConfig(options, environment, '/', [llmbarSuite]))
    await expect(plan()).rejects.toMatchObject(error)
  })

  test('official data of a further subset, reports that subset', async () => {
    const outcome = await runSuite(llmbarSuite, {
      judge: 'sim:judge',
      data: officialFolder(['Constraint']),
      suites: { llmbar: { subsets: 'Constraint' } },
    })
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    const metrics = metricsOf(outcome)
    expect(scoresOf(outcome).items).toBe(2)
    expect(metrics['accuracy.Constraint']).toMatchObject({ value: 100, n: 2 })
    // The means are over subsets that did not run.
    expect(Object.keys(metrics).filter((key) => /average|adversarial/.test(key))).toEqual([])
  })
})
