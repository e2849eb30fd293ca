import type { z } from 'zod'
import { parse } from '../../core/base/data/parse.ts'

/** A scorer of saved outputs, for `files.scorer` of a suite: from a line of this form to its scores. It throws HoldfastError for a line that does not fit. */
export function lineScorer<Schema extends z.ZodType, Scores extends object>(schema: Schema, score: (line: z.output<Schema>) => Scores) {
  return () =>
    (value: unknown, where: string): Scores =>
      score(parse(schema, value, where))
}
