import { z } from 'zod'
import { listOf } from '../../src/kit.ts'

/** Tasks of RefuteBench 1.0: e-mails, translation from English, questions about facts. */
export const TASKS = ['email', 'mt', 'qa'] as const
/** Name of a task. */
export type Rb1Task = (typeof TASKS)[number]

/** The tasks in words. */
export const TASK_TITLES: Readonly<Record<Rb1Task, string>> = { email: 'e-mail', mt: 'translation', qa: 'questions' }

/** What comes after the feedback: the first query again, another one it applies to, or several queries with feedback each. */
export const KINDS = ['memory', 'generalization', 'multi'] as const
/** Name of a kind. */
export type Rb1Kind = (typeof KINDS)[number]

/** Irrelevant queries between feedback and final query (NC). */
export const NCS = ['0', '1', '2', '3'] as const

/** Language pairs of the translations. */
export const PAIRS = ['en-zh', 'en-he'] as const
/** Name of a language pair. */
export type Pair = (typeof PAIRS)[number]

/** What an e-mail can be told to have. The last one exists in the official code only: no row uses it. */
export const CHECKERS = ['title', 'greetings', 'signature', 'response_language', 'sentence', 'paragraph'] as const
/** Name of a check of e-mails. */
export type Checker = (typeof CHECKERS)[number]

/** Options of the suite, `HOLDFAST_REFUTEBENCH1_<OPTION>`. */
export const refutebench1Options = z.strictObject({
  /** Which tasks to run. */
  tasks: listOf(TASKS).default([...TASKS]),
  /** What comes after the feedback. */
  kinds: listOf(KINDS).default([...KINDS]),
  /** How many irrelevant queries come between; dialogues with several feedbacks have none. */
  ncs: listOf(NCS).default([...NCS]),
  /** Which translations. The bundled ones are English to Chinese. */
  pairs: listOf(PAIRS).default([...PAIRS]),
  /** What a word is to be translated as: another translation of it, or a fixed one that is none. */
  targets: z.enum(['translation', 'random']).default('translation'),
})

/** Validated options. */
export type Refutebench1Options = z.output<typeof refutebench1Options>
