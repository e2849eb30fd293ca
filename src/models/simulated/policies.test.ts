import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryOf } from '../../../test/entryOf.ts'
import { createTransport } from '../createTransport.ts'
import type { PlainMessage, Simulation, Transport } from '../transport.ts'

const REFERENCE = 'one two three four'

const transports = new Map<string, Transport>()

/** What a simulated model sends. */
async function sent(
  uri: string,
  {
    item = 'one',
    seed = 0,
    trial = 0,
    messages = [] as PlainMessage[],
    reference = REFERENCE,
    simulation = {} as Simulation,
    ask = 0,
  } = {},
) {
  const transport = transports.get(uri) ?? createTransport(entryOf(uri), '/')
  transports.set(uri, transport)
  return transport.send(
    {
      key: { suite: 'demo', item, role: 'candidate', call: 'answer', trial, ask, vote: 0 },
      messages,
      options: {},
      hints: { item, seed, call: 'answer', trial, reference: () => reference, simulation },
    },
    new AbortController().signal,
  )
}

const answer = async (...asked: Parameters<typeof sent>) => (await sent(...asked)).content

test('a call among a thousand others gets the reference of its own item', async () => {
  const items = Array.from({ length: 1000 }, (_, index) => `item-${index}`)
  expect(await Promise.all(items.map((item) => answer('sim:oracle', { item, reference: `of ${item}` })))).toEqual(
    items.map((item) => `of ${item}`),
  )
})

test('simulated models say so', () =>
  expect(createTransport(entryOf('sim:degraded?p=0.5'), '/')).toMatchObject({ simulated: true, label: 'sim:degraded?p=0.5' }))

test('sim:oracle gives the reference answer, whatever characters it has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (reference) => {
      expect(await answer('sim:oracle', { reference })).toBe(reference)
    }),
    { numRuns: 50 },
  )
})

test('sim:null gives an empty answer', async () => expect(await answer('sim:null')).toBe(''))

test('sim:echo gives back the last message of the user', async () => {
  const messages: PlainMessage[] = [
    { role: 'user', content: 'first' },
    { role: 'assistant', content: 'answer' },
    { role: 'user', content: 'second' },
    { role: 'assistant', content: 'another' },
  ]
  expect(await answer('sim:echo', { messages })).toBe('second')
  expect(await answer('sim:echo', { messages: [{ role: 'system', content: 'be brief' }] })).toBe('')
})

describe('sim:degraded', () => {
  const ITEMS = Array.from({ length: 400 }, (_, index) => `item-${index}`)
  const damaged = async (p: number | string, { seed = 0, trial = 0 } = {}) => {
    const answers = await Promise.all(ITEMS.map((item) => answer(`sim:degraded?p=${p}`, { item, seed, trial })))
    return new Set(ITEMS.filter((_, index) => answers[index] !== REFERENCE))
  }

  test('gives every reference answer for p = 0 and none for p = 1', async () => {
    expect((await damaged(0)).size).toBe(0)
    expect((await damaged(1)).size).toBe(ITEMS.length)
  })

  test('says half of the answer, or what the call has for a damaged one', async () => {
    expect(await answer('sim:degraded?p=1')).toBe('one two t')
    expect(await answer('sim:degraded?p=1', { simulation: { damaged: 'five' } })).toBe('five')
    expect(await answer('sim:degraded?p=0', { simulation: { damaged: 'five' } })).toBe(REFERENCE)
  })

  test('damages about a share p of the items', async () => {
    // Four standard deviations of a binomial count.
    const room = 4 * Math.sqrt(400 * 0.3 * 0.7)
    expect(Math.abs((await damaged(0.3)).size - 120)).toBeLessThan(room)
  })

  test('damages a superset of the items with a larger p', async () => {
    const [few, some, many] = [await damaged(0.1), await damaged(0.5), await damaged(0.9)]
    expect([...few].every((item) => some.has(item))).toBe(true)
    expect([...some].every((item) => many.has(item))).toBe(true)
  })

  test('gives an item the same fate in every trial and every call', async () =>
    expect(await damaged(0.5, { trial: 1 })).toEqual(await damaged(0.5)))

  test('damages others in each trial where it varies by trial, and a superset of them with a larger p', async () => {
    const [few, more, other] = [
      await damaged('0.3&vary=trial'),
      await damaged('0.6&vary=trial'),
      await damaged('0.3&vary=trial', { trial: 1 }),
    ]
    expect(few).not.toEqual(other)
    expect([...few].every((item) => more.has(item))).toBe(true)
  })

  test('as a judge, is right or turns the verdict round', async () => {
    const simulation: Simulation = { verdict: (flipped) => String(!flipped(0)) }
    expect([await answer('sim:degraded?p=0', { simulation }), await answer('sim:degraded?p=1', { simulation })]).toEqual(['true', 'false'])
  })

  test('damages other items with another seed', async () => expect(await damaged(0.5, { seed: 1 })).not.toEqual(await damaged(0.5)))
})

test('sim:cut gives the beginning of an answer that a cap ended, of a share of the items', async () => {
  const finish = async (uri: string) => (await sent(uri)).finish
  expect([await answer('sim:cut?p=1'), await answer('sim:cut?p=1&left=0.2'), await answer('sim:cut?p=1&left=0')]).toEqual([
    'one two t',
    'one',
    '',
  ])
  expect(await answer('sim:cut?p=0')).toBe(REFERENCE)
  expect([await finish('sim:cut?p=1'), await finish('sim:cut?p=0')]).toEqual(['length', 'stop'])
})

describe('sim:judge', () => {
  // A judge's reply on two criteria: the first is met, the second is not.
  const simulation: Simulation = { verdict: (flipped) => [true, false].map((met, index) => met !== flipped(index)).join() }

  test('applies the criteria', async () => expect(await answer('sim:judge', { simulation })).toBe('true,false'))

  test('says at once what is missing where nothing says what it finds', async () => {
    await expect(answer('sim:judge', { item: 'item-7' })).rejects.toThrow(
      /^Failed to simulate the judge of item-7: nothing says what it finds\. Give the criterion or the matcher `calibration: \{ simulated \}`, let a `check` decide, or name/,
    )
  })

  test('flips every verdict at noise=1 and none at noise=0', async () => {
    expect(await answer('sim:judge?noise=1', { simulation })).toBe('false,true')
    expect(await answer('sim:judge?noise=0', { simulation })).toBe('true,false')
  })

  test('flips each verdict with its probability', async () => {
    const items = Array.from({ length: 200 }, (_, index) => `item-${index}`)
    const replies = await Promise.all(items.map((item) => answer('sim:judge?noise=0.25', { item, simulation })))
    const flips = replies.flatMap((reply) => reply.split(',').filter((met, index) => met !== String(index === 0)))
    // Four standard deviations of a binomial count.
    expect(Math.abs(flips.length - 100)).toBeLessThan(4 * Math.sqrt(400 * 0.25 * 0.75))
    expect(new Set(replies).size).toBe(4)
  })

  test('is unusable on every re-ask where it is unusable once', async () => {
    const items = Array.from({ length: 60 }, (_, index) => `item-${index}`)
    const usable = (ask: number) =>
      Promise.all(items.map(async (item) => (await answer('sim:judge?garbage=0.5', { item, ask, simulation })) === 'true,false'))
    const first = await usable(0)
    expect(new Set(first)).toEqual(new Set([true, false]))
    expect(await usable(1)).toEqual(first)
  })
})
