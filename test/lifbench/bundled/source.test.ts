import { describe, expect, test } from 'vitest'
import { remembered } from '../../../src/core/base/remembered.ts'
import { bundledSource } from '../../../suites/lifbench/bundled/bundledSource.ts'
import { lengthOf, OFFICIAL_LENGTHS } from '../../../suites/lifbench/lengths.ts'
import { isLong } from '../../shared.ts'

// The shortest two lengths; all six in the long run.
const names = isLong ? Object.keys(OFFICIAL_LENGTHS) : ['4k', '8k']
const scenarios = ['onedoc', 'list', 'multidoc'] as const
const cases = scenarios.flatMap((scenario) => names.map((name) => [scenario, name] as const))
// Two sources of each seed: a context is made once by each.
const made = remembered((key: string) => bundledSource(Number(key.split(' ')[0]), 'o200k_base'))
const texts = remembered((key: string) => {
  const [seed, twin, scenario, name, index] = key.split(' ')
  return made(`${seed} ${twin}`).context(scenario as (typeof scenarios)[number], lengthOf(name as string), Number(index)).text
})
const textOf = (seed: number, scenario: (typeof scenarios)[number], name: string, index: number, twin = 0) =>
  texts(`${seed} ${twin} ${scenario} ${name} ${index}`)

describe('the bundled source', () => {
  test('supplies every scenario where the texts are installed', () => {
    const source = bundledSource(0, 'o200k_base')
    expect(source.missing).toEqual({})
    for (const scenario of scenarios) expect(source.contextCount(scenario)).toBeGreaterThanOrEqual(3)
  })

  test.each(cases)('makes the same %s context of %s from the same seed', (scenario, name) => {
    expect(textOf(7, scenario, name, 0, 1)).toBe(textOf(7, scenario, name, 0))
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
