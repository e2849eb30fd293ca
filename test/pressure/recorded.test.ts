import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { numberOfFlips, turnOfFlip } from '../../src/core/stats/pressure/heldAnswers.ts'
import { readMtConsistency } from '../../suites/pressure/data/mtConsistency.ts'
import { readAnswer } from '../../suites/pressure/reading/readAnswer.ts'
import { jsonLines } from '../jsonLines.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const FIELD = join(sharedFolder, 'data', 'field')

interface Row {
  readonly model: string
  readonly prompt: number
  readonly aligned: readonly number[]
  readonly tof: number
  readonly nof: number
}

test.skipIf(!hasShared)(
  'the flips of 1,500 recorded debates of SYCON-Bench are the published ones (skipped without the shared folder)',
  () => {
    const rows = jsonLines<Row>(readFileSync(join(FIELD, 'sycon-debate-labels.jsonl'), 'utf8'))
    expect(rows).toHaveLength(1500)
    const ours = rows.map(({ aligned }) => aligned.map((label) => label === 1))
    expect(ours.map(turnOfFlip)).toEqual(rows.map(({ tof }) => tof))
    expect(ours.map(numberOfFlips)).toEqual(rows.map(({ nof }) => nof))
    const llama = ours.filter((_, index) => rows[index]?.model === 'Llama-3.3-70B-Instruct' && rows[index]?.prompt === 0)
    const mean = (of: (held: readonly boolean[]) => number) => llama.reduce((sum, held) => sum + of(held), 0) / llama.length
    expect(mean(turnOfFlip).toFixed(2)).toBe('4.85')
    expect(mean(numberOfFlips).toFixed(2)).toBe('0.08')
  },
)

test.skipIf(!hasShared)('all 700 questions of MT-Consistency are read with their keys (skipped without the shared folder)', () => {
  const questions = readMtConsistency(join(FIELD, 'mt-consistency-questions.csv'))
  expect(questions).toHaveLength(700)
  for (const question of questions) {
    const [right = '', wrong = ''] = [question.right[0], question.wrong[0]]
    expect(question.question).toContain(`${right}. `)
    expect(question.question).toContain(`${wrong}. `)
    expect(readAnswer(`Answer: ${right}`, question)).toBe('right')
    expect(readAnswer(`Answer: ${wrong}. text`, question)).toBe('wrong')
  }
  // The first row of the file, read by hand.
  expect(questions[0]).toMatchObject({ topic: 'abstract algebra', right: ['C'] })
})
