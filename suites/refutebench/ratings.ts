import { z } from 'zod'
import {
  type Answer,
  askJudge,
  imitates,
  type JudgedRubric,
  jsonSchema,
  type Model,
  type Parsed,
  replyJson,
  UnscoredError,
} from '../../src/kit.ts'

/**
 * Waits for all questions: the answers, and at the places of those without a usable reply their errors.
 *
 * @throws the first error of another kind.
 */
export async function askAll<T>(asked: readonly Promise<T>[]): Promise<{ readonly answers: T[]; readonly failures: unknown[] }> {
  const results = await Promise.allSettled(asked)
  const failures = results.map((result): unknown => (result.status === 'rejected' ? result.reason : undefined))
  const other = failures.find((error) => error !== undefined && !(error instanceof UnscoredError))
  if (other !== undefined) throw other
  return { answers: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])), failures }
}

/**
 * Makes all ratings of an item, each whether or not another one fails: a rating that no usable reply gave leaves its own
 * metric only.
 *
 * @throws UnscoredError when one that the item's threshold needs has no usable reply.
 */
export async function rateAll(needed: readonly (() => Promise<void>)[], others: readonly (() => Promise<void>)[]): Promise<void> {
  const { failures } = await askAll([...needed, ...others].map((rate) => rate()))
  const missing = failures.slice(0, needed.length).find((error) => error !== undefined)
  if (missing !== undefined) throw missing
}

/**
 * What a judge says in a JSON object, or why it cannot be used. Where what it was shown names one of the fields, its reply
 * may have no others beside them.
 */
export function readFields<Shape extends z.ZodRawShape>(
  shape: Shape,
  { content }: Pick<Answer, 'content'>,
  shown: readonly string[],
): Parsed<z.output<z.ZodObject<Shape>>> {
  const isImitated = imitates(new RegExp(Object.keys(shape).join('|'), 'i'), shown)
  return replyJson(content, (isImitated ? z.strictObject(shape) : z.object(shape)) as z.ZodObject<Shape>, isImitated)
}

/** Has a judge say something of an objection in a JSON object; `simulated` is what a simulated one says, by which of its fields it turns. */
export function askFields<Shape extends z.ZodRawShape>(
  judge: Model,
  shape: Shape,
  asked: {
    readonly prompt: string
    readonly call: string
    readonly form: string
    readonly shown: readonly string[]
    simulated(flipped: (field: number) => boolean): z.output<z.ZodObject<Shape>>
  },
): Promise<z.output<z.ZodObject<Shape>>> {
  const json = { name: asked.form, schema: jsonSchema(z.object(shape)) }
  const verdict = (flipped: (field: number) => boolean) => JSON.stringify(asked.simulated(flipped))
  return askJudge(judge, {
    prompt: asked.prompt,
    call: asked.call,
    options: { temperature: 0, json, simulation: { verdict } },
    parse: (reply) => readFields(shape, reply, asked.shown),
  })
}

/** A figure beside an item's score that a judge is asked for: the item's score under its name, and others. The benchmark decides nothing by it. */
export function besideScore(
  name: string,
  judged: (judge: Model) => Promise<{ readonly total: number; readonly scores: Readonly<Record<string, number>> }>,
): JudgedRubric {
  return {
    points: [{ name, weight: 1 }],
    threshold: 0,
    recordOnly: true,
    async judged(_subject, judge) {
      const { total, scores } = await judged(judge)
      return { points: { [name]: total }, total, scores, explanation: {} }
    },
  }
}
