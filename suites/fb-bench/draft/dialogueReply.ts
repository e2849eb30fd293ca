import { z } from 'zod'
import { draftLine, draftText } from '../../../src/kit.ts'
import { TASKS } from '../names.ts'
import { draftedCheck } from './draftedCheck.ts'

/** What an author replies. */
export const dialogueReply = z.strictObject({
  task: z.enum(TASKS),
  subtask: draftLine,
  lang: z.enum(['en', 'zh']),
  query: draftText,
  firstResponse: draftText,
  feedback: draftText,
  feedbackType: draftLine,
  checklist: z
    .array(z.strictObject({ text: draftLine, weight: z.number().positive().max(1).optional(), check: draftedCheck.optional() }))
    .min(1)
    .max(5),
  reference: draftText,
  concession: z.union([draftText, z.literal('')]),
})
