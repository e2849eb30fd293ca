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

/** The sides of a style. */
export const AXES = ['clarity', 'abstraction', 'emotion'] as const

/** What an objection is about. */
export const FOCI = ['style', 'word usage', 'phrase usage'] as const

/** Name of a focus. */
export type Focus = (typeof FOCI)[number]

/** Group of the ratings after so many other queries, which their parts tell. */
export const ASKED_AGAIN = 'persistent.c'
