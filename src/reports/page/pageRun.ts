import { measuredRole } from '../../core/format/measuredRole.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import type { PageRun } from './shared/pageIndex.ts'

/** A run by the model it is about: the candidate, or the judge where there is none. */
export function pageRun(name: string, document: ScoresDocument | undefined): PageRun {
  const { model, simulated } = (document && measuredRole(document.run)) ?? { model: '', simulated: false }
  return { name, model, simulated }
}
