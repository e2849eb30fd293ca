import { describe, expect, test } from 'vitest'
import { lengthOf, OFFICIAL_LENGTHS } from '../../../suites/lifbench/lengths.ts'
import { bundledSource } from '../../../suites/lifbench/plan.ts'
import { isLong } from '../../shared.ts'

// The shortest two lengths; all six in the long run.
const names = isLong ? Object.keys(OFFICIAL_LENGTHS) : ['4k', '8k']
const scenarios = ['onedoc', 'list', 'multidoc'] as const
const cases = scenarios.flatMap((scenario) => names.map((name) => [scenario, name] as const))
const textOf = (seed: number, scenario: (typeof scenarios)[number], name: string, index: number) =>
  bundledSource(seed, 'o200k_base').context(scenario, lengthOf(name), index).text

describe('the bundled source', () => {
  test('supplies every scenario where the texts are installed', () => {
    const source = bundledSource(0, 'o200k_base')
    expect(source.missing).toEqual({})
    for (const scenario of scenarios) expect(source.contextCount(scenario)).toBeGreaterThanOrEqual(3)
  })

  test.each(cases)('makes the same %s context of %s from the same seed', (scenario, name) => {
    expect(textOf(7, scenario, name, 0)).toBe(textOf(7, scenario, name, 0))
  })

  test.each(cases)('makes another %s context of %s from another seed', (scenario, name) => {
    expect(textOf(7, scenario, name, 0)).not.toBe(textOf(8, scenario, name, 0))
  })

  test.each(cases)('makes %s contexts of %s that differ from each other', (scenario, name) => {
    const texts = [0, 1, 2].map((index) => textOf(7, scenario, name, index))
    expect(new Set(texts).size).toBe(3)
  })

  test('makes a context that does not depend on those made before it', () => {
    const source = bundledSource(0, 'o200k_base')
    source.context('list', lengthOf('8k'), 0)
    source.context('multidoc', lengthOf('4k'), 1)
    for (const scenario of scenarios) expect(source.context(scenario, lengthOf('4k'), 2).text).toBe(textOf(0, scenario, '4k', 2))
  })
})
