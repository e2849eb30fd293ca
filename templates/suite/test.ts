import { describe, expect, test } from 'vitest'
import { readItems } from './items.js'
import { itemRubric, simulatedFinding } from './scoring.js'

const items = await readItems()

function grade(id: string, answer: string) {
  const item = items.find((entry) => entry.id === id)
  if (!item) throw new Error(`No item ${id} in items.jsonl.`)
  return itemRubric(item).grade(answer)
}

// Answers scored by hand: what the scoring must go on giving. Add one for every answer you argued about.
describe('golden', () => {
  test.each([
    { id: 'return-deadline', answer: 'Within THIRTY\ndays of purchase.', facts: 1, brief: 1, total: 1 },
    { id: 'return-deadline', answer: 'You have 130 days.', facts: 0, brief: 0, total: 0 },
    { id: 'insel', answer: '9 €.', facts: 1, brief: 1, total: 1 },
    { id: 'insel', answer: '4,90 Euro.', facts: 0, brief: 0, total: 0 },
    { id: 'not-covered', answer: 'The strap.', facts: 0.5, brief: 1, total: 0.625 },
    { id: 'not-covered', answer: `The strap and water${', and so on'.repeat(5)}.`, facts: 1, brief: 0, total: 0.75 },
  ])('$id: $answer', ({ id, answer, facts, brief, total }) => {
    expect(grade(id, answer)).toEqual({ points: { facts, brief }, total })
  })
})

// A scoring that the right answer does not satisfy, or that pays for silence, says nothing about a model.
describe('calibration', () => {
  test.each(items)('$id: the reference answer gets full marks', ({ id, reference }) => {
    expect(grade(id, reference)).toEqual({ points: { facts: 1, brief: 1 }, total: 1 })
  })

  test.each(items)('$id: the empty answer gets nothing', ({ id }) => {
    expect(grade(id, '')).toEqual({ points: { facts: 0, brief: 0 }, total: 0 })
  })

  // What simulated judges find; a real judge decides by the criterion's words alone.
  test.each(items.filter(({ judged }) => judged.length > 0))(
    '$id: a judge can find the reference answer good and the empty one not',
    ({ judged, reference }) => {
      for (const { simulated } of judged) {
        expect(reference).toMatch(simulatedFinding(simulated))
        expect('').not.toMatch(simulatedFinding(simulated))
      }
    },
  )
})
