/** What was done in a conversation: a text and the answer to it, or a compaction, which has no text. */
export interface Step {
  readonly text: string | undefined
  readonly answer: string
}

/** A session that is open at the application. */
export interface OpenSession {
  /** A session that goes on from here by itself; absent where the application cannot fork. */
  readonly fork?: (() => Promise<OpenSession>) | undefined
  close(): Promise<void>
}

/** Where a branch left its trunk: what was done until then, and its fork, where one could be made. */
interface Origin {
  readonly steps: readonly Step[]
  readonly isLive: boolean
  readonly session: OpenSession | undefined
  readonly instructions: string | undefined
}

/**
 * A conversation with a candidate that may keep it by itself. Its turns come one after another. A branch is forked before the next turn of
 * its trunk, so that the trunk cannot run ahead.
 */
export interface Thread {
  /** What was done in it, in order; of a branch what its trunk did before it, too. */
  readonly steps: Step[]
  /** What a branch has to be told anew before its first turn, since it could not be forked. */
  readonly untold: Step[]
  /** All open sessions of the trunk and its branches. */
  readonly sessions: Set<OpenSession>
  /** The session; none before the first turn, nor where the answers come from a recording. */
  session: OpenSession | undefined
  /** A turn was handed to the application, and its answer is not here. */
  isWaiting: boolean
  /** Why it cannot go on: what the application knows of it is not known. */
  lost: Error | undefined
  /** Of a branch that was told all turns anew: share of the answers that came out the same. */
  exact: number | undefined
  /** What its first turn had as instructions: the application was told them when it was opened. */
  instructions: string | undefined
  /** Does something once all that was asked for before is done. */
  run<T>(what: () => Promise<T>): Promise<T>
  /** Takes over what the trunk left, before the first turn. What came from a recording was told to no application. */
  begin(): Promise<void>
  /** Keeps the session that was opened for it. */
  opened(session: OpenSession): void
  /** Closes all sessions of the trunk and its branches, once nothing is under way. Never throws. @returns how many did not close. */
  close(): Promise<number>
}

/** A conversation by itself, or with a trunk a branch of it. */
export function newThread(trunk?: Thread): Thread {
  let last: Promise<unknown> = Promise.resolve()
  let begun: Promise<void> | undefined
  const thread: Thread = {
    steps: [],
    untold: [],
    sessions: trunk?.sessions ?? new Set(),
    session: undefined,
    isWaiting: false,
    lost: undefined,
    exact: undefined,
    instructions: undefined,
    run(what) {
      const done = last.then(what)
      last = done.catch(() => undefined)
      return done
    },
    begin() {
      begun ??= (async () => {
        const { steps = [], isLive = false, session, instructions } = (await origin) ?? {}
        thread.session = session
        thread.instructions = instructions
        ;(isLive && !session ? thread.untold : thread.steps).push(...steps)
      })()
      return begun
    },
    opened(session) {
      thread.session = session
      thread.sessions.add(session)
    },
    async close() {
      await last
      const closing = [...thread.sessions].map((session) => session.close())
      thread.sessions.clear()
      return (await Promise.allSettled(closing)).filter(({ status }) => status === 'rejected').length
    },
  }
  const origin = trunk?.run(async (): Promise<Origin> => {
    // It was not begun itself: what it took over from its own trunk is not known before.
    await trunk.begin()
    thread.lost = trunk.lost
    const session = await trunk.session?.fork?.()
    if (session) thread.sessions.add(session)
    return {
      steps: [...trunk.untold, ...trunk.steps],
      isLive: trunk.session !== undefined || trunk.untold.length > 0,
      session,
      instructions: trunk.instructions,
    }
  })
  // A fork that fails is told by the branch's first turn.
  origin?.catch(() => undefined)
  return thread
}
