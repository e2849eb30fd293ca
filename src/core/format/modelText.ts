import type { ScoresDocument } from './scoresDocument.ts'

/** Who gave the answers that a role took from the calls of a run; undefined where it is not known, and of a recording that ships, whose name says it. */
export function savedModel({ model, served = [] }: ScoresDocument['run']['roles'][string]): string | undefined {
  const isSaved = model.startsWith('replay:') && !model.startsWith('replay:recorded/')
  return isSaved && served.length > 0 ? served.join(', ') : undefined
}

/** The model of a role as people read it. */
export function modelText(role: ScoresDocument['run']['roles'][string]): string {
  const saved = savedModel(role)
  return saved === undefined ? role.model : `${saved}, saved answers`
}
