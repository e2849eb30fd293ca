import type { CallCounts } from '../src/core/format/itemResult.ts'
import { type ModelEntry, modelEntry } from '../src/core/format/modelEntry.ts'
import { Dialogue } from '../src/judging/dialogue/dialogue.ts'
import { createTransport } from '../src/models/createTransport.ts'
import { Limiter } from '../src/models/limiter.ts'
import { bindModel } from '../src/models/model.ts'
import type { RecordedCalls } from '../src/models/recordedCalls.ts'
import { MemoryJournal } from './memoryJournal.ts'

/** A candidate bound to the item `one`, with a dialogue, and what is written down of both. */
export function boundCandidate(given: Partial<ModelEntry> & Pick<ModelEntry, 'uri'>, root: string, recorded?: RecordedCalls) {
  const entry = modelEntry.parse(given)
  const journal = new MemoryJournal()
  const counts: CallCounts = { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 }
  const transport = createTransport(entry, root)
  const model = bindModel({
    transport,
    entry,
    limiter: new Limiter(4),
    journal,
    ...(recorded && { recorded: Promise.resolve(recorded) }),
    key: { suite: 'demo', item: 'one', role: 'candidate', trial: 0 },
    hints: { item: 'one', seed: 0, reference: () => 'the reference answer' },
    counts,
    stopping: new AbortController().signal,
  })
  return { transport, model, journal, counts, dialogue: new Dialogue(model) }
}
