import type { Session, SessionCandidate } from 'holdfast'

/**
 * The order desk of a shop for lamps, which keeps its conversations itself and compacts them. It stands for an application with a language
 * model: it is a program of a few rules, so that the example runs without a key. It answers from what it has kept, and from nothing else.
 */
export const session: SessionCandidate = { open: () => conversation([], 0) }

function conversation(begun: readonly string[], earlier: number): Session {
  let kept = begun
  let compactions = earlier
  const state = () => ({ compactions, contextTokens: Math.ceil(kept.join(' ').length / 4) })
  return {
    send(text) {
      kept = [...kept, text]
      return { content: answerTo(text, kept), state: state() }
    },
    fork: () => conversation(kept, compactions),
    compact() {
      kept = summary(kept)
      compactions += 1
      return state()
    },
  }
}

/** A wish for all that follows, with what it is about. */
const WISH = /from now on ([^.]*?) (to|in) ([^.]*)\./i

/**
 * What is kept of a conversation: each wish, as it was said last. `DESK_FAULT` plants two faults that real summaries have. With `forgets`
 * topics are kept and wishes are not. With `revives` a wish stays as it was said first, and its correction is lost.
 */
function summary(said: readonly string[]): string[] {
  const fault = process.env.DESK_FAULT
  const wishes = new Map<string, string>()
  for (const text of said) {
    const matter = WISH.exec(text)?.[1]
    if (matter !== undefined && !(fault === 'revives' && wishes.has(matter))) wishes.set(matter, text)
  }
  return ['The customer has asked about lamps.', ...(fault === 'forgets' ? [] : wishes.values())]
}

function answerTo(question: string, known: readonly string[]): string {
  const wishOf = (matter: RegExp) => known.findLast((text) => WISH.test(text) && matter.test(text))
  if (/asked you to keep to/.test(question)) return known.filter((text) => WISH.test(text)).join(' ') || 'Nothing.'
  // What the check before the first item asks.
  if (/which codes/i.test(question))
    return (
      known
        .join(' ')
        .match(/hf-[0-9a-f]{8}/g)
        ?.join(' ') ?? 'none'
    )
  if (/cost/.test(question)) return wishOf(/prices/) ? 'It costs 40 €.' : 'It costs $44.'
  if (/where/i.test(question)) return `It goes to ${WISH.exec(wishOf(/parcels/) ?? '')?.[3] ?? 'the address of your account'}.`
  return 'All right.'
}
