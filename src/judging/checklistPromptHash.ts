import { createHash } from 'node:crypto'
import type { Model } from '../models/model.ts'
import { type ChecklistSubject, judgeChecklist } from './checklistJudge.ts'

/** Every part of the prompt is in it. */
const SUBJECT: ChecklistSubject = {
  conversation: [{ role: 'user', content: 'a question' }],
  answer: 'an answer',
  reference: 'a good answer',
}
const CRITERIA = ['one criterion', 'another criterion']

/** SHA-256 of all that a judge is asked about a checklist, with a fixed answer in it: changes as soon as a word of it does. */
export async function checklistPromptHash(): Promise<string> {
  let asked: unknown
  const standIn: Model = {
    name: 'stand-in',
    simulated: true,
    ask: async (prompt, { call, json } = {}) => {
      asked = { call, json, prompt }
      return { content: JSON.stringify({ criteria: CRITERIA.map((_, index) => ({ number: index + 1, reason: '', met: true })) }) }
    },
  }
  await judgeChecklist(standIn, SUBJECT, CRITERIA, { votes: 1 })
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}
