import type { ScoresDocument } from '../../format/scoresDocument.ts'
import type { PageRun } from './shared/pageIndex.ts'

/** A run by the model it is about: the candidate, or the judge where there is none. */
export function pageRun(name: string, document: ScoresDocument | undefined): PageRun {
  const { candidate, judge } = document?.run.roles ?? {}
  const { model, simulated } = candidate ?? judge ?? { model: '', simulated: false }
  return { name, model, simulated }
}
