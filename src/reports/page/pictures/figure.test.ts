import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { html } from '../markup.ts'
import { figure, wrapped } from './figure.ts'

test('a picture without a figure is left out', () => {
  const chart = { title: 'Stability', caption: 'Lower is better.', svg: html`<g></g>`, height: 20, head: ['', 'value'] }
  expect(figure({ ...chart, rows: [] }).html).toBe('')
  expect(figure({ ...chart, rows: [['wording', '0.1']] }).html).toContain('Stability')
})

describe('a name in the margin of a picture', () => {
  test.each([
    ['Coding', 10, ['Coding']],
    ['Text Error Correction', 14, ['Text Error', 'Correction']],
    ['transient.writing.drift', 18, ['transient.writing.', 'drift']],
    ['rm/Mathematics', 11, ['rm/', 'Mathematics']],
    ['Donaudampfschiff', 8, ['Donauda…']],
    ['one two three four', 8, ['one two', 'three f…']],
  ])('%s in lines of %i', (name, length, lines) => expect(wrapped(name, length)).toEqual(lines))

  test('takes at most two lines, none too long', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 2, max: 30 }), (name, length) => {
        const lines = wrapped(name, length)
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(length)
      }),
    )
  })
})
