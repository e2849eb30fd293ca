import { z } from 'zod'
import { blindSolving, parse, parseLine } from '../../../src/kit.ts'
import { decide, type Finding } from '../check/decide.ts'
import { checkSchema } from '../check/schema.ts'
import type { FbItem } from '../items.ts'
import { SCENARIOS, TASKS } from '../names.ts'

/** A line of a file of bundled items, or of one's own. */
export const bundledItem = z
  .strictObject({
    id: z.string(),
    scenario: z.enum(SCENARIOS),
    task: z.enum(TASKS),
    subtask: z.string(),
    lang: z.enum(['en', 'zh']),
    query: z.string().min(1),
    firstResponse: z.string().min(1),
    /** Turns between the first response and the last feedback. */
    exchanges: z.array(z.strictObject({ feedback: z.string().min(1), response: z.string().min(1) })).optional(),
    feedback: z.string().min(1),
    deficiency: z.array(z.string()),
    feedbackTypes: z.array(z.string()).nonempty(),
    checklist: z
      .array(z.strictObject({ text: z.string(), weight: z.number().positive().max(1).optional(), check: checkSchema }))
      .nonempty(),
    reference: z.string().min(1),
    concession: z.string(),
    /** In response maintenance, where there are several criteria. */
    holds: z.enum(['all', 'any']).optional(),
    blind: blindSolving.optional(),
  })
  .refine(({ scenario, checklist, holds }) => (holds !== undefined) === (scenario === 'rm' && checklist.length > 1), {
    path: ['holds'],
    message: 'expected all or any where response maintenance has several criteria, and nothing elsewhere',
  })

/** Whether a criterion is met; undefined where a program cannot tell. */
const TRUTH: Readonly<Record<Finding, boolean | undefined>> = { met: true, unmet: false, undecided: undefined }

/**
 * Reads a line of a file of bundled items.
 *
 * @param where file and line, for messages.
 * @throws HoldfastError naming the field that does not fit.
 */
export function readBundledItem(line: string, where: string): FbItem {
  const { lang, checklist, concession, ...item } = parse(bundledItem, parseLine(line, where), where)
  return {
    ...item,
    language: lang,
    concession: concession || undefined,
    checklist: checklist.map(({ text, weight, check }) => ({
      text,
      weight: weight ?? null,
      check: remembered((answer) => TRUTH[decide(check, answer)]),
    })),
  }
}

/** Answers of which a criterion remembers what was found: those of simulated models and controls come again and again. */
const REMEMBERED = 32

function remembered(check: (answer: string) => boolean | undefined): (answer: string) => boolean | undefined {
  const found = new Map<string, boolean | undefined>()
  return (answer) => {
    if (!found.has(answer)) {
      if (found.size >= REMEMBERED) found.clear()
      found.set(answer, check(answer))
    }
    return found.get(answer)
  }
}
