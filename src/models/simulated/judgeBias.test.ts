import { describe, expect, test } from 'vitest'
import { entryOf } from '../../../test/entryOf.ts'
import { createTransport } from '../createTransport.ts'
import type { Simulation } from '../transport.ts'

/** What a simulated judge says to one call. */
async function verdict(uri: string, simulation: Simulation, item = 'one') {
  const { content } = await createTransport(entryOf(uri), '/').send(
    {
      key: { suite: 'demo', item, role: 'judge', call: 'forward', trial: 0, ask: 0, vote: 0 },
      messages: [],
      options: {},
      hints: { item, seed: 0, call: 'forward', reference: () => '', simulation },
    },
    new AbortController().signal,
  )
  return content
}

const comparison = (better: 'a' | 'b'): Simulation => ({ comparison: { better, reply: (shown) => `Output (${shown})` } })

describe('sim:judge on a comparison', () => {
  test('names the better output, wherever it stands', async () => {
    expect(await verdict('sim:judge', comparison('a'))).toBe('Output (a)')
    expect(await verdict('sim:judge', comparison('b'))).toBe('Output (b)')
  })

  test('names the first one always where it is biased', async () => {
    expect(await verdict('sim:judge?bias=first', comparison('a'))).toBe('Output (a)')
    expect(await verdict('sim:judge?bias=first', comparison('b'))).toBe('Output (a)')
  })

  test('names the other one where it is wrong', async () => {
    expect(await verdict('sim:judge?noise=1', comparison('a'))).toBe('Output (b)')
    expect(await verdict('sim:judge?noise=1', comparison('b'))).toBe('Output (a)')
    expect(await verdict('sim:judge?noise=1&bias=first', comparison('b'))).toBe('Output (b)')
  })

  test('is wrong about the same items wherever the better output stands', async () => {
    const items = Array.from({ length: 200 }, (_, index) => `item-${index}`)
    const wrong = async (better: 'a' | 'b') => {
      const said = await Promise.all(items.map((item) => verdict('sim:judge?noise=0.3', comparison(better), item)))
      return items.filter((_, index) => said[index] !== `Output (${better})`)
    }
    const [one, other] = [await wrong('a'), await wrong('b')]
    expect(one).toEqual(other)
    // Four standard deviations of a binomial count.
    expect(Math.abs(one.length - 60)).toBeLessThan(4 * Math.sqrt(200 * 0.3 * 0.7))
  })

  test('says what is unusable where it is, biased or not', async () => {
    for (const uri of ['sim:judge?garbage=1', 'sim:judge?garbage=1&bias=first']) {
      expect(await verdict(uri, { ...comparison('a'), unusable: 'Hm.' })).toBe('Hm.')
      expect(await verdict(uri, comparison('a'))).not.toContain('Output (')
    }
  })
})

test('a bias for the first output does not touch ratings and criteria', async () => {
  const simulation: Simulation = { verdict: (flipped) => String(flipped(0)) }
  expect(await verdict('sim:judge?bias=first', simulation)).toBe(await verdict('sim:judge', simulation))
  expect(await verdict('sim:judge?bias=first', simulation)).toBe('false')
})

test.each(['second', 'a', ''])('a judge biased for %j is refused', (bias) => {
  expect(() => createTransport(entryOf(`sim:judge?bias=${bias}`), '/')).toThrow(/^Failed to .*bias/s)
})
