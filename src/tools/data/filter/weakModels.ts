import { HoldfastError, mean, nearest } from '../../../kit.ts'
import type { ItemRow } from './itemScores.ts'

/** Mean score of each model over the items that it has a score for; NaN for a model without one. */
export function modelMeans(rows: readonly ItemRow[], models: number): number[] {
  return Array.from({ length: models }, (_, model) => mean(rows.flatMap(({ scores }) => scores[model] ?? [])))
}

/** The lower half of the models by their means, without the middle one of an odd number. By place, in order. */
export function lowerHalf(means: readonly number[]): number[] {
  const order = means.map((_, model) => model).sort((one, other) => (means[one] ?? 0) - (means[other] ?? 0) || one - other)
  return order.slice(0, Math.floor(means.length / 2)).sort((one, other) => one - other)
}

/** A model as it may be named. */
export interface NamedModel {
  readonly model: string
  /** As the user named the run. */
  readonly run: string
}

/**
 * The models of these names.
 *
 * @param names of models or runs.
 * @throws HoldfastError for a name that no model has, and where no model is left that is not weak.
 */
export function namedModels(names: readonly string[], models: readonly NamedModel[]): number[] {
  const found = names.flatMap((name) => {
    const own = models.flatMap(({ model, run }, at) => (model === name || run === name ? [at] : []))
    if (own.length > 0) return own
    const known = [...new Set(models.map(({ model }) => model))]
    const near = nearest(name, known)
    throw new HoldfastError(
      'USAGE',
      `Failed to find the model ${JSON.stringify(name)} of --weak: no run is of it.${near ? ` Did you mean ${near}?` : ''} Models: ${known.join(', ')}.`,
    )
  })
  const weak = [...new Set(found)].sort((one, other) => one - other)
  if (weak.length === models.length)
    throw new HoldfastError('USAGE', 'Failed to take the models of --weak: they are all models there are. Leave the strong ones out.')
  return weak
}
