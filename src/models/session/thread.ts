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

/**
 * A conversation with a candidate that may keep it by itself, or with a trunk a branch of it. Its turns come one after another. A branch is
 * forked before the next turn of its trunk, so that the trunk cannot run ahead.
 */
class OwnThread {
  /** What was done in it, in order; of a branch what its trunk did before it, too. */
  readonly steps: Step[] = []
  /** What a branch has to be told anew before its first turn, since it could not be forked. */
  readonly untold: Step[] = []
  /** All open sessions of the trunk and its branches. */
  readonly sessions: Set<OpenSession>
  /** The session; none before the first turn, nor where the answers come from a recording. */
  session: OpenSession | undefined
  /** A turn was handed to the application, and its answer is not here. */
  isWaiting = false
  /** Why it cannot go on: what the application knows of it is not known. */
  lost: Error | undefined
  /** Of a branch that was told all turns anew: share of the answers that came out the same. */
  exact: number | undefined
  /** What its first turn had as instructions: the application was told them when it was opened. */
  instructions: string | undefined
  #last: Promise<unknown> = Promise.resolve()
  readonly #taken: Promise<void> | undefined

  constructor(trunk?: Thread) {
    this.sessions = trunk?.sessions ?? new Set()
    this.#taken = trunk?.run(() => this.#takeOver(trunk))
    // A fork that fails is told by the branch's first turn.
    this.#taken?.catch(() => undefined)
  }

  /** Does something once all that was asked for before is done. */
  run<T>(what: () => Promise<T>): Promise<T> {
    const done = this.#last.then(what)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Takes over what the trunk left, before the first turn. What came from a recording was told to no application. */
  async begin(): Promise<void> {
    await this.#taken
  }

  async #takeOver(trunk: Thread): Promise<void> {
    // It was not begun itself: what it took over from its own trunk is not known before.
    await trunk.begin()
    this.lost = trunk.lost
    this.instructions = trunk.instructions
    const [steps, isLive] = [[...trunk.untold, ...trunk.steps], trunk.session !== undefined || trunk.untold.length > 0]
    this.session = await trunk.session?.fork?.()
    if (this.session) this.sessions.add(this.session)
    ;(isLive && !this.session ? this.untold : this.steps).push(...steps)
  }

  /** Keeps the session that was opened for it. */
  opened(session: OpenSession): void {
    this.session = session
    this.sessions.add(session)
  }

  /** Closes all sessions of the trunk and its branches, once nothing is under way. Never throws. @returns how many did not close. */
  async close(): Promise<number> {
    await this.#last
    const closing = [...this.sessions].map((session) => session.close())
    this.sessions.clear()
    return (await Promise.allSettled(closing)).filter(({ status }) => status === 'rejected').length
  }
}

/** Such a conversation by its shape: types of the built package and of the sources may meet in one program. */
export type Thread = Pick<OwnThread, keyof OwnThread>

/** A conversation by itself, or with a trunk a branch of it. */
export function newThread(trunk?: Thread): Thread {
  return new OwnThread(trunk)
}
