import { redacted, redactSecrets } from '../base/secrets.ts'
import type { ScoresDocument } from './scoresDocument.ts'

/** What names an item, a call, or what belongs to one. */
type Named = { readonly suite: string; readonly item: string; readonly task?: string; readonly call?: string }

/** A record of an item or of a call without secrets. What names it stays as it is: others are found by that. */
export function redactedRecord<Recorded extends Named>(record: Recorded): Recorded {
  const clean = redacted(record)
  if (clean === record) return record
  const { suite, item, task, call } = record
  return { ...clean, suite, item, ...(task !== undefined && { task }), ...(call !== undefined && { call }) }
}

/** The scores without secrets. What is said of the run, and in words, can hold any: all else are figures under the names of suites and metrics. */
export function redactedDocument(document: ScoresDocument): ScoresDocument {
  const { roles, data, options } = redacted(document.run)
  const { reasons, baseline } = redacted({ reasons: document.reasons, baseline: document.baseline })
  return {
    ...document,
    run: { ...document.run, roles, data, ...(options && { options }) },
    gates: document.gates.map((gate) => (gate.because === undefined ? gate : { ...gate, because: redactSecrets(gate.because) })),
    ...(baseline && { baseline }),
    ...(reasons && { reasons }),
  }
}
