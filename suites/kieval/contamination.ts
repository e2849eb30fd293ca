import { linearRegression } from 'simple-statistics'
import { type Correlation, mean, pearson, type ScoresDocument, sampleDeviation, tQuantile } from '../../src/kit.ts'
import { OF_SETS } from './question.ts'

/** A run on a question set: how often the answer was right, and how the interviews about it went. */
export type ContaminationPoint = ReturnType<typeof pointsOf>[number]

/** A point against the others' regression. */
export type PlacedPoint = Contamination['points'][number]

/** Accuracy and score over the points of one question set without a leak, or of all sets: a row of the paper's Table 7. */
export type SetCorrelation = Contamination['correlations'][number]

/** The paper's Figure 4 and Table 7 as figures. */
export type Contamination = ReturnType<typeof contamination>

/** Points of a run: one for each question set. Runs without an interview have none. */
export function pointsOf({ run, suites }: ScoresDocument) {
  const metrics = suites.kieval?.metrics ?? {}
  const names = Object.values(metrics).flatMap(({ group, part = '' }) => (group === OF_SETS ? [part] : []))
  const sets = names.length > 0 ? names.map((name) => ({ name, prefix: `set.${name}.` })) : [{ name: 'all', prefix: '' }]
  const { model = '', simulated = false } = run.roles.candidate ?? {}
  const facts = {
    run: run.id,
    model,
    /** Whether the candidate was simulated. */
    simulated,
    /** Whether anybody was who had a part in the interviews: candidate, interviewer or evaluator. */
    simulatedInterview: ['candidate', 'interactor', 'judge'].some((role) => run.roles[role]?.simulated),
    /** Whether the test was leaked into the candidate's context, on purpose. */
    leak: run.options?.kieval?.leak === true,
  }
  return sets.flatMap(({ name, prefix }) => {
    const accuracy = metrics[`${prefix}accuracy`]?.value
    const score = metrics[`${prefix}score.overall`]?.value
    const rounds = metrics[`${prefix}rounds`]?.value
    if (accuracy === undefined || score === undefined) return []
    return [{ ...facts, set: name, accuracy, score, ...(rounds !== undefined && { rounds }) }]
  })
}

/**
 * Static accuracy against KIEval score (docs/suites/kieval.md, R13). A point is suspicious when its score lies below the
 * prediction interval of a regression without it: with it, an outlier would draw the line to itself. Points with a leak are
 * placed, and predict nothing. The regression is over all points without a leak; correlations are over all sets first, then by set where
 * there are several.
 */
export function contamination(points: readonly ContaminationPoint[]) {
  const clean = points.filter(({ leak }) => !leak)
  const placed = points.map((point) => ({ ...point, ...place(point, clean) }))
  const suspicious = new Set(placed.filter((point) => point.suspicious).map(({ run }) => run))
  const sets = [...new Set(clean.map(({ set }) => set))]
  const correlations = [null, ...(sets.length > 1 ? sets : [])].map((set) => {
    const own = clean.filter((point) => set === null || point.set === set)
    const others = own.filter(({ run }) => !suspicious.has(run))
    return {
      /** Null for all sets. */
      set,
      all: correlation(own),
      /** Without the runs of which a point is suspicious; null where there are none such. */
      withoutSuspicious: others.length < own.length ? correlation(others) : null,
      /** The line of Figure 4; null for fewer than two different accuracies. */
      regression: regressionOf(own),
    }
  })
  return { points: placed, regression: regressionOf(clean), correlations }
}

function correlation(points: readonly ContaminationPoint[]): Correlation | null {
  return pearson(
    points.map(({ accuracy }) => accuracy),
    points.map(({ score }) => score),
  )
}

/** Score = intercept + slope × accuracy; null for fewer than two different accuracies. */
function regressionOf(points: readonly ContaminationPoint[]) {
  if (new Set(points.map(({ accuracy }) => accuracy)).size < 2) return null
  const { m: slope, b: intercept } = linearRegression(points.map(({ accuracy, score }) => [accuracy, score]))
  return { slope, intercept }
}

/**
 * What the other points predict for a point's accuracy, null where they are fewer than three; the least score that is not far below it, the
 * lower end of a 95 % prediction interval; and whether the point is right far more often than its interviews bear out: it may have seen the test.
 */
function place(point: ContaminationPoint, clean: readonly ContaminationPoint[]) {
  const others = clean.filter((entry) => entry !== point)
  const predicted = others.length >= 3 ? predict(point.accuracy, others) : null
  const expected = predicted?.expected ?? null
  const least = predicted && predicted.expected - tQuantile(0.975, predicted.df) * predicted.error
  return { expected, least, suspicious: least !== null && point.score < least - 1e-9 }
}

/** The score that points predict at an accuracy, with the standard error of a single one. */
function predict(accuracy: number, points: readonly ContaminationPoint[]): { expected: number; error: number; df: number } | null {
  const line = regressionOf(points)
  const n = points.length
  if (line) {
    const { slope, intercept } = line
    const meanX = mean(points.map((point) => point.accuracy))
    const squaresX = points.reduce((sum, point) => sum + (point.accuracy - meanX) ** 2, 0)
    const residuals = points.reduce((sum, point) => sum + (point.score - intercept - slope * point.accuracy) ** 2, 0)
    const error = Math.sqrt(residuals / (n - 2)) * Math.sqrt(1 + 1 / n + (accuracy - meanX) ** 2 / squaresX)
    return { expected: intercept + slope * accuracy, error, df: n - 2 }
  }
  // Points of one accuracy have no slope: they predict their mean there, and nothing elsewhere.
  const scores = points.map(({ score }) => score)
  if (points.some((entry) => entry.accuracy !== accuracy)) return null
  return { expected: mean(scores), error: sampleDeviation(scores) * Math.sqrt(1 + 1 / n), df: n - 1 }
}
