import type { ScoresDocument } from './scoresDocument.ts'

/** The role that a run is about: the candidate, or the judge where there is none. Undefined for a run that called neither. */
export function measuredRole({ roles }: Pick<ScoresDocument['run'], 'roles'>): ScoresDocument['run']['roles'][string] | undefined {
  return roles.candidate ?? roles.judge
}
