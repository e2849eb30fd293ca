import { CallTally, capOf, type PlannedCalls, plannedUses, type ResolvedConfig, tokenCounter } from '../../src/kit.ts'
import { ANSWER_TOKENS } from './holdDialogue.ts'
import type { Rb1Item } from './items.ts'
import type { Rb1Task } from './names.ts'
import type { Feedback, Script } from './script.ts'

/**
 * How many tokens an answer has as a rule, for `holdfast plan`. No outputs of models are published. A translation is about as long
 * as its sentence, which has 28 tokens in the bundled data and 43 in the official; a question is to be answered without
 * anything else; an e-mail is short. What is talked about in between has references of 18 tokens, and models say more.
 */
export const TYPICAL_TOKENS: Readonly<Record<Rb1Task | 'irrelevant', number>> = { mt: 45, email: 150, qa: 8, irrelevant: 60 }

/** What a slot says where a reference answer leaves nothing to object to, as one of a model may. */
const FEEDBACK_TOKENS = 25

/** Tells what a dialogue takes: every query, and feedback in every slot that the data have some for. */
export function planDialogue({ roles }: Pick<ResolvedConfig, 'roles'>): (item: Rb1Item) => PlannedCalls {
  const { of } = tokenCounter(roles.candidate)
  const cap = capOf(roles.candidate, ANSWER_TOKENS)
  return ({ task, script }) => {
    const messages = messagesOf(script, of)
    const tally = (lengths: { answer: number; irrelevant: number }) => {
      const counted = new CallTally()
      const dialogue = counted.conversation('candidate', of(script.system))
      for (const { kind, tokens } of messages) dialogue.ask(tokens, lengths[kind])
      return counted
    }
    const typical = { answer: TYPICAL_TOKENS[task], irrelevant: TYPICAL_TOKENS.irrelevant }
    return { waves: messages.length, roles: plannedUses(tally, { typical, most: { answer: cap, irrelevant: cap } }) }
  }
}

/** A message of the user, and what answers it. */
interface PlannedMessage {
  readonly kind: 'answer' | 'irrelevant'
  readonly tokens: number
}

/** What the user says, with the feedback that a reference answer gets. */
function messagesOf(script: Script, of: (text: string) => number): PlannedMessage[] {
  const made: Feedback[] = []
  let query = -1
  let feedbacks = 0
  return script.steps.flatMap((step): PlannedMessage[] => {
    if (step.kind === 'irrelevant') return [{ kind: 'irrelevant', tokens: of(step.text) }]
    if (step.kind === 'query') {
      query += 1
      return step.text === '' ? [] : [{ kind: 'answer', tokens: of(step.text) }]
    }
    if (feedbacks === script.feedbacks) return []
    feedbacks += 1
    const found = script.object(query, script.reply(query, made), made)
    if (typeof found === 'string') return [{ kind: 'answer', tokens: FEEDBACK_TOKENS }]
    made.push(found)
    return [{ kind: 'answer', tokens: of(found.text) }]
  })
}
