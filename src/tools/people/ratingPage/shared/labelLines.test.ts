import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { label } from '../../labels/label.ts'
import { madeQuestion, madeSheet } from '../../test/madeRatingSheet.ts'
import { packSheet } from '../ratingPage.ts'
import { labelLines, labelsFileName, readLabelLine, readLabels } from './labelLines.ts'

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

  test('are none where nothing is answered', () => {
    expect(labelLines(packSheet(madeSheet([madeQuestion(1)])), new Map())).toBe('')
  })
})

test.each([
  ['parcels', 'ann', 'parcels-ann.jsonl'],
  ['fb-bench 2026/11', 'Ann B.', 'fb-bench-2026-11-Ann-B.jsonl'],
  ['../../etc', '\u202egpj.', 'etc-gpj.jsonl'],
  ['标签', '李明', '标签-李明.jsonl'],
  ['//', '..', 'labels.jsonl'],
  ['x'.repeat(300), 'ann', `${'x'.repeat(60)}-ann.jsonl`],
])('the file of the sheet %j and the rater %j is %s', (id, rater, name) => {
  expect(labelsFileName({ id, rater })).toBe(name)
})

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
      same: 0,
      refused: [],
    })
  })

  test('may have a byte order mark, lines of Windows, blank lines and no trial', () => {
    const text = `\ufeff${line(0).replace('\n', '\r\n')}\r\n\n${line(1, { trial: undefined })}`
    expect(readLabels(text, sheet, NOTHING).given).toEqual([
      { at: 0, value: 1 },
      { at: 1, value: 1 },
    ])
  })

  test('gives the later of two answers to one question', () => {
    expect(readLabels(line(0) + line(0, { value: 0 }), sheet, NOTHING).given).toEqual([{ at: 0, value: 0 }])
  })

  test.each([
    ['other text', line(0, { sha256: 'cd'.repeat(32) }), { reason: 'otherText', name: 'parcels parcel-1 verdict/1' }],
    [
      'a question the sheet lacks',
      line(1, { item: 'parcel-9', trial: 2 }),
      { reason: 'otherText', name: 'parcels parcel-9 trial 3 verdict/1' },
    ],
    ['another rater', line(0, { rater: 'ben' }), { reason: 'otherRater', name: 'parcels parcel-1 verdict/1' }],
    ['a value off the scale', line(0, { value: 0.5 }), { reason: 'offScale', name: 'parcels parcel-1 verdict/1' }],
    ['no label', '\n{"value":1}', { reason: 'unreadable', name: 'line 2' }],
    ['no JSON', '<script>', { reason: 'unreadable', name: 'line 1' }],
  ])('is refused where a line is of %s', (_what, text, refusal) => {
    expect(readLabels(text + line(3), sheet, NOTHING)).toEqual(
      text.endsWith('\n') ? { given: [{ at: 3, value: 1 }], same: 0, refused: [refusal] } : expect.objectContaining({ refused: [refusal] }),
    )
  })

  test('does not change an answer that is here', () => {
    const here = {
      ...NOTHING,
      values: new Map([
        [0, 1],
        [1, 0],
      ]),
    }
    expect(readLabels(line(0) + line(1) + line(2), sheet, here)).toEqual({
      given: [{ at: 2, value: 1 }],
      same: 1,
      refused: [{ reason: 'otherAnswer', name: 'parcels parcel-2 verdict/1' }],
    })
  })
})

test('a line is a label exactly where the schema of labels says so', () => {
  const text = fc.constantFrom('', 'a', 'toString', '__proto__', 'ab'.repeat(32), 'AB'.repeat(32))
  const number = fc.constantFrom(0, 1, -1, 0.5, 1e21, 2 ** 53, 1e308)
  const any = fc.oneof(text, number, fc.constantFrom(null, true, [], {}))
  const mostly = <T>(usual: fc.Arbitrary<T>) => fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: any })
  const record = fc.record(
    {
      suite: mostly(text),
      item: mostly(fc.constant('i')),
      trial: mostly(number),
      question: mostly(fc.constant('q')),
      sha256: mostly(fc.constant('ab'.repeat(32))),
      rater: mostly(fc.constant('ann')),
      value: mostly(number),
      more: any,
    },
    { requiredKeys: ['suite', 'item', 'question', 'sha256', 'rater', 'value'] },
  )
  let taken = 0
  fc.assert(
    fc.property(fc.oneof({ weight: 20, arbitrary: record }, { weight: 1, arbitrary: any }), (value) => {
      const json = JSON.stringify(value)
      const asked = label.safeParse(JSON.parse(json))
      expect(readLabelLine(json)).toEqual(asked.success ? asked.data : undefined)
      taken += Number(asked.success)
    }),
    { numRuns: 2000 },
  )
  expect(taken).toBeGreaterThan(20)
  expect(readLabelLine(`{"__proto__":1,${line(0).trim().slice(1)}`)).toBeUndefined()
})
