import { z } from 'zod'
import { anyNames, file, listOf, TOKENIZERS } from '../../src/kit.ts'
import { OFFICIAL_LENGTHS, readLength } from './lengths.ts'
import { TASK_IDS } from './tasks.ts'

/** For a second run that sees what length does: with a limit of 10 a task it takes 110 items. */
const LONG_LENGTHS = ['8k', '32k', '128k']

const lengths = anyNames.transform((names, context) => {
  if (names.length === 1 && names[0] === 'all') return Object.keys(OFFICIAL_LENGTHS)
  if (names.length === 1 && names[0] === 'long') return LONG_LENGTHS
  const wrong = names.find((name) => typeof readLength(name) === 'string')
  if (wrong === undefined) return names
  context.addIssue({ code: 'custom', message: String(readLength(wrong)), input: wrong })
  return z.NEVER
})

/** Options of the suite, `HOLDFAST_LIFBENCH_<OPTION>`. */
export const lifbenchOptions = z.strictObject({
  /** Context lengths: `all`, `long` or names such as 4k, 8k. The two shortest make a first run of seconds. */
  lengths: lengths.default(['4k', '8k']),
  /** Tasks by paper id; all by default. */
  tasks: listOf(TASK_IDS).optional(),
  /** What to do with items that do not fit the candidate's window: stop, leave them out, or cut the context (the paper's way). */
  overflow: z.enum(['error', 'skip', 'truncate']).default('error'),
  /** File of expressions that replace the templates of its tasks, as `holdfast data draft` writes it. */
  expressions: file.optional(),
  /** Encoding that budgets and windows are counted in; the model entry's own wins for the window. */
  tokenizer: z.enum(TOKENIZERS).default('o200k_base'),
})

/** Validated options. */
export type LifbenchOptions = z.output<typeof lifbenchOptions>
