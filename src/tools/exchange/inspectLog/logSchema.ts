import { z } from 'zod'
import { recordName } from '../../../kit.ts'

/** The version of the log format that is read here (`LOG_SCHEMA_VERSION` of inspect_ai). */
export const LOG_VERSION = 2

// Python leaves out what is None. Fields that are not read here are passed over: releases add some.
const text = z.string().nullish()
const tokens = z.number().nonnegative().nullish()
const options = z.record(z.string(), z.unknown()).nullish()

const modelUsage = z.object({
  input_tokens: tokens,
  output_tokens: tokens,
  input_tokens_cache_write: tokens,
  input_tokens_cache_read: tokens,
  reasoning_tokens: tokens,
  /** US dollars, where Inspect was told prices. */
  total_cost: z.number().nonnegative().nullish(),
})

/** Tokens of one model (`ModelUsage`). */
export type InspectUsage = z.output<typeof modelUsage>

const scorerResult = z.object({
  /** That of the scorer, or the key of a scorer whose values are dictionaries. */
  name: z.string(),
  scorer: text,
  reducer: text,
  /** Of a value null stands for NaN. */
  metrics: z.record(z.string(), z.object({ value: z.number().nullable(), params: options })).nullish(),
})

/** Figures that the log has of one scorer (`EvalScore`). */
export type InspectScore = z.output<typeof scorerResult>

/** What a log says of its run, without the samples (`EvalLog`). */
export const logHeader = z.object({
  version: z.number().default(LOG_VERSION),
  status: z.string(),
  eval: z.object({
    task: z.string().min(1).pipe(recordName),
    task_version: z.union([z.number(), z.string()]).nullish(),
    task_args: options,
    run_id: text,
    eval_id: text,
    created: text,
    model: z.string(),
    model_roles: z.record(z.string(), z.object({ model: z.string() })).nullish(),
    dataset: z.object({ name: text, location: text }),
    config: z.object({
      epochs: z.number().int().positive().nullish(),
      limit: z.union([z.number(), z.array(z.number())]).nullish(),
      score_on_error: z.boolean().nullish(),
    }),
    packages: z.record(z.string(), z.string()).nullish(),
    scorers: z.array(z.object({ name: z.string(), options })).nullish(),
  }),
  results: z
    .object({
      total_samples: z.number().int().nonnegative().nullish(),
      scores: z.array(scorerResult).nullish(),
    })
    .nullish(),
  stats: z
    .object({
      started_at: text,
      completed_at: text,
      model_usage: z.record(z.string(), modelUsage).nullish(),
      role_usage: z.record(z.string(), modelUsage).nullish(),
    })
    .nullish(),
  error: z.object({ message: z.string() }).nullish(),
})

/** {@link logHeader} as read. */
export type InspectHeader = z.output<typeof logHeader>

// Null stands for NaN: `Score.unscored()` writes it.
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** What a scorer said of a sample (`Score`). */
const score = z.object({
  value: z.union([scalar, z.array(scalar), z.record(recordName, scalar)], 'no text, number, boolean, list or dictionary'),
  answer: text,
  explanation: text,
})

/** One sample in one epoch (`EvalSample`). */
export const logSample = z.object({
  id: z.union([z.string(), z.number()]),
  epoch: z.number().int().positive(),
  input: z.unknown().optional(),
  target: z.unknown().optional(),
  choices: z.unknown().optional(),
  scores: z.record(recordName, score).nullish(),
  metadata: options,
  messages: z.array(z.unknown()).nullish(),
  output: z.object({ choices: z.array(z.object({ stop_reason: text })).nullish() }).nullish(),
  error: z.object({ message: z.string() }).nullish(),
  limit: z.object({ type: z.string() }).nullish(),
  invalidation: z.object({ author: text, reason: text }).nullish(),
})

/** {@link logSample} as read. */
export type InspectSample = z.output<typeof logSample>
