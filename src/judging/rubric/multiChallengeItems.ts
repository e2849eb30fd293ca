import { z } from 'zod'
import { readJsonl } from '../../core/base/data/jsonl.ts'
import { dataError } from '../../core/base/errors.ts'
import type { Url } from '../../core/base/platformTypes.ts'
import { type Check, criterion, type Rubric, rubric } from './rubric.ts'

/** A conversation that was held, the last message to be answered, and one question to a judge about the answer. */
export type MultiChallengeItem = Readonly<z.output<typeof fields>>

const fields = z
  .object({
    QUESTION_ID: z.union([z.string().min(1), z.number()]).transform(String),
    AXIS: z.string().min(1),
    CONVERSATION: z
      .array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() }))
      .refine((turns) => turns.length % 2 === 1 && turns.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant')), {
        message: 'user and assistant must take turns, the user first and last: the model answers the last message',
      }),
    TARGET_QUESTION: z.string().min(1),
    PASS_CRITERIA: z
      .string()
      .transform((text) => text.trim().toUpperCase())
      .pipe(z.enum(['YES', 'NO'])),
  })
  .transform(({ CONVERSATION: turns, ...item }) => {
    const said = (at: number) => turns[at]?.content ?? ''
    return {
      id: item.QUESTION_ID,
      /** What is tested, for instance `INFERENCE_MEMORY`. */
      axis: item.AXIS,
      /** Turns before the last message. */
      given: Array.from({ length: (turns.length - 1) / 2 }, (_, at) => ({ user: said(2 * at), assistant: said(2 * at + 1) })),
      /** The message that the model answers. */
      last: said(turns.length - 1),
      question: item.TARGET_QUESTION,
      /** The answer of the judge with which the item passes. */
      passes: item.PASS_CRITERIA,
    }
  })

/** Of the two copies of the authors one has its fields in capitals, the other in small letters. */
const line = z.preprocess(
  (value) => value && Object.fromEntries(Object.entries(value).map(([field, own]) => [field.toUpperCase(), own])),
  fields,
)

/**
 * Reads the items of MultiChallenge (Deshpande and others, arXiv 2501.17399) in the form of its repository: JSONL with `QUESTION_ID`,
 * `AXIS`, `CONVERSATION`, `TARGET_QUESTION` and `PASS_CRITERIA`, in capitals or in small letters.
 * @param file a path, from the working directory, or a URL.
 * @throws HoldfastError naming file, line and field of what does not fit, and for two items of one id.
 */
export async function multiChallengeItems(file: string | Url): Promise<MultiChallengeItem[]> {
  const items = new Map<string, MultiChallengeItem>()
  for await (const item of readJsonl(file, line)) {
    if (items.has(item.id)) {
      const twice = `two items have the QUESTION_ID ${JSON.stringify(item.id)}`
      throw dataError(`Failed to read ${String(file)}: ${twice}. Rename one.`)
    }
    items.set(item.id, item)
  }
  return [...items.values()]
}

/** The one criterion of an item, for a judge: its question, with the answer that passes; `simulated`: what simulated judges find. */
export function multiChallengeRubric({ question, passes }: Pick<MultiChallengeItem, 'question' | 'passes'>, simulated?: Check): Rubric {
  const name = `The right answer to this question about the last reply is ${passes}: ${question}`
  return rubric([criterion(name, simulated && { calibration: { simulated } })])
}
