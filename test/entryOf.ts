import { type ModelEntry, modelEntry } from '../src/core/format/modelEntry.ts'

/** The entry of a bare URI: all defaults. */
export function entryOf(uri: string): ModelEntry {
  return modelEntry.parse({ uri })
}
