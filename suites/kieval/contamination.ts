import { linearRegression } from 'simple-statistics'
import type { ScoresDocument } from '../../src/run/scoresDocument.ts'
import { tQuantile } from '../../src/stats/studentT.ts'

/** A run on a question set: how often the answer was right, and how the interviews about it went. */
export interface ContaminationPoint {
  readonly run: string
  readonly model: string
  readonly simulated: boolean
  readonly set: string
  /** Static accuracy, 0 to 1. */
  readonly accuracy: number
  /** KIEval overall score, 10 to 100. */
  readonly score: number
}

/** A point against the others' regression. */
export interface PlacedPoint extends ContaminationPoint {
  /** What the other points predict for its accuracy; null where they are fewer than three. */
  readonly expected: number | null
  /** Least score that is not far below: the lower end of a 95 % prediction interval from the other points. */
  readonly least: number | null
  /** Right far more often than its interviews bear out: it may have seen the test. */
  readonly suspicious: boolean
}

/** The paper's Figure 4 as figures. */
export interface Contamination {
  readonly points: readonly PlacedPoint[]
  /** Score = intercept + slope × accuracy over all points; null for fewer than two different accuracies. */
  readonly regression: { readonly slope: number; readonly intercept: number } | null
}

/** Points of a run: one for each question set. Runs without an interview have none. */
export function pointsOf({ run, suites }: ScoresDocument): ContaminationPoint[] {
  const metrics = suites.kieval?.metrics ?? {}
  const names = Object.keys(metrics).flatMap((key) => /^set\.(.+)\.score\.overall$/.exec(key)?.[1] ?? [])
  const sets = names.length > 0 ? names.map((name) => ({ name, prefix: `set.${name}.` })) : [{ name: 'all', prefix: '' }]
  const { model = '', simulated = false } = run.roles.candidate ?? {}
  return sets.flatMap(({ name, prefix }) => {
    const accuracy = metrics[`${prefix}accuracy`]?.value
    const score = metrics[`${prefix}score.overall`]?.value
    return accuracy === undefined || score === undefined ? [] : [{ run: run.id, model, simulated, set: name, accuracy, score }]
  })
}

/**
 * Static accuracy against KIEval score (spec, the paper's Figure 4). A point is suspicious when its score lies below the
 * prediction interval of a regression without it: with it, an outlier would draw the line to itself.
 */
export function contamination(points: readonly ContaminationPoint[]): Contamination {
  const line = fit(points)
  return {
    points: points.map((point) =>
      place(
        point,
        points.filter((entry) => entry !== point),
      ),
    ),
    regression: line && { slope: line.slope, intercept: line.intercept },
  }
}

interface Line {
  readonly slope: number
  readonly intercept: number
  /** Standard deviation of the points about the line. */
  readonly spread: number
  readonly meanX: number
  readonly squaresX: number
  readonly n: number
}

function fit(points: readonly ContaminationPoint[]): Line | null {
  if (new Set(points.map(({ accuracy }) => accuracy)).size < 2) return null
  const { m: slope, b: intercept } = linearRegression(points.map(({ accuracy, score }) => [accuracy, score]))
  const n = points.length
  const meanX = points.reduce((sum, { accuracy }) => sum + accuracy, 0) / n
  const residuals = points.reduce((sum, { accuracy, score }) => sum + (score - intercept - slope * accuracy) ** 2, 0)
  return {
    slope,
    intercept,
    spread: n > 2 ? Math.sqrt(residuals / (n - 2)) : Number.NaN,
    meanX,
    squaresX: points.reduce((sum, { accuracy }) => sum + (accuracy - meanX) ** 2, 0),
    n,
  }
}

function place(point: ContaminationPoint, others: readonly ContaminationPoint[]): PlacedPoint {
  const line = others.length >= 3 ? fit(others) : null
  if (!line) return { ...point, expected: null, least: null, suspicious: false }
  const expected = line.intercept + line.slope * point.accuracy
  const width = line.spread * Math.sqrt(1 + 1 / line.n + (point.accuracy - line.meanX) ** 2 / line.squaresX)
  const least = expected - tQuantile(0.975, line.n - 2) * width
  return { ...point, expected, least, suspicious: point.score < least - 1e-9 }
}
