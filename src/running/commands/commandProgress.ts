import { Screen } from '../../reports/screen.ts'

/** Seconds after which a log is told how far a command is. */
const LOG_SECONDS = 10

/** How far a command is. */
export type CommandProgress = ReturnType<typeof commandProgress>

/** Asks about all of some things at once, so that Vitest starts once, and tells how many have answered. @returns the answers, in order. */
export async function askEach<Thing, Answer>(
  says: string,
  things: readonly Thing[],
  ask: (thing: Thing) => Promise<Answer>,
): Promise<Answer[]> {
  const progress = commandProgress()
  let done = 0
  const tell = () => progress.step(`${says}, ${done} of ${things.length} done`, done, things.length)
  tell()
  const asking = things.map(async (thing) => {
    const answer = await ask(thing)
    done += 1
    tell()
    return answer
  })
  return Promise.all(asking).finally(() => progress.end())
}

/** Tells on stderr how far a command is; what it prints to stdout stays as it is. */
export function commandProgress(stream: NodeJS.WriteStream = process.stderr, now: () => number = () => performance.now()) {
  const screen = new Screen(stream, Boolean(stream.isTTY) && !process.env.CI)
  const startedAt = now()
  let tenths = 0
  return {
    /** A step begins. On a terminal its line is rewritten in place; a log has a line every 10 % of many steps, once it takes long. */
    step(text: string, done?: number, total?: number) {
      const share = done === undefined || !total ? undefined : done / total
      const line = ` ${share === undefined ? '' : `${Math.floor(100 * share)} %  `}${text}`
      if (screen.live) screen.status(line)
      if (screen.live || share === undefined || (total ?? 0) < 10 || now() - startedAt < 1000 * LOG_SECONDS) return
      const reached = Math.floor(10 * share)
      if (reached > tenths) screen.print(line)
      tenths = Math.max(tenths, reached)
    },
    /** Removes the line: what the command prints comes next. */
    end: () => screen.endStatus(),
  }
}
