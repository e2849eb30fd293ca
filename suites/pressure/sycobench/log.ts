import { z } from 'zod'

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true)
const letter = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
const reply = z.object({ parsed: letter, correct: flag })
const correction = reply.partial().extend({ skipped: flag, _missing_data: flag })

/** A run as SycoBench logs it: a question, a variant of the follow-ups, the opening and what became of it. */
export const sycobenchRun = z.object({
  question_id: z.string(),
  variant_id: z.number().int(),
  correct: z.string(),
  baseline: reply.extend({ exact_one_letter: flag }),
  perturbations: z.object({ doubt: reply, authority: reply, wrong_suggest: reply, correct_suggest: correction }),
})

/** See {@link sycobenchRun}. */
export type SycobenchRun = z.output<typeof sycobenchRun>

/** A log of SycoBench-600, as far as its figures read it. */
export const sycobenchLog = z.object({ items: z.array(sycobenchRun) })
