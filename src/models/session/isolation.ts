import { randomUUID } from 'node:crypto'
import { HoldfastError } from '../../core/base/errors.ts'
import { RetryableError, timedAttempt, withRetries } from '../retry.ts'
import type { Answer, TransportRequest, Usage } from '../transport.ts'
import { turnFailure } from './conversations.ts'
import { type Conversing, LiveSession } from './liveSession.ts'
import { newThread, type Thread } from './thread.ts'

const WHICH = 'Which codes have I told you in this conversation? Answer with the codes alone, or with "none".'

/**
 * Checks an application's conversations once, by the first question or else the first turn. What failed is looked at again by the next
 * call. It ends with the last call that waits for it, but for a call that waited too long: another attempt goes on waiting.
 */
export function isolationOnce(): (by: Conversing, signal: AbortSignal) => Promise<Usage> {
  let check: { readonly ending: AbortController; readonly isolated: Promise<Usage>; waiting: number } | undefined
  return (by, signal) => {
    if (!check) {
      const ending = new AbortController()
      const isolated = checkIsolation(by, ending.signal).catch((error: unknown) => {
        check = undefined
        // It was tried as often as a call may be.
        if (!(error instanceof RetryableError)) throw error
        throw new HoldfastError('ENDPOINT', `Failed to reach ${by.label}: ${error.message}. Check that the application is up.`)
      })
      check = { ending, isolated, waiting: 0 }
    }
    const own = check
    own.waiting += 1
    const end = () => {
      own.waiting -= 1
      const isLate = signal.reason instanceof RetryableError || signal.reason?.name === 'TimeoutError'
      if (own.waiting === 0 && !isLate) own.ending.abort(signal.reason)
    }
    signal.addEventListener('abort', end, { once: true })
    return own.isolated
  }
}

/**
 * Finds out whether conversations know of each other, with made-up codes: two sessions, and a fork and its trunk. Six turns at most.
 * @returns what the turns took. @throws HoldfastError where one conversation repeats a code that only the other was told.
 * @param signal the end of the run; each turn has its own time.
 */
async function checkIsolation(by: Conversing, signal: AbortSignal): Promise<Usage> {
  const usage = { promptTokens: 0, completionTokens: 0 }
  const [first, second, third] = Array.from({ length: 3 }, () => `hf-${randomUUID().slice(0, 8)}`) as [string, string, string]
  const attempt = <T>(thread: Thread, what: (own: AbortSignal) => Promise<T>) => {
    const once = () =>
      timedAttempt(what, by.entry.timeoutSeconds, signal, by.label).catch((error: unknown) => {
        throw turnFailure(thread, error, by.label)
      })
    return withRetries(once, by.entry.maxAttempts, signal)
  }
  const open = () => attempt(newThread(), (own) => LiveSession.open(by, requestOf(''), own))
  const say = async (session: LiveSession, text: string): Promise<Answer> => {
    const thread = newThread()
    const answer = await attempt(thread, (own) => session.take(requestOf(text), thread, own))
    usage.promptTokens += answer.usage?.promptTokens ?? 0
    usage.completionTokens += answer.usage?.completionTokens ?? 0
    return answer
  }
  const tell = (session: LiveSession, code: string) => say(session, `Remember this code for this conversation: ${code}`)
  const refuse = (answer: Answer, code: string, whose: string, why: string) => {
    if (!answer.content.includes(code)) return
    throw new HoldfastError(
      'ENDPOINT',
      `Failed to call ${by.label}: ${whose}, ${code}. ${why} Mend the application: no figure of it would be right.`,
    )
  }
  const sessions: LiveSession[] = []
  try {
    const trunk = await open()
    sessions.push(trunk)
    await tell(trunk, first)
    const other = await open()
    sessions.push(other)
    refuse(await say(other, WHICH), first, 'a session repeats what only another one was told', 'They share their memory.')
    if (!trunk.fork) return usage
    const fork = await trunk.fork(signal)
    sessions.push(fork)
    await tell(trunk, second)
    await tell(fork, third)
    const why = 'The fork shares the memory of its trunk.'
    refuse(await say(fork, WHICH), second, 'a fork repeats what only its trunk was told', why)
    refuse(await say(trunk, WHICH), third, 'a session repeats what only its fork was told', why)
    return usage
  } finally {
    // Not waited for: one that hangs would be taken for a first answer that does not come.
    void Promise.allSettled(sessions.map((session) => session.close()))
  }
}

function requestOf(content: string): TransportRequest {
  const item = 'isolation'
  return {
    key: { suite: 'holdfast', item, role: 'candidate', call: item, trial: 0, ask: 0, vote: 0 },
    messages: [{ role: 'user', content }],
    options: {},
    hints: { item, seed: 0, call: item, reference: () => '', simulation: {} },
  }
}
