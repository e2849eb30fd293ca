import { redacted, redactSecrets } from '../base/secrets.ts'
import type { ScoresDocument } from './scoresDocument.ts'

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
