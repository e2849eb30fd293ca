// What intervals cover, how often a test errs, what gates hold, whether the items said to be enough are: on simulated runs whose
// truth is known. The statistics are handed in, so that the benchmark tries the built files and the tests try the sources.
import { DESIGNS, drawPair, drawRun, figureOf, itemsAlone, normals, truthOf } from './designs.mjs'

/** Rounding of sums of thousands of scores. */
const ROUNDING = 1e-9
/** Interval of the figures of `designs.mjs`. */
const ENDS = [0, 1]

/** Counts of what happened in so many runs, as shares. */
function shares(runs, draw) {
  const counts = {}
  for (let run = 0; run < runs; run += 1)
    for (const [name, happened] of Object.entries(draw(run))) counts[name] = (counts[name] ?? 0) + Number(happened)
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / runs]))
}

/** Where the truth lies from an interval; `flattering` if all of the interval is better than the truth. */
function hit(interval, truth, [low, high]) {
  if (!interval) return { covered: false, flattering: false, none: true, outside: false }
  return {
    covered: interval[0] <= truth + ROUNDING && truth - ROUNDING <= interval[1],
    flattering: interval[0] > truth + ROUNDING,
    none: false,
    outside: interval[0] < low - ROUNDING || interval[1] > high + ROUNDING,
  }
}

/** Simulations of the statistics given. */
export function simulations({ random, withIntervals, compareRecords, itemsNeeded, boundVerdict }) {
  const stream = (...seed) => normals(random('simulation', ...seed))
  return {
    /** Intervals of a figure in so many runs of a design. */
    coverage(name, scores, runs) {
      const design = DESIGNS[name]
      const [figure, truth] = [figureOf(design), truthOf(design, scores)]
      return shares(runs, (run) => {
        const records = drawRun(design, scores, stream('one', name, scores, run))
        return hit(withIntervals(records, figure).score.ci95, truth, ENDS)
      })
    },

    /** Intervals and tests of a change, in so many pairs of runs of which the second is `shift` standard deviations better. */
    change(name, scores, runs, shift = 0) {
      const design = DESIGNS[name]
      const figure = figureOf(design)
      const truth = truthOf(design, scores, shift) - truthOf(design, scores)
      return shares(runs, (run) => {
        const [a, b] = drawPair(design, scores, stream('two', name, scores, run), shift)
        const { metrics } = compareRecords(a, b, figure)
        const [{ ci95, p }] = metrics
        return {
          ...hit(ci95, truth, [-1, 1]),
          told: p < 0.05,
        }
      })
    },

    /** Share of runs of `n` items, of 90 % perfect scores, that keep a strict bound though the truth lies at it. */
    strictHolds(n, runs, shift = 0) {
      const design = itemsAlone(n)
      const scores = '90 % perfect'
      const figure = figureOf(design)
      const [base, truth] = [truthOf(design, scores), truthOf(design, scores, shift)]
      return shares(runs, (run) => {
        const normal = stream('strict', n, shift, run)
        if (shift === 0) {
          const { value, ci95 } = withIntervals(drawRun(design, scores, normal), figure).score
          return { held: boundVerdict(value, ci95, (share) => share >= truth + ROUNDING, 'strict') === 'held' }
        }
        const [{ change, ci95 }] = compareRecords(...drawPair(design, scores, normal, shift), figure).metrics
        return { held: boundVerdict(change, ci95, (drop) => drop >= truth - base + ROUNDING, 'strict') === 'held' }
      }).held
    },

    /**
     * Share of runs of which the number of items for a change lies within a factor of two of the right one: that which the error
     * of a change asks for as it is over all runs.
     */
    itemsWithinTwo(name, scores, change, runs) {
      const design = DESIGNS[name]
      const figure = figureOf(design)
      const drawn = Array.from({ length: runs }, (_, run) => {
        const [a, b] = drawPair(design, scores, stream('items', name, scores, run))
        return compareRecords(a, b, figure).metrics[0]
      })
      const error = Math.sqrt(drawn.reduce((sum, metric) => sum + metric.change ** 2, 0) / runs)
      const right = itemsNeeded(change, { se: error, df: 1e6, n: design.items.length })
      const within = drawn.filter(({ se, df, n }) => {
        if (!se) return false
        const items = itemsNeeded(change, { se, df, n })
        return items <= 2 * right && right <= 2 * items
      })
      return { within: within.length / runs, right }
    },

    /** Power for a figure that is told first, and as one of all figures of 12 tasks, by Holm. */
    families(name, scores, runs, shift) {
      const design = DESIGNS[name]
      const whole = figureOf(design)
      const byTask = (records) => {
        const metrics = { ...whole(records) }
        const tasks = Map.groupBy ? Map.groupBy(records, ({ task }) => task) : groupBy(records)
        for (const [task, own] of tasks) Object.assign(metrics, { [task]: whole(own).score })
        return metrics
      }
      return shares(runs, (run) => {
        const [a, b] = drawPair(design, scores, stream('families', name, scores, run), shift)
        const told = (first) => compareRecords(a, b, byTask, { first }).metrics.find(({ key }) => key === 'score').adjusted < 0.05
        return { first: told('score'), together: told(undefined) }
      })
    },
  }
}

function groupBy(records) {
  const groups = new Map()
  for (const record of records) groups.set(record.task, [...(groups.get(record.task) ?? []), record])
  return groups
}
