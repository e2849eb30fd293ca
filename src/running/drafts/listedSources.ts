import type { DraftSource } from './draftRecipe.ts'
import { sourceId } from './readSources.ts'

/** Texts that are listed in a recipe, as sources. */
export function listedSources(texts: readonly string[]): DraftSource[] {
  return texts.map((text) => ({ id: sourceId(text), text }))
}
