import { type TokenizerName, tokenizer } from '../../core/base/text/tokenizer.ts'
import type { ModelEntry } from '../../core/format/modelEntry.ts'
import { type CallVolume, type PlannedUse, plusVolume } from '../../core/format/plannedUse.ts'
import type { Role } from '../../core/format/role.ts'
import { contentText, type Message } from '../../models/transport.ts'

/** What the calls of an item take, by role. */
export type RoleVolumes = Readonly<Partial<Record<Role, CallVolume>>>

/** Adds up the calls of an item, from the lengths of their prompts and answers. */
export class CallTally {
  readonly #volumes: Partial<Record<Role, CallVolume>> = {}

  /** What has been added up. */
  get volumes(): RoleVolumes {
    return this.#volumes
  }

  /** Calls of one prompt and one answer each. */
  add(role: Role, promptTokens: number, completionTokens: number, calls = 1): this {
    const volume = { calls, promptTokens: calls * promptTokens, completionTokens: calls * completionTokens }
    if (calls > 0) this.#volumes[role] = plusVolume(this.#volumes[role], volume)
    return this
  }

  /** A conversation in which every call sends all that was said before. */
  conversation(role: Role, openingTokens: number, votes = 1): TalliedConversation {
    return new TalliedConversation(this, role, openingTokens, votes)
  }
}

/** A conversation whose prompts grow by what is said. */
class TalliedConversation {
  readonly #tally: CallTally
  readonly #role: Role
  readonly #votes: number
  #tokens: number

  constructor(tally: CallTally, role: Role, openingTokens: number, votes: number) {
    this.#tally = tally
    this.#role = role
    this.#tokens = openingTokens
    this.#votes = votes
  }

  /** Something is said, and the role answers it: one call. */
  ask(saidTokens: number, answerTokens: number): this {
    this.#tokens += saidTokens
    this.#tally.add(this.#role, this.#tokens, answerTokens, this.#votes)
    this.#tokens += answerTokens
    return this
  }

  /** A conversation that goes on from here by itself. */
  branch(): TalliedConversation {
    return new TalliedConversation(this.#tally, this.#role, this.#tokens, this.#votes)
  }
}

/** Adds up an item twice: with typical lengths, and with the most there can be. */
export function plannedUses<Lengths>(
  tallyOf: (lengths: Lengths) => CallTally,
  { typical, most }: { readonly typical: Lengths; readonly most: Lengths },
): Partial<Record<Role, PlannedUse>> {
  return withMost(tallyOf(typical).volumes, tallyOf(most).volumes)
}

/** Typical volumes beside the most they can be. */
export function withMost(typical: RoleVolumes, most: RoleVolumes): Partial<Record<Role, PlannedUse>> {
  const none = { calls: 0, promptTokens: 0, completionTokens: 0 }
  return Object.fromEntries(Object.entries(most).map(([role, volume]) => [role, { ...(typical[role as Role] ?? none), most: volume }]))
}

/** The cap that a call goes with: that of the model's entry, where it has one, in place of the suite's. */
export function capOf(entry: Pick<ModelEntry, 'maxTokens'> | undefined, cap: number): number {
  return entry?.maxTokens ?? cap
}

/** Counts the tokens of texts. */
export interface TokenCounter {
  /** Tokens of a text. Each text is counted once: the same ones stand in the prompts of many items. */
  of(text: string): number
  /** Tokens of all texts of a prompt, without what a chat template puts around them. */
  ofMessages(messages: readonly Message[]): number
}

/** Counts as the model of an entry does, as far as it says. */
export function tokenCounter(entry: Pick<ModelEntry, 'tokenizer'> | undefined, fallback: TokenizerName = 'o200k_base'): TokenCounter {
  const counter = tokenizer(entry?.tokenizer ?? fallback)
  const known = new Map<string, number>()
  const of = (text: string) => {
    const count = known.get(text) ?? counter.count(text)
    known.set(text, count)
    return count
  }
  return { of, ofMessages: (messages) => messages.reduce((sum, { content }) => sum + of(contentText(content)), 0) }
}
