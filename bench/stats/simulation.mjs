// Simulated runs whose truth is known: what intervals cover, how often a test errs, whether the items said to be enough are.
// The statistics are handed in, so that the benchmark tries the built files and the tests try the sources.

/** Items of a cluster. */
const ITEMS = 5
/** Standard deviations, a third of the variance between clusters. */
const BETWEEN = 0.25
const WITHIN = 0.35
/** Those of what two models differ by, item by item: half of the above. */
const OWN = 0.5
const SPREAD = Math.hypot(BETWEEN, WITHIN)

const plain = (x) => x
const clip = (x) => Math.min(1, Math.max(0, x))

/** Item totals: unbounded normal ones, and from 0 to 1 with a tenth at 0 and a fifth at 1 or so, as LIFBench's. */
const SCORES = {
  normal: { mean: 0.6, of: plain, truth: (mean) => mean },
  bounded: { mean: 0.6, of: clip, truth: clippedMean },
}

function density(z) {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
}

/** The normal distribution function, by Simpson's rule. */
function below(z) {
  const steps = 200
  const width = z / steps
  let sum = density(0) + density(z)
  for (let step = 1; step < steps; step += 1) sum += density(step * width) * (step % 2 === 1 ? 4 : 2)
  return 0.5 + (sum * width) / 3
}

/** Mean of a normal variable that is cut off at 0 and 1. */
function clippedMean(mean) {
  const [low, high] = [-mean / SPREAD, (1 - mean) / SPREAD]
  return 1 - below(high) + mean * (below(high) - below(low)) + SPREAD * (density(low) - density(high))
}

/** Standard normal numbers of a seeded stream (Box and Muller, 1958). */
function normals(stream) {
  const uniform = () => (stream.int(0, 2 ** 30 - 1) + 0.5) / 2 ** 30
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

function record(cluster, index, total) {
  return {
    suite: 'simulated',
    item: `${cluster}/${index}`,
    task: 'simulated',
    trial: 0,
    status: total >= 1 ? 'passed' : 'failed',
    tags: {},
    clusters: { cluster: `${cluster}` },
    scores: { total },
  }
}

/** A run: totals are the mean, plus what their cluster has in common, plus noise. */
function sampleRun(normal, clusters, { mean, of }) {
  return Array.from({ length: clusters }, (_, cluster) => {
    const common = BETWEEN * normal()
    return Array.from({ length: ITEMS }, (__, index) => record(cluster, index, of(mean + common + WITHIN * normal())))
  }).flat()
}

/** A run of which each item has a template and a context; totals vary with both. */
function crossedRun(normal, templates, contexts, { mean, of }) {
  const [byTemplate, byContext] = [templates, contexts].map((count) =>
    Array.from({ length: count }, () => (BETWEEN * normal()) / Math.SQRT2),
  )
  return byTemplate.flatMap((template, row) =>
    byContext.map((context, column) => ({
      ...record(row, column, of(mean + template + context + WITHIN * normal())),
      clusters: { template: `${row}`, context: `${column}` },
    })),
  )
}

/** Two runs on the same items: each item is as hard for both but for what is the model's own; the second is better by `effect`. */
function samplePair(normal, clusters, { mean, of }, effect) {
  const shared = Math.sqrt(1 - OWN ** 2)
  const part = () => ({ shared: shared * normal(), own: [OWN * normal(), OWN * normal()] })
  const pairs = Array.from({ length: clusters }, (_, cluster) => {
    const common = part()
    return Array.from({ length: ITEMS }, (__, index) => {
      const noise = part()
      return [0, 1].map((run) => {
        const total = mean + run * effect + BETWEEN * (common.shared + common.own[run]) + WITHIN * (noise.shared + noise.own[run])
        return record(cluster, index, of(total))
      })
    })
  }).flat()
  return [pairs.map(([a]) => a), pairs.map(([, b]) => b)]
}

/** The mean item total. */
function meanTotal(records) {
  const value = records.reduce((sum, { scores }) => sum + scores.total, 0) / records.length
  return { score: { value, n: records.length, ci95: null } }
}

const holds = (interval, truth) => interval !== null && interval[0] <= truth && truth <= interval[1]

/** Share of `runs` of which something is true. */
function share(runs, isTrue) {
  let count = 0
  for (let run = 0; run < runs; run += 1) if (isTrue(run)) count += 1
  return count / runs
}

/** Simulations of the statistics given. */
export function simulations({ random, withIntervals, clusteredRate, compareRecords, itemsNeeded }) {
  const stream = (...seed) => normals(random('simulation', ...seed))
  return {
    /** Share of runs whose 95 % interval of the mean total holds the true one. */
    coverage(kind, clusters, runs) {
      const score = SCORES[kind]
      const truth = score.truth(score.mean)
      return share(runs, (run) => {
        const records = sampleRun(stream('coverage', kind, clusters, run), clusters, score)
        return holds(withIntervals(records, meanTotal).score.ci95, truth)
      })
    },

    /** The same with clusters of two kinds, each of which an item has one of. */
    crossedCoverage(templates, contexts, runs) {
      const score = SCORES.bounded
      const truth = score.truth(score.mean)
      return share(runs, (run) => {
        const records = crossedRun(stream('crossed', templates, contexts, run), templates, contexts, score)
        return holds(withIntervals(records, meanTotal).score.ci95, truth)
      })
    },

    /** Share of runs whose 95 % interval of a rate holds the true one: items whose total is over a bar count. */
    rateCoverage(rate, clusters, runs) {
      // The bar that a share `rate` of totals is over, by bisection.
      let [low, high] = [-6, 6]
      while (high - low > 1e-9) {
        const middle = (low + high) / 2
        if (1 - below(middle) > rate) low = middle
        else high = middle
      }
      const bar = low * SPREAD
      return share(runs, (run) => {
        const records = sampleRun(stream('rate', rate, clusters, run), clusters, { mean: 0, of: plain })
        return holds(
          clusteredRate(records, ({ scores }) => (scores.total > bar ? 'hit' : 'miss')),
          rate,
        )
      })
    },

    /** Shares of pairs of equally good runs that the tests tell apart at the 5 % level. */
    size(kind, clusters, runs) {
      const counts = { paired: 0, permutation: 0, bootstrap: 0 }
      for (let run = 0; run < runs; run += 1) {
        const [a, b] = samplePair(stream('size', kind, clusters, run), clusters, SCORES[kind], 0)
        const { metrics, totals } = compareRecords(a, b, meanTotal)
        if (metrics[0].p < 0.05) counts.paired += 1
        if (totals.permutationP < 0.05) counts.permutation += 1
        if (!holds(totals.bootstrap, 0)) counts.bootstrap += 1
      }
      return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / runs]))
    },

    /** Share of pairs told apart, each with as many items as its own pilot run says it takes; and those items' mean number. */
    power(effect, pilotClusters, runs) {
      let items = 0
      const told = share(runs, (run) => {
        const normal = stream('power', effect, pilotClusters, run)
        const [pilot] = compareRecords(...samplePair(normal, pilotClusters, SCORES.normal, effect), meanTotal).metrics
        const clusters = Math.ceil(itemsNeeded({ effect, se: pilot.se, n: pilot.n, df: pilot.df }).items / ITEMS)
        items += (clusters * ITEMS) / runs
        const [full] = compareRecords(...samplePair(normal, clusters, SCORES.normal, effect), meanTotal).metrics
        return full.verdict === 'better'
      })
      return { told, items: Math.round(items) }
    },
  }
}
