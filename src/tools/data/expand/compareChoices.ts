import { quantile } from 'simple-statistics'
import { mean, random } from '../../../kit.ts'
import { chooseByCluster } from './chooseByCluster.ts'
import { distance } from './distance.ts'

/** Mean distances between two chosen texts, of one seed. */
export interface ChoicePair {
  readonly clustered: number
  readonly random: number
}

/** How far apart the choice of clusters lies, beside choices at random of as many. */
export interface ChoiceComparison {
  /** Mean distance between two chosen texts, over the seeds. */
  readonly clustered: number
  readonly random: number
  /** `clustered` less `random`, over the seeds. */
  readonly difference: number
  /** The middle 95 % of the differences of single seeds. */
  readonly ci95: readonly [number, number]
  /** Share of the seeds in which the clusters' choice lies further apart; equal ones count half. */
  readonly wider: number
  readonly seeds: number
}

/** Seeds of each comparison. */
const SEEDS = 200

/**
 * Compares choice by clusters with choice at random, as the paper's appendix B does, by what needs no run of models: the mean
 * Euclidean distance between two chosen texts. Each seed begins k-means and draws at random anew. The paper compares the stability
 * of models over both choices (IFS), which takes a run of each.
 *
 * Nothing for fewer than two texts, which have no distance.
 */
export function compareChoices(vectors: readonly (readonly number[])[], count: number): readonly ChoicePair[] {
  if (count < 2) return []
  return Array.from({ length: SEEDS }, (_, seed) => {
    const clustered = chooseByCluster(vectors, count, seed).map(({ index }) => index)
    return { clustered: meanDistance(vectors, clustered), random: meanDistance(vectors, chooseAtRandom(vectors.length, count, seed)) }
  })
}

/** The comparison over several templates: of each seed the means of theirs. */
export function comparisonOfAll(templates: readonly (readonly ChoicePair[])[]): ChoiceComparison | undefined {
  const compared = templates.filter((pairs) => pairs.length > 0)
  const [first] = compared
  return comparisonOf(
    (first ?? []).map((_, seed) => ({
      clustered: mean(compared.map((pairs) => (pairs[seed] as ChoicePair).clustered)),
      random: mean(compared.map((pairs) => (pairs[seed] as ChoicePair).random)),
    })),
  )
}

/** Sums up the mean distances of both choices; undefined where there are none. */
export function comparisonOf(pairs: readonly ChoicePair[]): ChoiceComparison | undefined {
  if (pairs.length === 0) return undefined
  const differences = pairs.map(({ clustered, random }) => clustered - random)
  const wider = differences.map((difference) => (difference > 0 ? 1 : difference === 0 ? 0.5 : 0))
  return {
    clustered: mean(pairs.map(({ clustered }) => clustered)),
    random: mean(pairs.map(({ random }) => random)),
    difference: mean(differences),
    ci95: [quantile(differences, 0.025), quantile(differences, 0.975)],
    wider: mean(wider),
    seeds: pairs.length,
  }
}

/** So many places at random, ascending. */
export function chooseAtRandom(size: number, count: number, seed: number): number[] {
  const all = Array.from({ length: size }, (_, index) => index)
  return random('expand', 'random', seed)
    .sample(all, count)
    .sort((one, other) => one - other)
}

/** Mean Euclidean distance over all pairs of the chosen vectors. */
export function meanDistance(vectors: readonly (readonly number[])[], chosen: readonly number[]): number {
  const distances = chosen.flatMap((one, at) => chosen.slice(at + 1).map((other) => distance(vectors[one] ?? [], vectors[other] ?? [])))
  return mean(distances)
}
