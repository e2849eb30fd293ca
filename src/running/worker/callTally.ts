import { remembered } from '../../core/base/remembered.ts'
import { type TokenizerName, tokenizer } from '../../core/base/text/tokenizer.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import type { ModelEntry } from '../../core/format/modelEntry.ts'
import { type CallVolume, type PlannedUse, plusVolume } from '../../core/format/plannedUse.ts'
import type { Role } from '../../core/format/role.ts'
import { typicalVotes } from '../../judging/doubt.ts'
import { renderCalls } from '../../judging/pairwise/judgePair.ts'
import type { Pair } from '../../judging/pairwise/pair.ts'
import { type Comparison, STRATEGIES, type StrategyName } from '../../judging/pairwise/strategies.ts'
import type { AskOptions } from '../../models/model.ts'
import { contentText, type Message } from '../../models/transport.ts'
import type { PlannedCalls } from './suite.ts'

/** What the calls of an item take, by role. */
export type RoleVolumes = Readonly<Partial<Record<Role, CallVolume>>>

/** Adds up the calls of an item, from the lengths of their prompts and answers. */
export class CallTally {
  /** What has been added up. */
  readonly volumes: Partial<Record<Role, CallVolume>> = {}

  /** Calls of one prompt and one answer each. */
  add(role: Role, promptTokens: number, completionTokens: number, calls = 1): this {
    const volume = { calls, promptTokens: calls * promptTokens, completionTokens: calls * completionTokens }
    if (calls > 0) this.volumes[role] = plusVolume(this.volumes[role], volume)
    return this
  }

  /** A conversation in which every call sends all that was said before. */
  conversation(role: Role, openingTokens: number, votes = 1): TalliedConversation {
    let tokens = openingTokens
    const conversation: TalliedConversation = {
      ask: (saidTokens, answerTokens) => {
        this.add(role, tokens + saidTokens, answerTokens, votes)
        tokens += saidTokens + answerTokens
        return conversation
      },
      branch: () => this.conversation(role, tokens, votes),
    }
    return conversation
  }
}

/** A conversation whose prompts grow by what is said. */
interface TalliedConversation {
  /** Something is said, and the role answers it: one call. */
  ask(saidTokens: number, answerTokens: number): TalliedConversation
  /** A conversation that goes on from here by itself. */
  branch(): TalliedConversation
}

/** Adds up an item twice: with typical lengths, and with the most there can be. */
export function plannedUses<Lengths>(typical: Lengths, most: Lengths, tally: (counted: CallTally, lengths: Lengths) => void) {
  const [usual, all] = [new CallTally(), new CallTally()]
  tally(usual, typical)
  tally(all, most)
  return withMost(usual.volumes, all.volumes)
}

/** Typical volumes beside the most they can be. */
function withMost(typical: RoleVolumes, most: RoleVolumes): Partial<Record<Role, PlannedUse>> {
  const none = { calls: 0, promptTokens: 0, completionTokens: 0 }
  return Object.fromEntries(Object.entries(most).map(([role, volume]) => [role, { ...(typical[role as Role] ?? none), most: volume }]))
}

/** The cap that a call goes with: that of the model's entry, where it has one, in place of the suite's. */
export function capOf(entry: Pick<ModelEntry, 'maxTokens'> | undefined, cap: number): number {
  return entry?.maxTokens ?? cap
}

/** Counts the tokens of texts as the model of an entry does, as far as it says. */
export function tokenCounter(entry: Pick<ModelEntry, 'tokenizer'> | undefined, fallback: TokenizerName = 'o200k_base') {
  /** Tokens of a text. Each text is counted once: the same ones stand in the prompts of many items. */
  const of = remembered(tokenizer(entry?.tokenizer ?? fallback).count)
  /** Tokens of all texts of a prompt, without what a chat template puts around them. */
  const ofMessages = (messages: readonly Message[]) => messages.reduce((sum, { content }) => sum + of(contentText(content)), 0)
  return { of, ofMessages }
}

/**
 * Typical tokens of a judge's reply, for `holdfast plan`: means over recorded replies of GPT-4 to the official pairs (of ChatGPT for
 * ratings), in o200k_base. Debates have no recordings: a speech counts as a reasoned verdict.
 */
export const TYPICAL_TOKENS = { metrics: 63, reference: 85, direct: 4, reasoned: 100, rating: 1 } as const

/** What a reply is. */
type ReplyKind = keyof typeof TYPICAL_TOKENS

/** Tells what a pair takes: typically verdicts that agree, at most those that contradict each other. */
export function planPair(config: Pick<ResolvedConfig, 'roles' | 'votes' | 'decide' | 'doubt'>, name: StrategyName) {
  const { roles } = config
  const usual = typicalVotes(config)
  const strategy = STRATEGIES[name]
  const { of } = tokenCounter(roles.judge)
  const tally = async (item: Pair, conflicting: boolean, votes: number, lengthOf: (call: string, cap: number) => number) => {
    const counted = new CallTally()
    // What the judge says before its verdict stands in later prompts of some strategies.
    const rendered = await renderCalls(item, strategy, conflicting, (call, cap) => 'so '.repeat(lengthOf(call, cap)))
    for (const { call, messages, maxTokens } of rendered) {
      const prompt = messages.reduce((sum, { content }) => sum + of(content), 0)
      counted.add('judge', prompt, lengthOf(call, maxTokens), votes)
    }
    return counted.volumes
  }
  return async (item: Pair): Promise<PlannedCalls> => {
    const typical = await tally(item, false, usual, (call) => TYPICAL_TOKENS[kindOf(call, strategy.comparison)])
    const most = await tally(item, true, config.votes, (_call, cap) => capOf(roles.judge, cap))
    const { promptTokens = 0, calls = 0 } = typical.judge ?? {}
    const waves = Math.round((calls / usual) * config.votes)
    return { waves, roles: withMost(typical, most), distinct: promptTokens / usual }
  }
}

function kindOf(call: string, comparison: Comparison): ReplyKind {
  if (call === 'metrics' || call === 'reference') return call
  if (comparison.kind === 'rating') return 'rating'
  if (comparison.kind === 'synthesis' && call.endsWith('-2') && !comparison.reasoned) return 'direct'
  return comparison.kind === 'direct' ? 'direct' : 'reasoned'
}

/** Whether a call may be answered otherwise the next time: its temperature is not 0, or its endpoint (see `adapted`) does not take one. */
export function mayDiffer(
  entry: Pick<ModelEntry, 'temperature' | 'members'> | undefined,
  options: Pick<AskOptions, 'temperature'>,
  adapted: readonly string[] = [],
): boolean {
  if (adapted.some((change) => change.startsWith('temperature '))) return true
  const entries = entry?.members ?? [entry]
  return entries.some((one) => (one?.temperature === undefined ? options.temperature : one.temperature) !== 0)
}

/** A message to the candidate, with the tokens that its answer typically has. */
export interface PlannedMessage {
  readonly tokens: number
  readonly typical: number
  /** It is asked in a branch of its own: what is said later does not hold it. */
  readonly isAside?: boolean
}

/**
 * Plans items that are one conversation with the candidate each.
 * @param answerTokens cap of an answer, where the model's entry has none of its own.
 * @param saidIn what is said in the conversation of an item, by a counter of tokens: its opening, by default nothing, then each message.
 */
export function planDialogue<Item>(
  { roles }: Pick<ResolvedConfig, 'roles'>,
  answerTokens: number,
  saidIn: (item: Item, of: (text: string) => number) => { readonly opening?: number; readonly messages: readonly PlannedMessage[] },
): (item: Item) => PlannedCalls {
  const { of } = tokenCounter(roles.candidate)
  const cap = capOf(roles.candidate, answerTokens)
  return (item) => {
    const { opening = 0, messages } = saidIn(item, of)
    const roles = plannedUses<(typical: number) => number>(
      (typical) => Math.min(typical, cap),
      () => cap,
      (counted, lengthOf) => {
        const conversation = counted.conversation('candidate', opening)
        for (const { tokens, typical, isAside } of messages) (isAside ? conversation.branch() : conversation).ask(tokens, lengthOf(typical))
      },
    )
    return { waves: messages.length, roles }
  }
}
