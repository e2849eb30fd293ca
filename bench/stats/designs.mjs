// Benchmarks whose truth is known: how items hang together, and how their scores fall.

const { exp, PI, sqrt } = Math

function density(z) {
  return exp((-z * z) / 2) / sqrt(2 * PI)
}

/** The normal distribution function, by Simpson's rule. */
function below(z) {
  const steps = 400
  const width = z / steps
  let sum = density(0) + density(z)
  for (let step = 1; step < steps; step += 1) sum += density(step * width) * (step % 2 === 1 ? 4 : 2)
  return 0.5 + (sum * width) / 3
}

/** Its inverse, by bisection. */
function quantile(p) {
  let [low, high] = [-8, 8]
  while (high - low > 1e-10) {
    const middle = (low + high) / 2
    if (below(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

const rate = (share) => {
  const bar = -quantile(share)
  return (z) => (z > bar ? 1 : 0)
}
const nearlyPerfect = (imperfect) => (z) => {
  const u = below(z)
  return u > imperfect ? 1 : u / imperfect
}

/** Scores from a standard normal number. */
export const SCORES = {
  'mean 0.6': (z) => Math.min(1, Math.max(0, 0.6 + 0.43 * z)),
  '90 % perfect': nearlyPerfect(0.1),
  '97 % perfect': nearlyPerfect(0.03),
  'rate 0.5': rate(0.5),
  'rate 0.9': rate(0.9),
  'rate 0.97': rate(0.97),
  'rate 0.99': rate(0.99),
  'U-shaped': (z) => {
    const u = below(z)
    return u < 0.35 ? 0 : u > 0.55 ? 1 : (u - 0.35) / 0.2
  },
}

/** Between them scores are looked up: the normal distribution function is slow. */
const GRID = 4000
const tables = new Map()

/** A score by its name, from a table of 4,000 steps: what a run draws, and what its truth is computed by, alike. */
function scoreOf(name) {
  const known = tables.get(name)
  if (known) return known
  const values = Array.from({ length: GRID + 1 }, (_, at) => SCORES[name](-5 + (10 * (at + 0.5)) / (GRID + 1)))
  const look = (z) => values[Math.min(GRID, Math.max(0, Math.floor(((z + 5) / 10) * (GRID + 1))))]
  tables.set(name, look)
  return look
}

/** The mean score of items whose normal number has a mean of `shift`. */
function meanScore(name, shift) {
  const score = scoreOf(name)
  let [sum, weight] = [0, 0]
  for (let z = -6; z <= 6; z += 0.002) {
    sum += score(z + shift) * density(z)
    weight += density(z)
  }
  return sum / weight
}

const UNEQUAL = [1, 13, 3, 1, 8, 2, 5]
const MIXED = [1, 3, 5, 8]
const TASKS = 20

/** How hard the tasks are: fixed, since a benchmark keeps its tasks. Half of the deviation of an item. */
const EASE = Array.from({ length: TASKS }, (_, task) => 0.5 * quantile((((task * 7) % TASKS) + 0.5) / TASKS))

/** An item's place: its task, and the clusters it is in by kind. */
const place = (task, clusters) => ({ task, clusters })
const range = (count, of) => Array.from({ length: count }, (_, at) => of(at))

/** A design: its items, the share of the variance that each kind of clusters has in common, what a figure is a mean over. */
function design(units, items, common = {}, overTasks = false) {
  return { units, items, common, overTasks, tasks: [...new Set(items.map(({ task }) => task))] }
}

const oneWay = (count, sizeOf) => range(count, (cluster) => range(sizeOf(cluster), () => place(0, { cluster }))).flat()
const tasks = (sizeOf) => range(TASKS, (task) => range(sizeOf(task), () => place(task, {}))).flat()

/** So many independent items of one task. */
export const itemsAlone = (n) =>
  design(
    n,
    range(n, () => place(0, {})),
  )

const COUNTS = [3, 5, 10, 30, 100, 300]

/** The designs by name. */
export const DESIGNS = Object.fromEntries([
  ...COUNTS.map((n) => [`${n} items`, itemsAlone(n)]),
  ...COUNTS.map((n) => [
    `${n} clusters of 4`,
    design(
      n,
      oneWay(n, () => 4),
      { cluster: 1 / 3 },
    ),
  ]),
  ...COUNTS.map((n) => [
    `${n} unequal clusters`,
    design(
      n,
      oneWay(n, (at) => UNEQUAL[at % UNEQUAL.length]),
      { cluster: 1 / 3 },
    ),
  ]),
  ...[5, 12].map((n) => [
    `${n} by 18 crossed`,
    design(n, range(n, (row) => range(18, (column) => place(0, { row, column }))).flat(), { row: 1 / 6, column: 1 / 6 }),
  ]),
  ...[1, 2, 3, 5, 10].map((n) => [
    `20 tasks of ${n}, pooled`,
    design(
      TASKS * n,
      tasks(() => n),
    ),
  ]),
  ...[1, 3, 5, 8].map((n) => [
    `mean of 20 cells of ${n}`,
    design(
      TASKS * n,
      tasks(() => n),
      {},
      true,
    ),
  ]),
  [
    'mean of cells of 1 to 8',
    design(
      85,
      tasks((at) => MIXED[at % MIXED.length]),
      {},
      true,
    ),
  ],
])

/** The figure of a design by items' scores, for all its items or some. */
export function figureOf({ overTasks }) {
  if (!overTasks) {
    return (records) => {
      let sum = 0
      for (const { scores } of records) sum += scores.total
      return { score: { value: sum / records.length, n: records.length, ci95: null, range: [0, 1], better: 'higher' } }
    }
  }
  return (records) => {
    const sums = new Map()
    for (const { task, scores } of records) {
      const own = sums.get(task)
      if (own) {
        own.sum += scores.total
        own.n += 1
      } else sums.set(task, { sum: scores.total, n: 1 })
    }
    let total = 0
    for (const { sum, n } of sums.values()) total += sum / n
    return { score: { value: total / sums.size, n: records.length, ci95: null, range: [0, 1], better: 'higher' } }
  }
}

const truths = new Map()

/** The true figure of a design, where scores are `shift` standard deviations better. */
export function truthOf(design, name, shift = 0) {
  const known = truths.get(design) ?? new Map()
  truths.set(design, known)
  const key = `${name} ${shift}`
  if (!known.has(key)) {
    const byTask = new Map(design.tasks.map((task) => [task, meanScore(name, easeOf(design, task) + shift)]))
    const values = design.overTasks ? [...byTask.values()] : design.items.map(({ task }) => byTask.get(task))
    known.set(key, values.reduce((sum, value) => sum + value, 0) / values.length)
  }
  return known.get(key)
}

const easeOf = ({ tasks: own }, task) => (own.length > 1 ? EASE[task] : 0)

/** Normal numbers of the items of a design: what clusters have in common, and the rest. */
function latent({ items, common }, normal) {
  const effects = Object.entries(common).map(([kind, share]) => ({ kind, share, byCluster: new Map() }))
  const rest = sqrt(1 - effects.reduce((sum, { share }) => sum + share, 0))
  return items.map(({ clusters }) => {
    let z = rest * normal()
    for (const { kind, share, byCluster } of effects) {
      if (!byCluster.has(clusters[kind])) byCluster.set(clusters[kind], sqrt(share) * normal())
      z += byCluster.get(clusters[kind])
    }
    return z
  })
}

function record({ task, clusters }, at, total) {
  return {
    suite: 'simulated',
    item: `${at}`,
    task: `task ${task}`,
    trial: 0,
    status: total >= 1 ? 'passed' : 'failed',
    tags: {},
    clusters: Object.fromEntries(Object.entries(clusters).map(([kind, cluster]) => [kind, `${cluster}`])),
    scores: { total },
  }
}

/** A run of a design. */
export function drawRun(design, name, normal) {
  const score = scoreOf(name)
  return latent(design, normal).map((z, at) => {
    const item = design.items[at]
    return record(item, at, score(z + easeOf(design, item.task)))
  })
}

/** What two models have in common in how hard they find an item, as a share of the variance. */
const SHARED = 0.6

/** Two runs on the same items, the second `shift` standard deviations better. */
export function drawPair(design, name, normal, shift = 0) {
  const score = scoreOf(name)
  const [shared, ofA, ofB] = [0, 1, 2].map(() => latent(design, normal))
  const run = (own, by) =>
    shared.map((z, at) => {
      const item = design.items[at]
      return record(item, at, score(sqrt(SHARED) * z + sqrt(1 - SHARED) * own[at] + easeOf(design, item.task) + by))
    })
  return [run(ofA, 0), run(ofB, shift)]
}

/** A run for each shift on the same items, so many standard deviations better. */
export function drawMany(design, name, normal, shifts) {
  const score = scoreOf(name)
  const shared = latent(design, normal)
  return shifts.map((by) => {
    const own = latent(design, normal)
    return shared.map((z, at) => {
      const item = design.items[at]
      return record(item, at, score(sqrt(SHARED) * z + sqrt(1 - SHARED) * own[at] + easeOf(design, item.task) + by))
    })
  })
}

/** Standard normal numbers of a seeded stream (Box and Muller, 1958). */
export function normals(stream) {
  const uniform = () => (stream.int(0, 2 ** 30 - 1) + 0.5) / 2 ** 30
  return () => sqrt(-2 * Math.log(uniform())) * Math.cos(2 * PI * uniform())
}
