import type { Turn } from '../dialogue.ts'
import type { UserMove } from './userMove.ts'
import { asksFor, type NamedFact, type ReadProfile, says } from './userProfile.ts'

/**
 * What a simulated user says: the facts that the last answer asks for, else what it wants once more, until it has got that or its
 * patience is at an end.
 *
 * @param leaks whether it blurts out a fact that nobody asked for, so that the controls have something to find.
 */
export function scriptedMove(profile: ReadProfile, turns: readonly Turn[], isDone: boolean, leaks: boolean): UserMove {
  const { goal, opening = goal, facts, patience } = profile
  const said = (fact: NamedFact) => turns.some(({ user }) => says(user, fact.value))
  const blurted = leaks ? facts.filter((fact) => !said(fact)).slice(0, 1) : []
  const withLeak = (message: string) =>
    [message, ...blurted.filter(({ text }) => !message.includes(text)).map(({ text }) => text)].join(' ')
  const last = turns.at(-1)
  if (!last) return { message: withLeak(opening), state: 'goes-on' }
  if (isDone) return { message: 'Thank you, that is all.', state: 'done' }
  const wanted = facts.filter((fact) => asksFor(fact, last.assistant) === true)
  if (wanted.length > 0) return { message: withLeak(wanted.map(({ text }) => text).join(' ')), state: 'goes-on' }
  if (idleTurns(facts, turns) >= patience) return { message: 'I give up.', state: 'fed-up' }
  return { message: withLeak(`I do not know. What I want is this. ${goal}`), state: 'goes-on' }
}

/** Answers in a row, up to the last, that asked for nothing the user knows. */
function idleTurns(facts: readonly NamedFact[], turns: readonly Turn[]): number {
  const asking = turns.findLastIndex(({ assistant }) => facts.some((fact) => asksFor(fact, assistant) === true))
  return turns.length - 1 - asking
}
