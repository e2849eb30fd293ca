import { HoldfastError } from '../src/core/base/errors.ts'
import { Dialogue, STAND_IN } from '../src/judging/dialogue/dialogue.ts'
import type { JudgedSubject } from '../src/judging/rubric/rubric.ts'
import { contentText } from '../src/models/transport.ts'
import { receivedText } from './receivedText.ts'

/**
 * What a matcher is applied to: a text, a model's answer, or a dialogue, whose last answer counts.
 *
 * @throws HoldfastError for anything else, for a dialogue without a turn, and for a simulated model's answer to a turn
 * without a reference.
 */
export function readSubject(matcher: string, received: unknown): Omit<JudgedSubject, 'reference'> {
  const subject = subjectOf(received)
  if (!subject) {
    const { received: what, advice = 'Pass what the model answered.' } = receivedText(received)
    throw new HoldfastError('USAGE', `Failed to apply ${matcher}: expected a text, an answer or a dialogue, received ${what}. ${advice}`)
  }
  // An empty answer scores nothing; where nobody was asked there is nothing to score.
  if (received instanceof Dialogue && received.turns.length === 0) {
    throw new HoldfastError('USAGE', `Failed to apply ${matcher}: the dialogue has no turn yet. Call dialogue.ask(...) first.`)
  }
  if (subject.answer === STAND_IN) {
    throw new HoldfastError(
      'USAGE',
      `Failed to apply ${matcher}: the model is simulated and the turn has no reference answer. Give ask or refute a reference, as { reference: '…' }.`,
    )
  }
  return subject
}

function subjectOf(received: unknown): Omit<JudgedSubject, 'reference'> | undefined {
  if (received instanceof Dialogue) {
    const messages = received.messages().map(({ role, content }) => ({ role, content: contentText(content) }))
    return { conversation: messages.slice(0, -1), answer: received.content }
  }
  if (typeof received === 'string') return { conversation: [], answer: received }
  if (typeof received === 'object' && received !== null && 'content' in received && typeof received.content === 'string') {
    return { conversation: [], answer: received.content }
  }
  return undefined
}
