import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { STRATEGY_NAMES } from '../../src/judges/pairwise/strategies.ts'
import { openPairs } from '../../suites/llmbar/openPairs.ts'
import { llmbarOptions } from '../../suites/llmbar/options.ts'
import { MAIN_SUBSETS, type Subset } from '../../suites/llmbar/subsets.ts'
import { occurrences, once, readItems, readScores, runInCheckout, temporaryFolder, unwrapped, type VitestRun } from '../e2e/fixtureRun.ts'
import { runHoldfast } from '../run.ts'

const FURTHER = ['Constraint', 'Negation', 'Normal', 'Base_9', 'Base_10', 'FairEval', 'LLMEval2', 'MT-Bench'] as const

describe('the options', () => {
  test('have defaults', () => {
    expect(llmbarOptions.parse({})).toEqual({
      strategy: 'Vanilla',
      subsets: ['Natural', 'Neighbor', 'GPTInst', 'GPTOut', 'Manual'],
      strict: false,
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
  ])('take the subsets %j', (subsets, expected) => {
    expect(llmbarOptions.parse({ subsets }).subsets).toEqual(expected)
  })

  test.each([
    ['1', true],
    ['0', false],
    [true, true],
    [false, false],
  ])('take strict as %j', (strict, expected) => {
    expect(llmbarOptions.parse({ strict }).strict).toBe(expected)
  })

  test.each<[string, unknown]>([
    ['strategy', 'vanilla'],
    ['strategy', 'Swap+CoT'],
    ['strategy', 'toString'],
    ['subsets', 'natural'],
    ['subsets', 'Natural,'],
    ['subsets', 'Natural;Manual'],
    ['subsets', []],
    ['subsets', ['Base']],
    ['strict', 'yes'],
    ['subset', 'Natural'],
  ])('refuse %s %j', (option, value) => {
    const result = llmbarOptions.safeParse({ [option]: value })
    expect(result.success).toBe(false)
    expect(result.error?.issues).toHaveLength(1)
  })
})

/** A folder of official data with these files, each of two pairs. */
function officialFolder(files: readonly string[]): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'llmbar', 'datasets'), { recursive: true })
  for (const name of files) {
    const pairs = [1, 2].map((label) => ({ input: `  ${name} ${label}`, output_1: 'one {x}', output_2: 'two\n', label }))
    writeFileSync(join(folder, 'llmbar', 'datasets', `${name}.json`), JSON.stringify(pairs))
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
    const { items, source } = openPairs(officialFolder(['Manual', 'Constraint']), ['Natural', 'Manual', 'Constraint'])
    expect(source).toBe('official; Natural bundled')
    expect(items.map(({ subset }) => subset).filter((subset) => subset === 'Natural')).toHaveLength(26)
    expect(items).toHaveLength(30)
  })

  test.each<Subset>(FURTHER)('that lacks %s is an error that names the file to put there', (subset) => {
    const message = `Failed to open the subset ${subset}: it exists as official data only. Put llmbar/datasets/${subset}.json into the folder of HOLDFAST_DATA.`
    expect(() => openPairs('bundled', ['Natural', subset])).toThrow(message)
    expect(() => openPairs(officialFolder(['Natural']), [subset])).toThrow(message)
  })
})

/** A run in the checkout that must not get as far as a pair. */
const wrong = (env: Readonly<Record<string, string>>) =>
  once(() => runInCheckout(['suites/llmbar', '--project', 'suites'], { HOLDFAST_JUDGE: 'sim:judge', HOLDFAST_LIMIT: '1', ...env }))

const noFolder = temporaryFolder()
const badLabel = officialFolder([])
const noPairs = officialFolder([])
writeFileSync(join(noPairs, 'llmbar', 'datasets', 'Natural.json'), '[]')
writeFileSync(
  join(badLabel, 'llmbar', 'datasets', 'Constraint.json'),
  JSON.stringify([{ input: 'i', output_1: 'one', output_2: 'two', label: 0 }]),
)

const WRONG = {
  'a strategy that does not exist': {
    run: wrong({ HOLDFAST_LLMBAR_STRATEGY: 'Vanila' }),
    message: 'Failed to read HOLDFAST_LLMBAR_STRATEGY: ',
    named: ['"Vanila"', '"Vanilla"', '"Swap_CoT"', '"ChatEval"'],
  },
  'a subset that does not exist': {
    run: wrong({ HOLDFAST_LLMBAR_SUBSETS: 'Natural,Neighbour' }),
    // Of the list, the second one.
    message: 'Failed to read HOLDFAST_LLMBAR_SUBSETS, field 1: ',
    named: ['Neighbour'],
  },
  'a further subset without official data': {
    run: wrong({ HOLDFAST_LLMBAR_SUBSETS: 'Natural,Constraint' }),
    message:
      'Failed to open the subset Constraint: it exists as official data only. Put llmbar/datasets/Constraint.json into the folder of HOLDFAST_DATA.',
    named: [],
  },
  'a folder of official data without the suite': {
    run: wrong({ HOLDFAST_DATA: noFolder }),
    message: `Failed to read HOLDFAST_DATA: no folder ${join(noFolder, 'llmbar')}.`,
    named: [],
  },
  'an official pair without a label': {
    run: wrong({ HOLDFAST_DATA: badLabel, HOLDFAST_LLMBAR_SUBSETS: 'Constraint' }),
    message: `Failed to read ${join(badLabel, 'llmbar', 'datasets', 'Constraint.json')}, field 0.label: `,
    named: ['received 0'],
  },
  'official data without pairs': {
    run: wrong({ HOLDFAST_DATA: noPairs, HOLDFAST_LLMBAR_SUBSETS: 'Natural' }),
    message: `Failed to read ${join(noPairs, 'llmbar', 'datasets', 'Natural.json')}: too small: expected array to have >=1 items`,
    named: [],
  },
}

function expectOneError({ code, text }: VitestRun, message: string, named: readonly string[]): void {
  expect(code).toBe(1)
  expect(unwrapped(text)).toContain(message)
  for (const part of named) expect(text).toContain(part)
  expect(occurrences(text, 'Failed to')).toBe(1)
  expect(text).not.toMatch(/^ +at /m)
}

describe.concurrent('a run, given', () => {
  test.for(Object.entries(WRONG))('%s, is one clear error', async ([, { run, message, named }]) => {
    const finished = await run()
    expectOneError(finished, message, named)
    expect(readItems(finished)).toEqual([])
  })

  test('a subset that does not exist, names those there are', async () => {
    expect((await WRONG['a subset that does not exist'].run()).text).toContain('Neighbor"')
  })

  test('official data of a further subset, reports that subset', async () => {
    const finished = await runInCheckout(['suites/llmbar', '--project', 'suites'], {
      HOLDFAST_JUDGE: 'sim:judge',
      HOLDFAST_DATA: officialFolder(['Constraint']),
      HOLDFAST_LLMBAR_SUBSETS: 'Constraint',
    })
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    const { metrics = {}, items } = readScores(finished).suites.llmbar ?? {}
    expect(items).toBe(2)
    expect(metrics['accuracy.Constraint']).toMatchObject({ value: 100, n: 2 })
    // The means are over subsets that did not run.
    expect(Object.keys(metrics).filter((key) => /average|adversarial/.test(key))).toEqual([])
  })

  test('a further subset without official data, plan says the same', async () => {
    const env = { HOLDFAST_JUDGE: 'sim:judge', HOLDFAST_LLMBAR_SUBSETS: 'Constraint' }
    const { code, stdout, stderr } = await runHoldfast(['plan', 'llmbar'], { env })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'Failed to open the subset Constraint: it exists as official data only. Put llmbar/datasets/Constraint.json into the folder of HOLDFAST_DATA.\n',
    )
  })
})
