import { hashFraction } from '../../../src/kit.ts'
import type { RefuteTask } from '../tasks.ts'

/**
 * A wording that can be demanded in place of another, everywhere in an answer. A swap whose `from` contains the `from` of
 * another swap of the seed narrows that one: it demands a third wording in one of the places.
 */
export type Swap = readonly [from: string, to: string]

/** What a dialogue begins with. */
export interface Seed {
  readonly id: string
  readonly task: RefuteTask
  /** The first message to the model. */
  readonly query: string
  /** An answer with full marks; what simulated models start from. */
  readonly reference: string
  /** How hard it is, of bundled seeds; the hard ones came with version 2 of the bundled data. */
  readonly level?: 'plain' | 'hard' | undefined
  /** Wordings of the reference that a simulated refuter objects to. Empty for official seeds. */
  readonly swaps: readonly Swap[]
}

/** Talk about something else, between an objection and the question whether it is remembered. */
export type IrrelevantQuery = Pick<Seed, 'id' | 'query' | 'reference'>

/** Query shapes of the paper (docs/suites/refutebench.md, R1), in our words. */
export const QUERIES = {
  mt: (source: string) => `Translate this sentence from English into Chinese.\n\n[English]: ${source}\n[Chinese]:`,
  summarization: (document: string) => `${document}\n\nPlease summarize the document above in a few sentences.`,
  writing: (instruction: string, input: string) => `${instruction}\n\n${input}`,
} as const

/** At most `count` entries, drawn by the run's seed; fewer are a beginning of more, and the order of the entries does not count. */
export function drawByHash<Entry extends { readonly id: string }>(entries: readonly Entry[], count: number, seed: number): Entry[] {
  return entries
    .map((entry) => ({ entry, at: hashFraction('refutebench-seed', seed, entry.id) }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ entry }) => entry)
}
