import { random } from '../../../kit.ts'

/** The models of one half and those of the other. */
export type Division = readonly [own: readonly number[], others: readonly number[]]

/**
 * Divisions of models into two halves: all there are, or if those are more than `most`, so many drawn at random. Of an odd number
 * the first half has one more.
 */
export function divisions(models: number, most: number, seed: number): Division[] {
  const everyone = Array.from({ length: models }, (_, model) => model)
  const size = Math.ceil(models / 2)
  if (combinations(models, size) <= most)
    return subsets(everyone, size).map((own) => [own, everyone.filter((model) => !own.includes(model))])
  return Array.from({ length: most }, (_, at) => {
    const shuffled = random('divisions', seed, at).shuffle(everyone)
    return [shuffled.slice(0, size), shuffled.slice(size)]
  })
}

/** How many ways there are to take `size` of `count`. */
function combinations(count: number, size: number): number {
  let ways = 1
  for (let taken = 1; taken <= size; taken += 1) ways = (ways * (count - size + taken)) / taken
  return Math.round(ways)
}

function subsets(entries: readonly number[], size: number): number[][] {
  if (size === 0) return [[]]
  return entries.flatMap((entry, at) => subsets(entries.slice(at + 1), size - 1).map((rest) => [entry, ...rest]))
}
