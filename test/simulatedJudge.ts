import { createTransport } from '../src/models/createTransport.ts'
import type { Journal } from '../src/models/journal.ts'
import { Limiter } from '../src/models/limiter.ts'
import { bindModel, type Model } from '../src/models/model.ts'
import { entryOf } from './entryOf.ts'
import { onceEach } from './outcome.ts'

const transportOf = onceEach((uri: string) => createTransport(entryOf(uri), '/'))

/** An embedded judge bound to an item of a suite, in a run of this seed, without a run. */
export function simulatedJudge(uri: string, suite: string, item: string, seed: number): Model {
  const entry = entryOf(uri)
  const journal = { write: async () => undefined } as unknown as Journal
  return bindModel({
    transport: transportOf(uri),
    entry,
    limiter: new Limiter(8),
    journal,
    key: { suite, item, role: 'judge', trial: 0 },
    hints: { item, seed, reference: () => '' },
    counts: { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 },
    stopping: new AbortController().signal,
  })
}
