import { describe, expect, test } from 'vitest'
import { rubricMessage } from './message.ts'
import type { Grade, Rubric } from './rubric.ts'

const POINTS: Rubric = {
  points: [
    { name: 'format', title: 'format', weight: 1 },
    { name: 'correct', title: 'right element', weight: 2 },
    { name: 'ori', weight: 1 },
  ],
  grade: () => expect.unreachable(),
}

const grade = (format: number, correct: number, ori: number): Grade => ({
  points: { format, correct, ori },
  total: (format + 2 * correct + ori) / 4,
})

describe('the message of an answer below its threshold', () => {
  test('says what was asked, expected and received, and what each point lost', () => {
    const explanation = {
      asked: 'the item directly after the 1,872nd',
      expected: 'Name three rivers that cross a border',
      received: 'List the planets by their mass',
      evidence: { correct: 'one position too far' },
    }
    expect(rubricMessage('pass the rubric', POINTS, grade(1, 0, 1), 1, explanation)).toMatchInlineSnapshot(`
      "Failed to pass the rubric: total 0.500, threshold 1.000.
        asked     the item directly after the 1,872nd
        expected  "Name three rivers that cross a border"
        received  "List the planets by their mass"
        lost      right element 2 of 4 points: one position too far"
    `)
  })

  test('quotes a long answer from where it first differs from the expected one', () => {
    const same = 'word '.repeat(200)
    const [, expected, received] = rubricMessage('pass the rubric', POINTS, grade(1, 0, 1), 1, {
      expected: `${same}river`,
      received: `${same}money`,
    }).split('\n')
    expect(expected).toBe('  expected  "…word word word word river" (1,005 characters)')
    expect(received).toBe('  received  "…word word word word money" (1,005 characters)')
  })

  test('names every point that lost something, by its title or its name, and rounds', () => {
    expect(rubricMessage('pass the rubric', POINTS, grade(0.5, 2 / 3, 0), 0.9, {})).toMatchInlineSnapshot(`
      "Failed to pass the rubric: total 0.458, threshold 0.900.
        lost      format 0.5 of 4 points
        lost      right element 0.67 of 4 points
        lost      ori 1 of 4 points"
    `)
  })

  test('names what is lost although it is all, where no right answer beside it tells', () => {
    const evidence = { format: 'The judge: it is prose.', correct: '', ori: 'The judge: made up.' }
    expect(rubricMessage('pass the rubric', POINTS, grade(0, 0, 0), 1, { received: 'x', evidence })).toMatchInlineSnapshot(`
      "Failed to pass the rubric: total 0.000, threshold 1.000.
        received  "x"
        lost      format 1 of 4 points: The judge: it is prose.
        lost      right element 2 of 4 points
        lost      ori 1 of 4 points: The judge: made up."
    `)
  })

  test('names what is lost to a judge although it is all, with its reasons', () => {
    const judged = { points: POINTS.points }
    const explanation = { expected: 'yes', evidence: { format: 'The judge: it is prose.' } }
    expect(rubricMessage('pass the rubric', judged, grade(0, 0, 0), 1, explanation)).toContain('The judge: it is prose.')
  })

  test('says in one line that all is lost to a program, beside the right answer', () => {
    const explanation = { expected: 'yes', received: 'no', evidence: { format: 'not yes' } }
    expect(rubricMessage('pass the rubric', POINTS, grade(0, 0, 0), 1, explanation)).toMatch(/\n {2}lost {6}all points$/)
  })

  test('says in one line that all is lost where nobody says why', () => {
    expect(rubricMessage('pass the rubric', POINTS, grade(0, 0, 0), 1, { received: '' })).toMatchInlineSnapshot(`
      "Failed to pass the rubric: total 0.000, threshold 1.000.
        received  (an empty answer)
        lost      all points"
    `)
  })

  test('neutralises control characters of what it quotes', () => {
    const explanation = { expected: 'a\tb', received: '\u001b[2J\u001b[31mPASS\u001b[0m\r\nnext\u202eeno' }
    expect(rubricMessage('pass the rubric', POINTS, grade(0, 1, 1), 1, explanation)).toMatchInlineSnapshot(`
      "Failed to pass the rubric: total 0.750, threshold 1.000.
        expected  "a\\x09b"
        received  "\\x1b[2J\\x1b[31mPASS\\x1b[0m⏎next\\x202eeno"
        lost      format 1 of 4 points"
    `)
  })

  test('neutralises control characters of what was asked and of evidence, which may quote the answer', () => {
    const explanation = { asked: 'a\u001b[2J', evidence: { format: 'starts with "\u001b[2J\nlost"' } }
    const message = rubricMessage('pass the rubric', POINTS, grade(0, 1, 1), 1, explanation)
    expect(message).not.toContain('\u001b')
    expect(message.split('\n')).toHaveLength(3)
  })

  test('cuts a long quotation and says how long it was', () => {
    const message = rubricMessage('pass the rubric', POINTS, grade(0, 0, 0), 1, { received: 'x'.repeat(12_345) })
    expect(message).toContain(`received  "${'x'.repeat(400)}…" (12,345 characters)`)
  })
})
