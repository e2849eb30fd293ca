import { z } from 'zod'
import { listOf } from '../../src/kit.ts'

/** Kinds of tasks, by what the answer is. */
export const KINDS = ['action', 'arithmetic', 'data-to-text', 'json', 'table', 'text'] as const
/** Kind of a task. */
export type ShardedKind = (typeof KINDS)[number]

/** Whether the answer to tasks of a kind is a text. */
export function isTextKind(kind: ShardedKind): boolean {
  return kind === 'text' || kind === 'data-to-text'
}

/** Kinds of tasks in words. */
export const KIND_TITLES: Readonly<Record<ShardedKind, string>> = {
  action: 'action calls as JSON',
  arithmetic: 'arithmetic',
  'data-to-text': 'data to text',
  json: 'JSON',
  table: 'table',
  text: 'text with constraints',
}

/** Forms in which a task is put unless others are named: one message, its pieces as points of one message, one piece a turn. */
const DEFAULT_FORMS = ['full', 'concat', 'sharded'] as const
/** What Lost in Conversation tries against the loss (arXiv 2505.06120): all pieces once more at the end, or in each turn those before it. */
export const REMEDIES = ['recap', 'snowball'] as const
/** Forms in which a task can be put. */
export const FORMS = [...DEFAULT_FORMS, ...REMEDIES] as const
/** Form of a task. */
export type ShardedForm = (typeof FORMS)[number]

/** How hard a task is, by whoever wrote it. */
export const LEVELS = ['easy', 'medium', 'hard'] as const

/** Trials of a task in Lost in Conversation: percentiles of another number mean something else. */
export const PAPER_TRIALS = 10

/** Options of the suite, `HOLDFAST_SHARDED_<OPTION>`. */
export const shardedOptions = z.strictObject({
  /** Forms in which each task is put. A loss needs `sharded` and `full` or `concat`; a gain `sharded` and `recap` or `snowball`. */
  forms: listOf(FORMS).default([...DEFAULT_FORMS]),
  /** Which kinds of tasks to run. */
  kinds: listOf(KINDS).default([...KINDS]),
  /** Which levels of tasks to run. */
  levels: listOf(LEVELS).default([...LEVELS]),
})

/** Validated options. */
export type ShardedOptions = z.output<typeof shardedOptions>
