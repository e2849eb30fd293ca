import { z } from 'zod'
import { file, HoldfastError, messageOf, TOKENIZERS } from '../../src/kit.ts'
import { lengthOf, OFFICIAL_LENGTHS } from './lengths.ts'
import { TASKS, taskById } from './tasks.ts'

/** A list given as an array, or as text with commas in an environment variable. */
const list = z.union([z.array(z.string()).nonempty(), z.string().transform((text) => text.split(',').map((entry) => entry.trim()))])

/** For a second run that sees what length does: with a limit of 10 a task it takes 110 items. */
const LONG_LENGTHS = ['8k', '32k', '128k']

const lengths = list.transform((names, context) => {
  if (names.length === 1 && names[0] === 'all') return Object.keys(OFFICIAL_LENGTHS)
  if (names.length === 1 && names[0] === 'long') return LONG_LENGTHS
  for (const name of names) {
    try {
      lengthOf(name)
    } catch (error) {
      if (!(error instanceof HoldfastError)) throw error
      context.addIssue({
        code: 'custom',
        message: messageOf(error)
          .replace(/^Failed to read the lifbench option lengths: /, '')
          .replace(/\.$/, ''),
        input: name,
      })
      return z.NEVER
    }
  }
  return [...new Set(names)]
})

const tasks = list.transform((names, context) => {
  const unknown = names.find((name) => !taskById(name))
  if (unknown === undefined) return names
  context.addIssue({ code: 'custom', message: `expected task ids of ${TASKS.map((task) => task.id).join(', ')}`, input: unknown })
  return z.NEVER
})

/** Options of the suite, `HOLDFAST_LIFBENCH_<OPTION>`. */
export const lifbenchOptions = z.strictObject({
  /** Context lengths: `all`, `long` or names such as 4k, 8k. The two shortest make a first run of seconds. */
  lengths: lengths.default(['4k', '8k']),
  /** Tasks by paper id; all by default. */
  tasks: tasks.optional(),
  /** What to do with items that do not fit the candidate's window: stop, leave them out, or cut the context (the paper's way). */
  overflow: z.enum(['error', 'skip', 'truncate']).default('error'),
  /** File of expressions that replace the templates of its tasks, as `holdfast data expand` writes it. */
  expressions: file.optional(),
  /** Encoding that budgets and windows are counted in; the model entry's own wins for the window. */
  tokenizer: z.enum(TOKENIZERS).default('o200k_base'),
})

/** Validated options. */
export type LifbenchOptions = z.output<typeof lifbenchOptions>
