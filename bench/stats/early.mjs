// Simulated runs whose truth is the bound of their gate, or a planted distance from it, and what is said of them early.

const { max, sqrt } = Math

/** The share of items that follow their cluster, squared, is the share of the variance that they have in common. */
const COMMON = 0.5
/** Looks of the ordinary interval begin here: before, Student's quantile alone keeps it wide. */
const FIRST_LOOK = 10

const rate = (share) => (draw) => Number(draw() < share)
/** Seven of ten are perfect, the rest anywhere below: mean 0.85. */
const graded = (draw) => (draw() < 0.7 ? 1 : draw())

/**
 * Benchmarks by name. `truth`: mean over all items that might be drawn; `units` of the run, each of `size` items. `shift` lowers the
 * truth by turning values to 0.
 */
export const EARLY_DESIGNS = {
  'rate 0.5': { truth: 0.5, units: 300, size: 1, value: rate(0.5) },
  'rate 0.8': { truth: 0.8, units: 300, size: 1, value: rate(0.8) },
  'rate 0.97': { truth: 0.97, units: 300, size: 1, value: rate(0.97) },
  'graded, 70 % perfect': { truth: 0.85, units: 300, size: 1, value: graded },
  'drop, paired': { truth: -0.02, units: 300, size: 1, paired: { base: 0.8, same: 0.6 } },
  'clusters of 5': { truth: 0.7, units: 80, size: 5, value: rate(0.7) },
  '8 unequal cells': { truth: 0.7, units: 300, size: 1, value: rate(0.7), cells: [4, 8, 15, 25, 38, 50, 70, 90] },
}

/** @param stats the statistics under test. */
export function earlySimulations({ random, EarlyGate, earlyOrder, boundVerdict, metricInterval, differenceInterval }) {
  const STEPS = 2 ** 30
  const draws = (...parts) => {
    const { int } = random(...parts)
    return () => (int(0, STEPS - 1) + 0.5) / STEPS
  }

  /** The units of one run, with their weights and values. */
  function population(name, seed, shift) {
    const { truth, units, size, value, paired, cells } = EARLY_DESIGNS[name]
    const draw = draws('early', name, seed)
    const kept = paired ? 1 : (truth + shift) / truth
    const cellOf = cells ? cells.flatMap((count, cell) => Array.from({ length: count }, () => cell)) : []
    return Array.from({ length: units }, (_, at) => {
      const cell = cells ? cellOf[at] : 0
      const weight = cells ? 1 / cells.length / cells[cell] : 1 / units
      const own = { name: String(at), cells: [String(cell)], stratum: String(cell), weight }
      if (paired) {
        const base = Number(draw() < paired.base)
        // What is drawn anew makes up for the share that stays.
        const anew = paired.base + (truth + shift) / (1 - paired.same)
        const candidate = draw() < paired.same ? base : Number(draw() < anew)
        return { ...own, value: candidate - base, base, candidate, known: base, range: [-base, 1 - base] }
      }
      if (size === 1) return { ...own, value: value(draw) * Number(draw() < kept) }
      const common = value(draw) * Number(draw() < kept)
      let sum = 0
      for (let item = 0; item < size; item += 1) sum += draw() < sqrt(COMMON) ? common : value(draw) * Number(draw() < kept)
      return { ...own, value: sum / size }
    })
  }

  const spreadOf = (values, weights, strata) => {
    const [n, total] = [values.length, weights.reduce((sum, weight) => sum + weight, 0)]
    const groups = new Map()
    for (let at = 0; at < n; at += 1) {
      const own = groups.get(strata[at]) ?? { n: 0, sum: 0, squares: 0, weight: 0 }
      groups.set(strata[at], own)
      own.n += 1
      own.sum += values[at]
      own.squares += values[at] ** 2
      own.weight += weights[at]
    }
    let [value, variance] = [0, 0]
    for (const { n: count, sum, squares, weight } of groups.values()) {
      const mean = sum / count
      value += (weight / total) * mean
      variance += ((weight / total) ** 2 * max(0, squares / count - mean ** 2)) / max(1, count - 1)
    }
    return { value, se: variance < 1e-24 ? 0 : sqrt(variance), df: n - groups.size, designDf: n - groups.size, effectiveUnits: n }
  }

  /** The ordinary 95 % interval of some units of a run. */
  function intervalOf(units, { paired }) {
    const [weights, strata] = [units.map(({ weight }) => weight), units.map(({ stratum }) => stratum)]
    const spread = (of) =>
      spreadOf(
        units.map((unit) => unit[of]),
        weights,
        strata,
      )
    if (!paired) return metricInterval(spread('value'), [0, 1])
    return differenceInterval({ a: spread('base'), b: spread('candidate'), change: spread('value'), n: units.length }, [0, 1])
  }

  const figureOf = (units) => units.reduce((sum, { weight, value }) => sum + weight * value, 0)
  const keeps = (bound) => (value) => value >= bound - 1e-12

  /** How many units a gate takes, and what it says then; undefined where only the last unit decides. */
  function decide(order, first, design, rule) {
    const range = design.paired ? [-1, 1] : [0, 1]
    const gate = new EarlyGate({ units: order, first, range, keeps: 'atLeast', ...rule })
    for (const [at, { value }] of order.entries()) {
      if (at === order.length - 1) break
      const { verdict } = gate.observe(value)
      if (verdict !== undefined) return { verdict, units: at + 1 }
    }
    return { verdict: undefined, units: order.length }
  }

  /**
   * Gates of runs whose truth lies `shift` from their bound. `ended`: share that end broken, early or by the whole interval. `wrong`:
   * share decided early against what the whole run says. `fixed`: share in which the ordinary interval, looked at after every
   * unit, once says broken. `median`: median share of the units used.
   */
  function gates(name, mode, alpha, runs, shift = 0, looked = false) {
    const design = EARLY_DESIGNS[name]
    const bound = design.truth
    const found = { ended: 0, wrong: 0, fixed: 0, early: 0, held: 0 }
    const used = []
    for (let seed = 0; seed < runs; seed += 1) {
      const units = population(name, seed, shift)
      const { order, first } = earlyOrder(units, seed)
      const { verdict, units: seen } = decide(order, first, design, { bound, decide: mode, alpha })
      const whole = boundVerdict(figureOf(units), intervalOf(units, design), keeps(bound), mode)
      const said = verdict ?? whole
      used.push(seen / units.length)
      found.early += Number(verdict !== undefined)
      found.ended += Number(said === 'broken')
      found.held += Number(said === 'held')
      found.wrong += Number(isWrong(mode, said, whole))
      if (looked) found.fixed += Number(fixedBreaks(order, first, design, bound))
    }
    used.sort((one, other) => one - other)
    const shares = Object.fromEntries(Object.entries(found).map(([key, count]) => [key, count / runs]))
    return { ...shares, median: used[Math.floor(runs / 2)] }
  }

  const isWrong = (mode, said, whole) => {
    if (mode === 'value') return said !== whole
    const part = mode === 'lenient' ? 'broken' : 'held'
    return (said === part) !== (whole === part)
  }

  function fixedBreaks(order, first, design, bound) {
    for (let count = max(FIRST_LOOK, first); count <= order.length; count += 1) {
      const interval = intervalOf(order.slice(0, count), design)
      if (boundVerdict(0, interval, keeps(bound), 'lenient') === 'broken') return true
    }
    return false
  }

  /** Share of runs of which a gate says that they hold though their figure is the last below the bound that there can be. */
  function hardest(name, alpha, runs) {
    const design = EARLY_DESIGNS[name]
    let wrong = 0
    for (let seed = 0; seed < runs; seed += 1) {
      const units = population(name, seed, 0)
      const { order, first } = earlyOrder(units, seed)
      const { verdict } = decide(order, first, design, { bound: figureOf(units) + 1e-9, decide: 'value', alpha })
      wrong += Number(verdict === 'held')
    }
    return wrong / runs
  }

  /** Share of runs in which one of three gates, on the whole and on its halves, errs when they share the error. */
  function several(name, runs, mode = 'value', total = 0.05) {
    const design = EARLY_DESIGNS[name]
    let [wrong, ended] = [0, 0]
    for (let seed = 0; seed < runs; seed += 1) {
      const units = population(name, seed, 0)
      const { order, first } = earlyOrder(units, seed)
      const parts = [() => true, ({ name: id }) => Number(id) % 2 === 0, ({ name: id }) => Number(id) % 2 === 1]
      const outcomes = parts.map((isOf) => {
        const weight = units.filter(isOf).reduce((sum, unit) => sum + unit.weight, 0)
        const own = order.map((unit) => ({ ...unit, weight: isOf(unit) ? unit.weight / weight : 0 }))
        const bound = design.truth
        const { verdict } = decide(own, first, design, { bound, decide: mode, alpha: total / parts.length })
        const whole = own.filter(isOf)
        const said = boundVerdict(figureOf(whole), intervalOf(whole, design), keeps(bound), mode)
        return { wrong: verdict !== undefined && isWrong(mode, verdict, said), broken: (verdict ?? said) === 'broken' }
      })
      wrong += Number(outcomes.some((outcome) => outcome.wrong))
      ended += Number(outcomes.some((outcome) => outcome.broken))
    }
    return { wrong: wrong / runs, ended: ended / runs }
  }

  return { gates, hardest, several }
}
