import { z } from 'zod'
import { count, flag, listOf, wholeNumber } from '../../src/kit.ts'

/** Tasks of RefuteBench 2.0: English to Chinese translation, summarization and writing. */
export const TASKS = ['mt', 'summarization', 'writing'] as const

/** Name of a task. */
export type RefuteTask = (typeof TASKS)[number]

/** The tasks in words. */
export const TASK_TITLES: Readonly<Record<RefuteTask, string>> = {
  mt: 'translation',
  summarization: 'summarization',
  writing: 'writing',
}

/** How long an objection has to be remembered: by the next answers, or across talk about other things. */
export const PROTOCOLS = ['transient', 'persistent'] as const

/** Name of a protocol. */
export type Protocol = (typeof PROTOCOLS)[number]

/** Objections of a transient dialogue, and irrelevant queries of a persistent one, in the paper. */
export const PAPER_TURNS = 3

/** Whole numbers from one to another, both included; none where the second is the smaller one. */
export function upTo(least: number, most: number): number[] {
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index)
}

/** How a refuter can speak: as in the paper, or plainly. */
export const STYLES = { clarity: ['vague', 'clear'], abstraction: ['abstract', 'concrete'], emotion: ['emotional', 'calm'] } as const

/** How a refuter speaks. */
export type Style = { readonly [Axis in keyof typeof STYLES]: (typeof STYLES)[Axis][number] }

/** The sides of a style. */
export const AXES = ['clarity', 'abstraction', 'emotion'] as const

/** What an objection is about. */
export const FOCI = ['style', 'word usage', 'phrase usage'] as const

/** Name of a focus. */
export type Focus = (typeof FOCI)[number]

/** Group of the ratings after so many other queries, which their parts tell. */
export const ASKED_AGAIN = 'persistent.c'

/** Options of the suite, `HOLDFAST_REFUTEBENCH_<OPTION>`. */
export const refutebenchOptions = z.strictObject({
  /** Which protocols to run. */
  protocols: listOf(PROTOCOLS).default([...PROTOCOLS]),
  /** Which tasks to run. */
  tasks: listOf(TASKS).default([...TASKS]),
  /** How clear the refuter says what it wants: `vague` as in the paper, `clear`, or `mixed`, drawn per item. */
  clarity: z.enum([...STYLES.clarity, 'mixed']).default('vague'),
  /** Whether it argues abstractly, as in the paper. */
  abstraction: z.enum([...STYLES.abstraction, 'mixed']).default('abstract'),
  /** Whether strong feelings show, as in the paper. */
  emotion: z.enum([...STYLES.emotion, 'mixed']).default('emotional'),
  /** How foci are drawn: each by itself, or so that three turns have three different ones. */
  focus: z.enum(['independent', 'balanced']).default('independent'),
  /** Persistent objections: stated as a standing rule, or by the unchanged prompt of the paper. */
  wording: z.enum(['standing', 'paper']).default('standing'),
  /** Persistent re-query: the first query word for word, or that of another seed. */
  requery: z.enum(['verbatim', 'generalization']).default('verbatim'),
  /** Also re-query at once, without irrelevant queries between: C = 0 like the others. One more call of candidate and judge. */
  immediate: flag.default(false),
  /** Objections of a transient dialogue. */
  objections: wholeNumber(2, 6).default(PAPER_TURNS),
  /** Irrelevant queries of a persistent dialogue: the highest C. */
  distractions: wholeNumber(1, 20).default(PAPER_TURNS),
  /** Irrelevant queries ask for long answers, so that more lies between an objection and the question whether it is remembered. */
  long: flag.default(false),
  /** Rate after every turn, for the curves; off leaves what the tables need. */
  curves: flag.default(true),
  /** Ask the judge whether each objection is already met or contradicts an earlier one. */
  validity: flag.default(false),
  /** Ask the judge how each objection speaks and whether it demands anything. */
  fitness: flag.default(false),
  /** Seeds a task drawn from official sentences or a user's own files. */
  seeds: count.default(100),
})

/** Validated options. */
export type RefutebenchOptions = z.output<typeof refutebenchOptions>
