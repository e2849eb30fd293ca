import { z } from 'zod'
import { recordName } from './recordName.ts'
import { DATA_ROLES, ROLES } from './role.ts'

/** How an item ended (docs/formats.md, section 1). */
export const ITEM_STATES = ['passed', 'failed', 'unscored', 'error', 'skipped'] as const

/** State of an item. */
export type ItemState = (typeof ITEM_STATES)[number]

/** One line of items.jsonl: one item, one trial. */
export const itemRecord = z.object({
  suite: recordName,
  item: z.string(),
  task: z.string(),
  trial: z.number().int().nonnegative(),
  status: z.enum(ITEM_STATES),
  tags: z.record(recordName, z.union([z.string(), z.array(z.string())])),
  clusters: z.record(recordName, z.string()).optional(),
  scores: z.record(recordName, z.number()),
  /** What an answer without knowledge gets for the same item, under the names of its scores. */
  floor: z.record(recordName, z.number()).optional(),
  threshold: z.number().optional(),
  reason: z.string().optional(),
  error: z.string().optional(),
  /** Place in the order in which gates that are decided early look at items, from 0. Items of one place are looked at together. */
  unit: z.number().int().nonnegative().optional(),
  /** Chance with which that order drew it, as a share of the sizes of all items: those that weigh more in gates come earlier. */
  size: z.number().nonnegative().optional(),
  /** What earlier runs told of its part in gates before it ran, by metric and kind of rule. */
  foretold: z.record(z.string(), z.number()).optional(),
  /** Answers of the model under test that a cap on their length ended. */
  cut: z.number().int().positive().optional(),
  /** Counts of what was read off replies of whether their writers read, as `<role>.<trace>`, in a panel as `<role>.<trace> <model>` (src/judging/traces.ts). */
  traces: z.record(z.string(), z.number().int().positive()).optional(),
})

/** One item of one trial as it ended. */
export type ItemRecord = z.output<typeof itemRecord>

/** No recording gives tokens back to a budget. */
const tokens = z.number().nonnegative()

const segmentRef = z.object({ name: z.string(), sha256: z.string(), chars: z.number() })

/** What an application says of the memory of one of its sessions. */
export const sessionState = z.object({
  /** How often the conversation has been compacted. */
  compactions: tokens.optional(),
  /** Tokens that the model sees of the conversation. */
  contextTokens: tokens.optional(),
  /** What the model sees of the past, for people; never scored. */
  memory: z.string().optional(),
})

/** Who answered, by the endpoint's own word. */
export const served = z.object({
  model: z.string(),
  /** Build or configuration of the server. */
  fingerprint: z.string().optional(),
})

/** Tokens that a call took. */
export const usedTokens = z.object({
  promptTokens: tokens,
  /** Those of the prompt that the endpoint had in its own cache, where it tells. */
  cachedTokens: tokens.optional(),
  /** Thoughts among them. */
  completionTokens: tokens,
  /** Tokens of the thoughts alone, where the endpoint tells. */
  reasoningTokens: tokens.optional(),
})

/** The session of an application that a call was a turn of. */
const session = z.object({
  /** Hash of its made-up user. */
  id: z.string(),
  /** Number of the turn, from 1. */
  turn: z.number().int().nonnegative(),
  /** Session that it was forked from. */
  forkOf: z.string().optional(),
  /** What it can do beside answering. */
  can: z.array(z.enum(['fork', 'compact'])).readonly(),
  /** Of a branch that was told all turns anew: share of the answers that came out the same, 0 to 1. */
  exact: z.number().optional(),
  /** State before a compaction. */
  before: sessionState.optional(),
  state: sessionState.optional(),
})

/** One line of calls.jsonl: one model call, in the replay format and more (docs/formats.md, section 3). */
export const callRecord = z.object({
  suite: recordName,
  item: z.string(),
  role: z.enum([...ROLES, ...DATA_ROLES]),
  call: z.string(),
  trial: z.number().int().nonnegative().default(0),
  ask: z.number().int().nonnegative().default(0),
  vote: z.number().int().nonnegative().default(0),
  /** Hash of the messages and parameters as the suite asked. */
  asked: z.string().optional(),
  content: z.string().optional(),
  /** Thoughts before the answer. */
  reasoning: z.string().optional(),
  served: served.optional(),
  usage: usedTokens.partial().optional(),
  finish: z.string().optional(),
  model: z.string().optional(),
  simulated: z.boolean().optional(),
  refused: z.boolean().optional(),
  /** Fields of the endpoint's reply that could not be read. */
  malformed: z.array(z.string()).optional(),
  /** An answer to it was cut off by a timeout before. */
  timedOut: z.boolean().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).optional(),
  messagesRef: z.array(z.object({ role: z.string(), segments: z.array(segmentRef) })).optional(),
  ms: z.number().optional(),
  cached: z.boolean().optional(),
  /** When an answer from the cache was given, in milliseconds since 1970. */
  cachedAt: z.number().optional(),
  session: session.optional(),
  /** US dollars, as an application told them. */
  usd: tokens.optional(),
  attempts: z.number().optional(),
  /** `custom_id` of the request that it was answered by, where it went by batch. */
  batch: z.string().optional(),
  error: z.string().optional(),
})

/** One model call as it was made. */
export type CallRecord = z.output<typeof callRecord>

/** What an item's record and its calls have in common, as one text: suite, item and trial. */
export function trialKey({ suite, item, trial }: Pick<ItemRecord, 'suite' | 'item' | 'trial'>): string {
  return JSON.stringify([suite, item, trial])
}

/** What stands in the reason of every item that the budget left unscored. */
export const BUDGET_STOP = 'the budget of'

/** Whether an item has no score because the budget was spent. */
export function stoppedByBudget({ status, reason }: Pick<ItemRecord, 'status' | 'reason'>): boolean {
  return status === 'unscored' && (reason?.includes(BUDGET_STOP) ?? false)
}

/** Reason of every item that was not run since its suite's gates were decided. */
export const DECIDED = 'every gate is decided'

/** Whether an item was not run since its suite's gates were decided without it. */
export function wasNotNeeded({ status, reason }: Pick<ItemRecord, 'status' | 'reason'>): boolean {
  return status === 'skipped' && reason === DECIDED
}

/** What stands in the error of every item whose calls ended with the run. */
export const RUN_STOPPED = 'the run was stopped'

/** Whether an item has no score because the run was stopped from outside: it is asked again when the run goes on. */
export function stoppedWithRun({ status, error }: Pick<ItemRecord, 'status' | 'error'>): boolean {
  return status === 'error' && (error?.includes(RUN_STOPPED) ?? false)
}

/** Keeps the last record of each (suite, item, trial), in the order they first came. */
export function latestRecords(records: Iterable<ItemRecord>): ItemRecord[] {
  const latest = new Map<string, ItemRecord>()
  for (const record of records) latest.set(trialKey(record), record)
  return [...latest.values()]
}

/** The records by item and trial: the order in which items ended differs by run, and with it a sum's last digit. */
export function inOrder(records: readonly ItemRecord[]): ItemRecord[] {
  return [...records].sort((one, other) => {
    if (one.item === other.item) return one.trial - other.trial
    return one.item < other.item ? -1 : 1
  })
}
