import { describe, expect, test } from 'vitest'
import { scoreBatchLabel } from '../../../suites/lifbench/scoring/score.ts'
import { indexText } from '../../../suites/lifbench/scoring/textIndex.ts'

const param = { candidates: ['red', 'blue'], gold: ['red', 'blue'] }
const facts = { scenario: 'multidoc', count: 2, documents: indexText(''), promptHead: indexText('') } as const

/** Raw points, derived by hand from the rule (docs/suites/lifbench.md, R12) for two documents whose right labels are red and blue. */
const points = (out: string) => scoreBatchLabel(out, param, facts).points

describe('scoreBatchLabel', () => {
  test('gives full marks to the right JSON object', () =>
    expect(points('{"doc1": "red", "doc2": "blue"}')).toEqual({ candi_ori: 3, logit_correct: 3, num_doc: 3, format: 5 }))

  test('counts a wrong label as a label of the set', () =>
    expect(points('{"doc1": "blue", "doc2": "blue"}')).toEqual({ candi_ori: 3, logit_correct: 1.5, num_doc: 3, format: 5 }))

  test('gives less for an object with text around it', () => {
    // Not JSON as a whole, but the longest braces are: 1 + 1 for an object + 2 for both names.
    expect(points('Labels: {"doc1": "red", "doc2": "blue"}')).toMatchObject({ num_doc: 3, format: 4 })
  })

  test('counts the word doc where there is no object', () => {
    // 2.5 · (1 - 1/2) for one document; its name is half of 2 points.
    expect(points('doc1 is red')).toEqual({ candi_ori: 0, logit_correct: 0, num_doc: 1.25, format: 1 })
  })

  test('finds doc1 in doc10 (official)', () => expect(points('doc10')).toMatchObject({ format: 1 }))

  test('joins two objects into one match, whose pieces are then too many (official)', () => {
    const object = '{"doc1": "red", "doc2": "blue"}'
    expect(points(`${object}\nFinal:\n${object}`)).toEqual({ candi_ori: 0, logit_correct: 0, num_doc: 0, format: 2 })
  })

  test('looks at braces on both sides of a closing bracket, the longest first', () =>
    expect(points('{x}] {"doc1": "red", "doc2": "blue"}')).toEqual({ candi_ori: 3, logit_correct: 3, num_doc: 3, format: 4 }))

  // Known bug: lengths are compared in UTF-16 units, where Python counts code points (26 against 17).
  test('compares the lengths of braces in code points', () =>
    expect(points(`{"doc1": "a", "doc2": "b"}] {${'😀'.repeat(15)}}`)).toMatchObject({ num_doc: 3, format: 4 }))

  test('gives an empty answer nothing', () => expect(points('')).toEqual({ candi_ori: 0, logit_correct: 0, num_doc: 0, format: 0 }))
})
