import { clusterMean } from './clusterMean.ts'
import type { JudgedUnit } from './judgedUnit.ts'

/** A judge on one criterion of a checklist, over all items that have it. */
export interface CriterionAgreement {
  readonly criterion: string
  /** Labelled answers. */
  readonly n: number
  /** Share of equal verdicts. */
  readonly accuracy: { readonly value: number; readonly ci95: readonly [number, number] | null }
}

/** Labelled answers from which a criterion is told by itself. */
const LEAST = 5

/** The criteria that several items have, with labels enough, the one with the least accuracy first. Pure. */
export function criteriaOf(units: readonly JudgedUnit[]): CriterionAgreement[] {
  const byCriterion = new Map<string, JudgedUnit[]>()
  for (const unit of units) {
    if (unit.criterion === undefined || unit.human === undefined) continue
    const own = byCriterion.get(unit.criterion)
    if (own) own.push(unit)
    else byCriterion.set(unit.criterion, [unit])
  }
  return [...byCriterion]
    .flatMap(([criterion, own]): CriterionAgreement[] => {
      if (own.length < LEAST || new Set(own.map(({ item }) => item)).size < 2) return []
      const accuracy = clusterMean(
        own.map(({ judge, human, cluster, weight }) => ({ value: Number(judge === human), cluster, weight })),
        [0, 1],
      )
      return accuracy ? [{ criterion, n: own.length, accuracy }] : []
    })
    .sort((one, other) => one.accuracy.value - other.accuracy.value || other.n - one.n)
}
