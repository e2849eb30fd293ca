import { redacted } from '../base/secrets.ts'
import type { ScoresDocument } from './scoresDocument.ts'

/** The scores without secrets. Only what is said of the run can hold any: all else are figures under the names of suites and metrics. */
export function redactedDocument(document: ScoresDocument): ScoresDocument {
  const { roles, data, options } = redacted(document.run)
  return { ...document, run: { ...document.run, roles, data, ...(options && { options }) } }
}
