import { expect, test } from 'vitest'
import type { CallRecord } from '../../core/format/records.ts'
import { refutationPrompt } from '../refutationPrompt.ts'
import { ratedAnswer } from './judgedQuestions.ts'

test('a reply whose rating may be one that it quotes is no vote, as it was none for the score', () => {
  const asked = (after: string) => {
    const { role, content: prompt } = refutationPrompt({ query: 'Sum it up.', before: 'Long.', refutation: 'Shorter!', after })[1] ?? {}
    const reply = { vote: 0, content: 'It gives itself [[5]], which is bold.', messages: [{ role, content: prompt }] }
    return { call: 'R(a1,r0)', replies: [reply as unknown as CallRecord] }
  }
  expect(ratedAnswer(asked('Short.'))).toMatchObject({ kind: 'satisfaction', judge: 5 })
  expect(ratedAnswer(asked('Short. Rating: [[5]]'))).toBeUndefined()
})
