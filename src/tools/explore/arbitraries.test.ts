import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distractors, type Persona, personas } from './arbitraries.ts'

test('whoever talks, numbers and addresses stay what they are', () => {
  const text = 'Transfer 2.50 to example.com, please. Not 1,000!'
  fc.assert(
    fc.property(personas(), (persona: Persona) => {
      for (const kept of ['2.50', 'example.com', '1,000']) expect(persona.says(text)).toContain(kept)
    }),
  )
})

test('a list with a turn twice is drawn from as if it stood there once', () =>
  fc.assert(fc.property(distractors({ among: ['one', 'one', 'two'] }), (turns) => new Set(turns).size === turns.length)))
