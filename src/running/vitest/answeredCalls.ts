import { statSync } from 'node:fs'
import { groupBy } from '../../core/base/collections.ts'
import { orUndefined } from '../../core/base/errors.ts'
import { NewLines } from '../newLines.ts'

/** What the journal of a run that is under way says of its calls, from the moment on when this was made. */
export class AnsweredCalls {
  readonly #lines: NewLines

  /** @param path calls.jsonl of the run; it need not exist yet. */
  constructor(path: string) {
    this.#lines = new NewLines(path, statSync(path, { throwIfNoEntry: false })?.size)
  }

  /** How many calls of each suite were answered since the last time. */
  since(): Map<string, number> {
    const suites = this.#lines.take().flatMap((line) => {
      const suite = /^\{"suite":("(?:[^"\\]|\\.)*")/.exec(line)?.[1]
      return orUndefined(() => JSON.parse(suite ?? '') as string) ?? []
    })
    return new Map([...groupBy(suites, (suite) => suite)].map(([suite, calls]) => [suite, calls.length]))
  }
}
