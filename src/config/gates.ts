import { z } from 'zod'

const rule = z
  .strictObject({
    /** The metric must be at least this. */
    min: z.number().optional(),
    /** The metric must be at most this. */
    max: z.number().optional(),
  })
  .refine(({ min, max }) => min !== undefined || max !== undefined, {
    error: 'a rule needs min or max',
    // One clear error: an unknown key is said first.
    when: ({ issues }) => issues.length === 0,
  })

/** Rules a run must keep, `{ <suite>: { <metric>: { min, max } }, minJudgeAccuracy, maxUnscored, allowSimulated }`. */
export const gates = z
  .object({
    /** The judge's certified accuracy in percent must be at least this. */
    minJudgeAccuracy: z.number().min(0).max(100).optional(),
    /** Share of items, 0 to 1, that may end `unscored` or `error`. */
    maxUnscored: z.number().min(0).max(1).optional(),
    /** Let gates pass on simulated models. */
    allowSimulated: z.boolean().optional(),
  })
  .catchall(z.record(z.string(), rule))

/** Validated gates. */
export type Gates = z.output<typeof gates>

/** Bounds on one metric. */
export type GateRule = z.output<typeof rule>

/** Gates as a user writes them: rules by suite and metric beside the rules of the whole run. */
export interface GatesInput {
  readonly minJudgeAccuracy?: number | undefined
  readonly maxUnscored?: number | undefined
  readonly allowSimulated?: boolean | undefined
  readonly [suite: string]: Readonly<Record<string, GateRule>> | number | boolean | undefined
}
