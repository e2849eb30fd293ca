import { z } from 'zod'
import { shrunkCase, turnInfluence } from './shrunkCase.ts'

/** What is to be found out about smaller cases of one item. Plain data: it crosses processes. */
export const caseJob = z.object({
  /** The smallest case that fails, or what each turn has to do with the outcome. */
  kind: z.enum(['shrink', 'influence']),
  suite: z.string(),
  item: z.string(),
  trial: z.number().int().nonnegative(),
  /** Absolute folder for the calls of the search. */
  folder: z.string(),
  /** SHA-256 of the data of the run; undefined where any data will do. */
  sha256: z.string().optional(),
  /** Calls at most. */
  maxCalls: z.number().int().positive(),
  /** Runs of one case at most, where answers may differ. */
  runs: z.number().int().positive(),
  /** Names of parts that every case keeps whole. */
  keep: z.array(z.string()).default([]),
})

/** See {@link caseJob}. */
export type CaseJob = z.output<typeof caseJob>

/** How a job ended. */
export const caseResult = z.union([
  z.object({ shrunk: shrunkCase }),
  z.object({ influence: turnInfluence }),
  /** The search did not come to a result. */
  z.object({ stopped: z.literal(true) }),
  z.object({ fault: z.object({ code: z.string(), message: z.string() }) }),
])

/** See {@link caseResult}. */
export type CaseResult = z.output<typeof caseResult>

/** Title of the test that searches, by which it alone is run of a test file. */
export function caseTitle(kind: CaseJob['kind']): string {
  return `holdfast ${kind}: smaller cases of one item`
}
