import { z } from 'zod'
import { type BlindLevel, blindSolving } from '../../src/kit.ts'
import { checkSchema } from './check/schema.ts'
import { SCENARIOS, TASKS } from './names.ts'

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
    /** Turns between the first response and the last feedback: what the user says of it, and what is answered. */
    exchanges: z.array(z.strictObject({ feedback: z.string().min(1), response: z.string().min(1) })).optional(),
    /** The last feedback, to which the model under test answers. */
    feedback: z.string().min(1),
    /** What is wrong with the first response (error correction only). */
    deficiency: z.array(z.string()),
    feedbackTypes: z.array(z.string()).nonempty(),
    checklist: z
      .array(z.strictObject({ text: z.string(), weight: z.number().positive().max(1).optional(), check: checkSchema }))
      .nonempty(),
    reference: z.string().min(1),
    concession: z.string(),
    /** Whether response maintenance takes all criteria or any, where there are several. Default: any, the official rule. */
    holds: z.enum(['all', 'any']).optional(),
    /** How often it was solved blind, where that was measured. */
    blind: blindSolving.optional(),
  })
  .refine(({ scenario, checklist, holds }) => (holds !== undefined) === (scenario === 'rm' && checklist.length > 1), {
    path: ['holds'],
    message: 'expected all or any where response maintenance has several criteria, and nothing elsewhere',
  })

/** One criterion of an item's checklist. */
export interface FbCriterion {
  readonly text: string
  /** Share of the item's score; null in response maintenance, where criteria have no shares. */
  readonly weight: number | null
  /** Whether an answer meets it; undefined for an answer about which a program cannot tell. */
  readonly check?: ((answer: string) => boolean | undefined) | undefined
}

/** A conversation with a preset first answer and feedback on it: two turns, and more where there are exchanges. */
export interface FbItem extends Readonly<Omit<z.output<typeof bundledItem>, 'lang' | 'checklist' | 'reference' | 'concession'>> {
  readonly language: 'en' | 'zh'
  readonly checklist: readonly FbCriterion[]
  /** A second answer with full marks, where there is one. */
  readonly reference?: string | undefined
  /** A second answer that gives in to misleading feedback. */
  readonly concession?: string | undefined
  /** How hard it is by blind solving, for bundled items from version 2 on. */
  readonly level?: BlindLevel | undefined
}

/** Whether a judge is asked for the official JSON: of items whose criteria have no checks, as those of the official data have none. */
export function hasOfficialForm({ checklist }: Pick<FbItem, 'checklist'>): boolean {
  return checklist.some(({ check }) => !check)
}
