import { describe, expect, test } from 'vitest'
import { label } from '../../labels/label.ts'
import { madeQuestion, madeSheet } from '../../test/madeRatingSheet.ts'
import { packSheet } from '../ratingPage.ts'
import { labelLines, labelsFileName, readLabels } from './labelLines.ts'

const sha256 = 'ab'.repeat(32)

describe('exported labels', () => {
  test('are one a line in the order of the questions, in the form of a file of labels', () => {
    const sheet = packSheet(madeSheet([1, 2, 3].map((number) => madeQuestion(number, { sha256, trial: number - 1 }))))
    const lines = labelLines(
      sheet,
      new Map([
        [2, 0],
        [0, 1],
      ]),
    )
    expect(lines).toBe(
      `{"suite":"parcels","item":"parcel-1","trial":0,"question":"verdict/1","sha256":"${sha256}","rater":"ann","value":1}\n` +
        `{"suite":"parcels","item":"parcel-3","trial":2,"question":"verdict/1","sha256":"${sha256}","rater":"ann","value":0}\n`,
    )
    for (const line of lines.trimEnd().split('\n')) expect(label.safeParse(JSON.parse(line)).success).toBe(true)
  })

  test('are none where nothing is answered', () => expect(labelLines(packSheet(madeSheet([madeQuestion(1)])), new Map())).toBe(''))
})

test.each([
  ['parcels', 'ann', 'parcels-ann.jsonl'],
  ['fb-bench 2026/11', 'Ann B.', 'fb-bench-2026-11-Ann-B.jsonl'],
  ['../../etc', '\u202egpj.', 'etc-gpj.jsonl'],
  ['标签', '李明', '标签-李明.jsonl'],
  ['//', '..', 'labels.jsonl'],
  ['x'.repeat(300), 'ann', `${'x'.repeat(60)}-ann.jsonl`],
])('the file of the sheet %j and the rater %j is %s', (id, rater, name) => expect(labelsFileName({ id, rater })).toBe(name))

const sheet = packSheet(madeSheet([1, 2, 3, 4].map((number) => madeQuestion(number))))
const NOTHING = { values: new Map<number, number>(), skipped: new Set<number>() }

/** The line of a label of a question of the sheet, with changes. */
const line = (at: number, changes: object = {}) => {
  const { suite = '', item = '', trial = 0, question = '', sha256 = '' } = sheet.questions[at] ?? {}
  return `${JSON.stringify({ suite, item, trial, question, sha256, rater: 'ann', value: 1, ...changes })}\n`
}

describe('a file of labels', () => {
  test('that was exported gives back what was answered', () => {
    const values = new Map([
      [0, 1],
      [2, 0],
    ])
    expect(readLabels(labelLines(sheet, values), sheet, NOTHING)).toEqual({
      given: [
        { at: 0, value: 1 },
        { at: 2, value: 0 },
      ],
      leftOut: 0,
    })
  })

  test('may have a byte order mark, lines of Windows, blank lines and no trial', () => {
    const text = `\ufeff${line(0).replace('\n', '\r\n')}\r\n\n${line(1, { trial: undefined })}`
    expect(readLabels(text, sheet, NOTHING).given.map(({ at }) => at)).toEqual([0, 1])
  })

  test('gives the later of two answers to one question', () =>
    expect(readLabels(line(0) + line(0, { value: 0 }), sheet, NOTHING).given).toEqual([{ at: 0, value: 0 }]))

  test.each([
    ['other text', line(0, { sha256: 'cd'.repeat(32) })],
    ['a question the sheet lacks', line(1, { item: 'parcel-9', trial: 2 })],
    ['another rater', line(0, { rater: 'ben' })],
    ['a value off the scale', line(0, { value: 0.5 })],
    ['no label', '{"value":1}\n'],
    ['no object', 'null\n'],
    ['no JSON', '<script>\n'],
  ])('gives nothing by a line of %s', (_what, text) => {
    expect(readLabels(text + line(3), sheet, NOTHING)).toEqual({ given: [{ at: 3, value: 1 }], leftOut: 1 })
  })

  test('does not change an answer that is here', () => {
    const values = new Map([
      [0, 1],
      [1, 0],
    ])
    const read = readLabels(line(0) + line(1) + line(2), sheet, { ...NOTHING, values })
    expect(read).toEqual({ given: [{ at: 2, value: 1 }], leftOut: 1 })
  })
})
