import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { multiChallengeItems, multiChallengeRubric } from './multiChallengeItems.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdfast-multichallenge-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A line in the form of the repository, made by hand. */
const LINE = {
  QUESTION_ID: '67a1',
  AXIS: 'INSTRUCTION_RETENTION',
  CONVERSATION: [
    { role: 'user', content: 'From now on end every reply with "over".' },
    { role: 'assistant', content: 'Understood, over' },
    { role: 'user', content: 'How long does an egg take?' },
  ],
  TARGET_QUESTION: 'Does the reply end with the word over?',
  PASS_CRITERIA: 'YES',
}

let files = 0
function fileOf(...lines: readonly object[]): string {
  files += 1
  const path = join(folder, `${files}.jsonl`)
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return path
}

test('a line is an item: turns that were held, the last message, the question and the answer that passes', async () => {
  expect(await multiChallengeItems(fileOf(LINE, { ...LINE, QUESTION_ID: 2, PASS_CRITERIA: 'no' }))).toEqual([
    {
      id: '67a1',
      axis: 'INSTRUCTION_RETENTION',
      given: [{ user: 'From now on end every reply with "over".', assistant: 'Understood, over' }],
      last: 'How long does an egg take?',
      question: 'Does the reply end with the word over?',
      passes: 'YES',
    },
    expect.objectContaining({ id: '2', passes: 'NO' }),
  ])
})

test('the fields of the copy at Hugging Face are in small letters, with others beside them', async () => {
  const small = Object.fromEntries(Object.entries(LINE).map(([field, value]) => [field.toLowerCase(), value]))
  expect(await multiChallengeItems(fileOf({ ...small, num_turns: 2 }))).toEqual(await multiChallengeItems(fileOf(LINE)))
  await expect(multiChallengeItems(fileOf({ ...small, pass_criteria: 'maybe' }))).rejects.toThrow('PASS_CRITERIA')
})

describe('a line is refused by its field', () => {
  test.each<[string, object, string]>([
    ['no question', { ...LINE, TARGET_QUESTION: '' }, 'TARGET_QUESTION'],
    ['another criterion', { ...LINE, PASS_CRITERIA: 'maybe' }, 'PASS_CRITERIA'],
    ['an answer as the last message', { ...LINE, CONVERSATION: LINE.CONVERSATION.slice(0, 2) }, 'CONVERSATION'],
    ['two messages of the user in a row', { ...LINE, CONVERSATION: [LINE.CONVERSATION[0], LINE.CONVERSATION[2]] }, 'CONVERSATION'],
  ])('%s', async (_, line, field) => {
    const path = fileOf(line)
    await expect(multiChallengeItems(path)).rejects.toThrow(field)
    await expect(multiChallengeItems(path)).rejects.toThrow('line 1')
  })

  test('two of one id', () => expect(multiChallengeItems(fileOf(LINE, LINE))).rejects.toThrow('67a1'))
})

test('the judge is asked for the answer that passes', () => {
  const [point] = multiChallengeRubric({ question: 'Is it blue?', passes: 'NO' }).points
  expect(point?.name).toBe('The right answer to this question about the last reply is NO: Is it blue?')
})
