import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { callRecord, HoldfastError, plainName, type RunFolder, TOKENIZERS } from '../../kit.ts'

/** Files of a run's batches. */
export interface BatchFolder {
  readonly path: string
  /** What was asked by batch, with the id of each request. */
  readonly asked: string
  /** Requests that came back without an answer. */
  readonly failures: string
  /** Batches of a live run, as they went. */
  readonly batches: string
}

/**
 * The files of a run's batches.
 *
 * @throws HoldfastError where a file in their folder is a link: the run may be another's.
 */
export function batchFolder({ batch: path }: Pick<RunFolder, 'batch'>): BatchFolder {
  const folder = { path, asked: join(path, 'asked.jsonl'), failures: join(path, 'failures.jsonl'), batches: join(path, 'batches.jsonl') }
  for (const entry of existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []) {
    if (entry.isFile()) continue
    throw new HoldfastError(
      'DATA',
      `Failed to read ${join(path, entry.name)}: it is no plain file. Remove it, or copy there what it leads to.`,
    )
  }
  return folder
}

/** Name of a file of requests. Those of its results are named after it. */
const batchFile = plainName.regex(/\.jsonl$/, 'no name of a file of requests')

/** One line of asked.jsonl: a call as it stands in calls.jsonl, without its answer. */
export const askedCall = callRecord.extend({
  custom_id: z.string(),
  /** Which wave of requests it is of, from 1. */
  wave: z.number().int().positive(),
  /** Name of the file with its request. */
  file: batchFile,
  /** SHA-256 of the body of its request. */
  body: z.string(),
  /** What an answer is held to that had room for thoughts on top of its cap, in tokens. */
  hold: z.object({ cap: z.number().int().positive(), tokenizer: z.enum(TOKENIZERS).optional() }).optional(),
})

/** A call that was asked by batch. */
export type AskedCall = z.output<typeof askedCall>

/** One line of failures.jsonl. */
export const failedRequest = z.object({
  custom_id: z.string(),
  message: z.string(),
  /** Whether another request would fail alike. */
  final: z.boolean(),
})

/** A request that came back without an answer. */
export type FailedRequest = z.output<typeof failedRequest>

/** One line of batches.jsonl: what is known of the batch of a file by then. Later lines add to earlier ones. */
export const batchLine = z.object({
  file: batchFile,
  /** Model, as reports name it. */
  model: z.string(),
  input: z.string().optional(),
  id: z.string().optional(),
  /** How it ended, once all of its answers are written down. */
  ended: z.string().optional(),
})

/** What is known of a batch. */
export type BatchLine = z.output<typeof batchLine>
