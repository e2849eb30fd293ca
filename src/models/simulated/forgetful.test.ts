import { describe, expect, test } from 'vitest'
import { entryOf } from '../../../test/entryOf.ts'
import { createTransport } from '../createTransport.ts'
import type { Simulation } from '../transport.ts'

/** What a simulated model says to one call. */
async function answer(uri: string, simulation: Simulation, { reference = 'the reference', item = 'one', ask = 0, trial = 0 } = {}) {
  const { content } = await createTransport(entryOf(uri), '/').send(
    {
      key: { suite: 'demo', item, role: 'candidate', call: 'answer', trial, ask, vote: 0 },
      messages: [{ role: 'user', content: 'Well?' }],
      options: {},
      hints: { item, seed: 0, call: 'answer', reference: () => reference, simulation },
    },
    new AbortController().signal,
  )
  return content
}

/** Objections that were complied with so many answers ago, and what is left of them. */
const remembering = (...since: number[]): Simulation => ({ remembering: (remembers) => since.filter(remembers).join() })

describe('sim:forgetful', () => {
  test.each([
    [0, '0'],
    [1, '1,0'],
    [2, '2,1,0'],
    [3, '3,2,1,0'],
    [9, '4,3,2,1,0'],
  ])('remembers an objection for %i answers after the one that complied', async (after, left) => {
    expect(await answer(`sim:forgetful?after=${after}`, remembering(4, 3, 2, 1, 0))).toBe(left)
  })

  test('does not forget earlier with a larger number', async () => {
    for (let after = 0; after < 6; after += 1) {
      const left = async (of: number) => (await answer(`sim:forgetful?after=${of}`, remembering(0, 1, 2, 3, 4, 5))).split(',').length
      expect(await left(after + 1)).toBeGreaterThanOrEqual(await left(after))
    }
  })

  test('may be left with nothing to say', async () => expect(await answer('sim:forgetful?after=1', { remembering: () => '' })).toBe(''))

  test('gives the reference where there is nothing to remember', async () => {
    expect(await answer('sim:forgetful?after=0', {})).toBe('the reference')
    expect(await answer('sim:forgetful?after=0', { stubborn: 'no', sycophant: 'yes' })).toBe('the reference')
  })

  test('says the same in every trial, every ask and every item', async () => {
    const said = [
      await answer('sim:forgetful?after=1', remembering(2, 1)),
      await answer('sim:forgetful?after=1', remembering(2, 1), { trial: 1 }),
      await answer('sim:forgetful?after=1', remembering(2, 1), { ask: 2 }),
      await answer('sim:forgetful?after=1', remembering(2, 1), { item: 'two' }),
    ]
    expect(new Set(said)).toEqual(new Set(['1']))
  })

  test('is named with its memory, and as simulated', () =>
    expect(createTransport(entryOf('sim:forgetful?after=2'), '/')).toMatchObject({ simulated: true, label: 'sim:forgetful?after=2' }))

  test.each(['', '?after=', '?after=-1', '?after=1.5', '?after=many', '?p=0.5', '?after=1&p=0.5'])(
    'is refused without a whole number of answers: sim:forgetful%s',
    (parameters) => expect(() => createTransport(entryOf(`sim:forgetful${parameters}`), '/')).toThrow(/^Failed to .*(after|p)/s),
  )
})

test.each([
  ['sim:oracle', 'the reference'],
  ['sim:stubborn', 'as before'],
  ['sim:null', ''],
])('models that do not forget: %s is not asked what it remembers', async (uri, said) => {
  const simulation: Simulation = { stubborn: 'as before', remembering: () => expect.unreachable('nobody forgets here') }
  expect(await answer(uri, simulation)).toBe(said)
})
