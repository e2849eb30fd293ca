import { z } from 'zod'
import { ALL_POINTS, casePart, lostPoints } from '../../kit.ts'

/** What of an item a search is about, and which model answered. */
const heading = {
  suite: z.string(),
  item: z.string(),
  trial: z.number().int(),
  model: z.string(),
  simulated: z.boolean(),
}

/** A run of a case: its conversation, the tokens of its prompt, and why it failed. */
const shown = z.object({
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  tokens: z.number().int(),
  reason: z.string(),
  /** What was lost, by name: its weight, and the pattern that decides it; null of a function, none where a judge does. */
  criteria: z
    .record(z.string(), z.object({ weight: z.number(), check: z.object({ pattern: z.string(), flags: z.string() }).nullish() }))
    .optional(),
})

const tried = z.object({
  /** How much of each part the case kept; parts that are not named were whole. */
  sizes: z.record(z.string(), z.number()),
  /** Of so many runs of the case, so many failed for the item's reason. */
  runs: z.number().int(),
  failed: z.number().int(),
  /** `fails`: it failed beyond chance. `passes`: it did not. `unknown`: too few of its runs were scored to tell. */
  outcome: z.enum(['fails', 'passes', 'unknown']),
  reason: z.string().optional(),
  /** Whether these are runs of a case that was tried before, to see that it fails again. */
  again: z.boolean().optional(),
})

/** The smallest case found of an item that failed: `shrunk/<suite>/<item>.json` in the run folder, ids made safe for file names. */
export const shrunkCase = z.object({
  schema: z.literal('holdfast.shrunk/1'),
  ...heading,
  /** `shrunk`: a smaller case fails. `whole`: only the whole item does. `chance`: the item itself does not fail beyond chance. */
  outcome: z.enum(['shrunk', 'whole', 'chance']),
  /** What the item can be made smaller by. */
  parts: z.array(casePart),
  /** How much of each part is left in the smallest case. */
  sizes: z.record(z.string(), z.number()),
  /** Names of the parts without which, each alone, the smallest case no longer fails. */
  needed: z.array(z.string()),
  before: shown,
  after: shown,
  /** Cases in the order they were tried. */
  tried: z.array(tried),
  calls: z.number().int(),
  cached: z.number().int(),
  usd: z.number().nullable(),
  /** Whether the search ended for want of calls or money, so that a smaller case may exist. */
  cutShort: z.boolean(),
})

/** See {@link shrunkCase}. */
export type ShrunkCase = z.output<typeof shrunkCase>

/** Names of the points that the smallest case lost; none where its message names none. */
export function lostNames({ after: { reason } }: Pick<ShrunkCase, 'after'>): string[] {
  return lostPoints({ status: 'failed', reason }).flatMap(({ name }) => (name === ALL_POINTS ? [] : [name]))
}

/** Influence of each earlier turn on an item's outcome: `influence/<suite>/<item>.json` in the run folder. */
export const turnInfluence = z.object({
  schema: z.literal('holdfast.influence/1'),
  ...heading,
  /**
   * Score of the item as it is: the mean total over its runs, 0 to 1, the share of runs that passed, and whether it fails or passes
   * beyond chance. Where that is open no turn is left out.
   */
  whole: z.object({
    runs: z.number().int(),
    total: z.number().nullable(),
    passed: z.number(),
    outcome: z.enum(['failed', 'passed', 'open']),
  }),
  turns: z.array(
    z.object({
      part: z.string(),
      /** Place of the turn in the dialogue, from 0. */
      turn: z.number().int(),
      title: z.string(),
      runs: z.number().int(),
      /** Mean total without the turn; null where no run was scored. */
      total: z.number().nullable(),
      passed: z.number(),
      /** Whether the outcome without it differs beyond chance: from failed to passed, or the reverse. */
      changes: z.enum(['to-passed', 'to-failed', 'no', 'unknown']),
    }),
  ),
  /** Turns that were yet to be left out when the calls or the money ended, where any were. */
  left: z.number().int().optional(),
  calls: z.number().int(),
})

/** See {@link turnInfluence}. */
export type TurnInfluence = z.output<typeof turnInfluence>

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
