import { z } from 'zod'
import { readJsonl } from '../../core/base/data/jsonl.ts'
import { HoldfastError } from '../../core/base/errors.ts'
import type { Url } from '../../core/base/platformTypes.ts'
import type { Check, Rubric } from './rubric.ts'
import { criterion, rubric } from './rubric.ts'

const fields = z
  .object({
    QUESTION_ID: z.union([z.string().min(1), z.number()]).transform(String),
    AXIS: z.string().min(1),
    CONVERSATION: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).min(1),
    TARGET_QUESTION: z.string().min(1),
    PASS_CRITERIA: z
      .string()
      .transform((text) => text.trim().toUpperCase())
      .pipe(z.enum(['YES', 'NO'])),
  })
  .superRefine(({ CONVERSATION: turns }, context) => {
    const wrong = turns.findIndex(({ role }, at) => role !== (at % 2 === 0 ? 'user' : 'assistant'))
    if (wrong !== -1)
      context.addIssue({
        code: 'custom',
        path: ['CONVERSATION', wrong, 'role'],
        message: 'user and assistant must take turns, the user first',
      })
    else if (turns.at(-1)?.role !== 'user')
      context.addIssue({ code: 'custom', path: ['CONVERSATION'], message: 'the last message must be the user’s: the model answers it' })
  })

/** Of the two copies of the authors one has its fields in capitals, the other in small letters. */
const line = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([field, own]) => [field.toUpperCase(), own]))
      : value,
  fields,
)

/** A conversation that was held, the last message to be answered, and one question to a judge about the answer. */
export interface MultiChallengeItem {
  readonly id: string
  /** What is tested, for instance `INFERENCE_MEMORY`. */
  readonly axis: string
  /** Turns before the last message. */
  readonly given: readonly { readonly user: string; readonly assistant: string }[]
  /** The message that the model answers. */
  readonly last: string
  readonly question: string
  /** The answer of the judge with which the item passes. */
  readonly passes: 'YES' | 'NO'
}

/**
 * Reads the items of MultiChallenge (Deshpande and others, arXiv 2501.17399) in the form of its repository: JSONL with `QUESTION_ID`,
 * `AXIS`, `CONVERSATION`, `TARGET_QUESTION` and `PASS_CRITERIA`, in capitals or in small letters.
 *
 * @param file a path, from the working directory, or a URL.
 * @throws HoldfastError naming file, line and field of what does not fit, and for two items of one id.
 */
export async function multiChallengeItems(file: string | Url): Promise<MultiChallengeItem[]> {
  const items: MultiChallengeItem[] = []
  const seen = new Set<string>()
  for await (const { QUESTION_ID: id, AXIS: axis, CONVERSATION: turns, TARGET_QUESTION: question, PASS_CRITERIA: passes } of readJsonl(
    file,
    line,
  )) {
    if (seen.has(id))
      throw new HoldfastError('DATA', `Failed to read ${String(file)}: two items have the QUESTION_ID ${JSON.stringify(id)}. Rename one.`)
    seen.add(id)
    const given = Array.from({ length: (turns.length - 1) / 2 }, (_, at) => ({
      user: turns[2 * at]?.content ?? '',
      assistant: turns[2 * at + 1]?.content ?? '',
    }))
    items.push({ id, axis, given, last: turns.at(-1)?.content ?? '', question, passes })
  }
  return items
}

/**
 * The one criterion of an item, which a judge decides: its question, with the answer that passes.
 *
 * @param simulated what simulated judges find.
 */
export function multiChallengeRubric({ question, passes }: Pick<MultiChallengeItem, 'question' | 'passes'>, simulated?: Check): Rubric {
  const name = `The right answer to this question about the last reply is ${passes}: ${question}`
  return rubric([criterion(name, simulated && { calibration: { simulated } })])
}
