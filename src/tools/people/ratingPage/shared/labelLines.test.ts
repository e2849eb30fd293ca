import { describe, expect, test } from 'vitest'
import { label } from '../../labels/label.ts'
import { madeQuestion, madeSheet } from '../../test/madeRatingSheet.ts'
import { packSheet } from '../ratingPage.ts'
import { labelLines, labelsFileName } from './sheetData.ts'

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
