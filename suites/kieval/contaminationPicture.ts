import { type ComparedRun, type Markup, scatter } from '../../src/kit.ts'
import { contamination, type PlacedPoint, pointsOf } from './contamination.ts'

/** Points that may all have their names beside them. */
const NAMED = 8

/** The paper's Figure 4: static accuracy against KIEval score over several runs, with a line for each question set. */
export function contaminationPicture(runs: readonly ComparedRun[]): Markup | undefined {
  const { points, correlations } = contamination(runs.flatMap(({ document }) => (document ? pointsOf(document) : [])))
  if (points.length < 2) return undefined
  const sets = [...new Set(points.map(({ set }) => set))]
  const lines = correlations.flatMap(({ set, regression }) => {
    const isShown = correlations.length > 1 ? set !== null : set === null
    if (!regression || !isShown) return []
    const own = points.filter((point) => !point.leak && (set === null || point.set === set)).map(({ accuracy }) => accuracy)
    const at = (x: number) => ({ x, y: regression.intercept + regression.slope * x })
    const ends = [at(Math.min(...own)), at(Math.max(...own))] as const
    return [{ name: set ?? '', series: set === null ? 0 : sets.indexOf(set), ends }]
  })
  return scatter({
    title: 'Static accuracy against interviews, by run',
    caption:
      'With the regression of each question set. Far below the line: right answers that the interviews do not bear out, as of a test that was learnt by heart.',
    xLabel: 'share of static answers right',
    yLabel: 'interview score',
    xDomain: [0, 1],
    yDomain: [0, 100],
    lines,
    points: points.map((point) => ({
      name: nameOf(point, sets.length > 1),
      label: points.length <= NAMED || point.suspicious || point.leak ? nameOf(point, false) : '',
      x: point.accuracy,
      y: point.score,
      series: sets.indexOf(point.set),
    })),
    digits: 2,
  })
}

function nameOf({ model, set, leak, suspicious, simulatedInterview }: PlacedPoint, withSet: boolean): string {
  return [
    model,
    ...(withSet ? [set] : []),
    ...(leak ? ['with a leak'] : []),
    ...(suspicious ? ['far below'] : []),
    ...(simulatedInterview ? ['simulated'] : []),
  ].join(', ')
}
