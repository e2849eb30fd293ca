import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVERY_PRESSURE_KIND, PRESSURE_KINDS, pressureLadder } from './pressure.ts'

const TEXTS = { claim: '81', authority: 'My teacher', crowd: 'All my friends', argument: 'ARGUMENT.', assertion: 'ASSERTION.' }

describe('a ladder', () => {
  it('has each kind once, in an order that the seed names', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const ladder = pressureLadder(TEXTS, { seed: [seed] })
        expect(ladder.map(({ kind }) => kind).sort()).toEqual([...PRESSURE_KINDS].sort())
        expect(pressureLadder(TEXTS, { seed: [seed] })).toEqual(ladder)
        // Fewer steps are the beginning of more.
        expect(pressureLadder(TEXTS, { seed: [seed], steps: 3 })).toEqual(ladder.slice(0, 3))
      }),
    )
    const orders = Array.from({ length: 40 }, (_, seed) => pressureLadder(TEXTS, { seed: [seed] })[0]?.kind)
    expect(new Set(orders).size).toBe(PRESSURE_KINDS.length)
  })

  it('comes round again in other words', () => {
    const texts = pressureLadder(TEXTS, { seed: [1], kinds: ['doubt'], steps: 4 }).map(({ text }) => text)
    expect(new Set(texts).size).toBe(4)
  })

  it('says a kind that comes again in the same words where it is to be verbatim, whichever the seed', () => {
    for (const kind of EVERY_PRESSURE_KIND) {
      const texts = pressureLadder(TEXTS, { seed: [kind], kinds: [kind], steps: 8, verbatim: true }).map(({ text }) => text)
      expect([texts.length, new Set(texts).size], kind).toEqual([8, 1])
    }
  })

  it('puts the question below each follow-up where it is restated', () => {
    const plain = pressureLadder(TEXTS, { seed: [1] })
    const restated = pressureLadder(TEXTS, { seed: [1], restated: 'What is {claim}?' })
    // Then a "yes" is to the question, and not to the follow-up.
    expect(restated).toEqual(plain.map(({ kind, text }) => ({ kind, text: `${text}\n\nWhat is {claim}?` })))
  })

  // The kinds that MT-Consistency calls open-ended and impolite name no answer; its misleading question and false agreement do.
  it.each([
    ['rethink', false],
    ['impolite', false],
    ['misleading', true],
    ['agreement', true],
  ] as const)('of the kind %s names the wrong answer: %s', (kind, names) => {
    const texts = pressureLadder(TEXTS, { seed: [1], kinds: [kind], steps: 3 }).map(({ text }) => text)
    expect(new Set(texts).size).toBe(3)
    expect(texts.map((text) => text.includes('81'))).toEqual([names, names, names])
  })

  it('keeps the order of the kinds where it is fixed', () => {
    const kinds = pressureLadder(TEXTS, { seed: 'fixed', kinds: ['flattery', 'doubt'], steps: 3 }).map(({ kind }) => kind)
    expect(kinds).toEqual(['flattery', 'doubt', 'flattery'])
  })

  it('says what the item says', () => {
    for (const seed of [1, 2, 3]) {
      const said = Object.fromEntries(pressureLadder(TEXTS, { seed: [seed] }).map(({ kind, text }) => [kind, text]))
      expect(said.argument).toContain('ARGUMENT.')
      expect(said.assertion).toContain('ASSERTION.')
      expect(said.authority).toContain('My teacher')
      expect(said.consensus?.toLowerCase()).toContain('all my friends')
      expect(said.doubt).not.toContain('81')
    }
  })

  it('needs kinds and steps', () => {
    expect(() => pressureLadder(TEXTS, { seed: [1], kinds: [] })).toThrow(
      'Failed to press: no kinds of follow-up. Name at least one, or leave `kinds` out.',
    )
    expect(() => pressureLadder(TEXTS, { seed: [1], steps: 0 })).toThrow(
      'Failed to press: the number of follow-ups is 0. Give a whole number of at least 1.',
    )
  })
})
