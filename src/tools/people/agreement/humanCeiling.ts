import { mean } from '../../../kit.ts'
import { clusterMean } from './clusterMean.ts'
import type { JudgedUnit } from './judgedUnit.ts'

type Figure = { readonly value: number; readonly ci95: readonly [number, number] | null }

/** What a judge could reach: a rater against the other raters of the same answer, beside the judge against the same. */
export interface HumanCeiling {
  /** Raters that were set against the others, over all answers. */
  readonly pairs: number
  /**
   * Of yes and no the share of pairs in which a rater says what most of the others say (`accuracy`); of ratings how far a rater is
   * from the mean of the others (`distance`), where less is better.
   */
  readonly measure: 'accuracy' | 'distance'
  readonly people: Figure
  readonly judge: Figure
  /** By how much the judge is better than people, below 0 where it is worse. */
  readonly difference: Figure
  /** What the interval of the difference says: `as often` where it leaves out that the judge is worse by the margin. */
  readonly verdict: 'more often' | 'as often' | 'less often' | 'cannot tell'
}

/** A judge that is worse by less is as good: 5 points of a share, and as much of the width of what was rated. */
export const CEILING_MARGIN = 0.05

/**
 * Leaves out each rater of an answer in turn. Others who say yes and no equally often are passed over. Undefined where no answer
 * has several raters. Pure.
 */
export function humanCeiling(units: readonly JudgedUnit[], binary: boolean): HumanCeiling | undefined {
  const pairs = units.flatMap(({ judge, ratings, cluster, weight }) =>
    ratings.length < 2
      ? []
      : ratings.flatMap((own, left) => {
          const average = mean(ratings.filter((_, index) => index !== left))
          if (binary && average === 0.5) return []
          const others = binary ? Math.round(average) : average
          // Each answer counts once, however many rated it.
          const share = (weight ?? 1) / ratings.length
          const good = (value: number) => (binary ? Number(value === others) : Math.abs(value - others))
          return [{ cluster, weight: share, people: good(own), judge: good(judge) }]
        }),
  )
  const sign = binary ? 1 : -1
  const ends = binary ? ([0, 1] as const) : undefined
  const meanOf = (of: (pair: (typeof pairs)[number]) => number, between?: readonly [number, number]) =>
    clusterMean(
      pairs.map((pair) => ({ cluster: pair.cluster, weight: pair.weight, value: of(pair) })),
      between,
    )
  const [people, judge] = [meanOf((pair) => pair.people, ends), meanOf((pair) => pair.judge, ends)]
  const difference = meanOf((pair) => sign * (pair.judge - pair.people))
  if (!people || !judge || !difference) return undefined
  const said = units.flatMap(({ ratings }) => ratings)
  const margin = CEILING_MARGIN * (binary ? 1 : Math.max(...said) - Math.min(...said))
  const measure = binary ? 'accuracy' : 'distance'
  return { pairs: pairs.length, measure, people, judge, difference, verdict: verdictOf(difference, margin) }
}

function verdictOf({ value, ci95 }: Figure, margin: number): HumanCeiling['verdict'] {
  if (ci95 === null) return 'cannot tell'
  if (ci95[1] < 0) return 'less often'
  if (ci95[0] > 0) return 'more often'
  return ci95[0] >= -margin && value > -margin ? 'as often' : 'cannot tell'
}
