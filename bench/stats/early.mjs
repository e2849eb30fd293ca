// Simulated runs with a gate on them: what is said of them early, and what the whole run says of the same items.
import { keptRows } from './kept.mjs'

const { sqrt, min } = Math

/** The share of items that follow their cluster, squared, is the share of the variance that they have in common. */
const COMMON = 0.5

const rate = (share) => (draw) => Number(draw() < share)
/** Seven of ten are perfect, the rest anywhere below: mean 0.85. */
const graded = (draw) => (draw() < 0.7 ? 1 : draw())
const CELLS = [4, 8, 15, 25, 38, 50, 70, 90]

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
  '8 unequal cells': { truth: 0.7, units: 300, size: 1, value: rate(0.7), cells: CELLS },
  'by weight': { truth: 0.7, units: 300, size: 1, value: rate(0.7), cells: CELLS, byWeight: true },
  'well foretold': { truth: 0.7, units: 300, size: 1, value: rate(0.7), cells: CELLS, byWeight: true, foretold: 0.85 },
  'foretold by chance': { truth: 0.7, units: 300, size: 1, value: rate(0.7), cells: CELLS, byWeight: true, foretold: 0.5 },
  'foretold wrongly in every other cell': {
    truth: 0.7,
    units: 300,
    size: 1,
    value: rate(0.7),
    cells: CELLS,
    byWeight: true,
    foretold: 0.9,
    turned: true,
  },
}

/** A benchmark of so many items whose right answers have a share. */
export const ofRate = (truth, units) => ({ name: `rate ${truth}`, truth, units, size: 1, value: rate(truth) })
/** Two runs of so many items: `base` is the share of right answers, of which six of ten are the same in both; `truth` the change. */
export const ofPairs = (base, truth, units) => ({
  name: `pairs ${base} ${truth}`,
  truth,
  units,
  size: 1,
  paired: { base, same: min(0.6, 1 - (2 * Math.abs(truth)) / (1 - base + 1e-9)) },
})

/** What happens while a run goes on: the rate of right answers at a share of the run, or the state that answers are drawn with. */
export const DRIFTS = {
  nothing: { at: () => 0.8 },
  'from 0.88 to 0.72': { at: (share) => 0.88 - 0.16 * share },
  'from 0.90 to 0.66': { at: (share) => 0.9 - 0.24 * share },
  'the last third is cut': { at: (share) => (share < 2 / 3 ? 0.88 : 0.55) },
  '30 in a row are spoilt': { at: () => 0.88, outage: 30 },
  streaks: { at: () => 0.8, keeps: 0.9 },
}

/** @param stats the statistics under test. */
export function earlySimulations({
  random,
  EarlyGate,
  earlyOrder,
  boundVerdict,
  metricInterval,
  differenceInterval,
  varianceOf,
  combine,
  widenedInterval,
  kept = keptRows(),
}) {
  const STEPS = 2 ** 30
  const draws = (...parts) => {
    const { int } = random(...parts)
    return () => (int(0, STEPS - 1) + 0.5) / STEPS
  }

  /** The units of one run, with their weights and values. */
  function population({ name, truth, units, size, value, paired, cells, byWeight, foretold, turned }, seed, shift) {
    const draw = draws('early', name, seed)
    const kept = paired ? 1 : (truth + shift) / truth
    const cellOf = cells ? cells.flatMap((count, cell) => Array.from({ length: count }, () => cell)) : []
    return Array.from({ length: units }, (_, at) => {
      const cell = cells ? cellOf[at] : 0
      const ofCell = cells ? 1 / cells.length : 1
      const weight = ofCell / (cells ? cells[cell] : units)
      const own = { name: String(at), cells: [String(cell)], stratum: String(cell), weight, ofCell }
      if (paired) {
        const base = Number(draw() < paired.base)
        // What is drawn anew makes up for the share that stays.
        const anew = paired.base + (truth + shift) / (1 - paired.same)
        const candidate = draw() < paired.same ? base : Number(draw() < anew)
        return { ...own, value: candidate - base, base, candidate, known: base, range: [-base, 1 - base] }
      }
      if (size === 1) {
        const is = value(draw) * Number(draw() < kept)
        // What an earlier run says of it is so with that chance, and else the contrary.
        const told = foretold === undefined ? {} : { foretold: draw() < (turned && cell % 2 === 0 ? 1 - foretold : foretold) ? is : 1 - is }
        return { ...own, ...(byWeight && { size: weight }), ...told, value: is }
      }
      const common = value(draw) * Number(draw() < kept)
      let sum = 0
      for (let item = 0; item < size; item += 1) sum += draw() < sqrt(COMMON) ? common : value(draw) * Number(draw() < kept)
      return { ...own, value: sum / size }
    })
  }

  /** The figure of some units as the run has it, a mean over cells, and what it is made of. */
  function figureOf(units, of) {
    const strata = new Map()
    for (const unit of units) {
      const own = strata.get(unit.stratum) ?? { sum: 0, count: 0, ofCell: unit.ofCell }
      strata.set(unit.stratum, own)
      own.sum += unit[of]
      own.count += 1
    }
    const total = [...strata.values()].reduce((sum, { ofCell }) => sum + ofCell, 0)
    const weightOf = ({ stratum, ofCell }) => ofCell / total / strata.get(stratum).count
    const meanOf = ({ stratum }) => strata.get(stratum).sum / strata.get(stratum).count
    // Without the rounding of sums: a perfect figure is perfect.
    const value = Number(units.reduce((sum, unit) => sum + weightOf(unit) * unit[of], 0).toFixed(12))
    return { value, weightOf, meanOf }
  }

  /** That figure and how it varies. */
  function estimateOf(units, of) {
    const { value, weightOf, meanOf } = figureOf(units, of)
    const parts = units.map((unit) => {
      const weight = weightOf(unit)
      return { influence: weight * (unit[of] - meanOf(unit)), size: 1, weight, stratum: { name: unit.stratum } }
    })
    const variance = varianceOf(parts)
    return { value, ...(variance && combine([{ ...variance, sign: 1 }])) }
  }

  /** The 95 % interval of some units of a run; null of one alone. */
  function intervalOf(units, { paired }) {
    if (units.length < 2) return null
    if (!paired) return metricInterval(estimateOf(units, 'value'), [0, 1])
    const [a, b, change] = ['base', 'candidate', 'value'].map((of) => estimateOf(units, of))
    return differenceInterval({ a, b, change, n: units.length }, [0, 1])
  }

  /** What a rule says of a figure and its interval. */
  function wordOf(mode, value, interval, bound) {
    if (mode !== 'worse') return boundVerdict(value, interval, (one) => one >= bound - 1e-12, mode)
    if (value >= bound - 1e-12) return 'held'
    return interval && interval[1] < 0 ? 'broken' : 'undecided'
  }

  const printedWord = (units, design, { decide, bound }, isEarly) => {
    const { value } = figureOf(units, 'value')
    // A rule on the number needs none.
    const interval = decide === 'value' ? null : intervalOf(units, design)
    const scale = design.paired ? [-1, 1] : [0, 1]
    return wordOf(decide, value, isEarly ? widenedInterval(value, interval, units.length, scale) : interval, bound)
  }

  /** How many units a gate takes, and what it says then; without a verdict where only the last unit decides. */
  function decide(order, first, design, rule, missing = () => false) {
    const range = design.paired ? [-1, 1] : [0, 1]
    const changeOf = design.paired && [0, 1]
    const gate = new EarlyGate({ units: order, first, range, changeOf, keeps: 'atLeast', overCells: design.cells !== undefined, ...rule })
    let next = 0
    for (const [at, unit] of order.entries()) {
      if (at === order.length - 1) break
      const { verdict } = gate.observe(missing(unit) ? undefined : unit.value)
      if (verdict === undefined || at < next) continue
      const seen = order.slice(0, at + 1).filter((one) => one.weight > 0 && !missing(one))
      if (printedWord(seen, design, rule, true) === verdict) return { verdict, units: at + 1 }
      next = at * 1.05
    }
    return { verdict: undefined, units: order.length }
  }

  const isGreen = (mode, word) => word === 'held' || (word === 'undecided' && mode !== 'strict')

  /**
   * Gates of runs whose truth lies `shift` from that of the design. Shares of runs: `green`, `red` where the whole run says the other;
   * `other`: another word than the whole run's. `early`: ended before the last unit; `whole`, `said`: by word.
   */
  function outcomes(design, rule, runs, { shift = 0, seed: from = 0 } = {}) {
    // `lenient` and `strict` say the same words, and take them otherwise.
    const asked = { ...rule, decide: rule.decide === 'lenient' ? 'strict' : rule.decide }
    const words = kept(['outcomes', design, asked, runs, shift, from], () => {
      // Near 0 and 1 many runs are the same.
      const known = keptRows()
      return tally(runs, (at) => {
        const units = population(design, from + at, shift)
        const { order, first } = earlyOrder(units, from + at)
        const content = order.map(({ value, base = '', stratum }) => `${value} ${base} ${stratum}`)
        return known(content, () => {
          const { verdict, units: seen } = decide(order, first, design, rule)
          return { verdict, whole: printedWord(units, design, rule, false), used: seen / units.length }
        })
      })
    })
    return sharesOf(words, rule)
  }

  /** How many runs had which word early (`open` without one) and as a whole, and the median of what they used. */
  function tally(runs, runOf) {
    const pairs = {}
    const used = []
    for (let at = 0; at < runs; at += 1) {
      const { verdict = 'open', whole, used: own } = runOf(at)
      const pair = `${verdict} ${whole}`
      pairs[pair] = (pairs[pair] ?? 0) + 1
      used.push(own)
    }
    used.sort((one, other) => one - other)
    return { runs, pairs, median: used[Math.floor(runs / 2)] }
  }

  function sharesOf({ runs, pairs, median }, { decide: mode }) {
    const found = { green: 0, red: 0, other: 0, early: 0, said: {}, whole: {}, median }
    for (const [pair, count] of Object.entries(pairs)) {
      const [verdict, whole] = pair.split(' ')
      const said = verdict === 'open' ? whole : verdict
      const share = count / runs
      found.early += verdict === 'open' ? 0 : share
      found.other += said === whole ? 0 : share
      found.green += isGreen(mode, said) && !isGreen(mode, whole) ? share : 0
      found.red += !isGreen(mode, said) && isGreen(mode, whole) ? share : 0
      found.said[said] = (found.said[said] ?? 0) + share
      found.whole[whole] = (found.whole[whole] ?? 0) + share
    }
    return found
  }

  const named = (name) => ({ name, ...EARLY_DESIGNS[name] })

  /** A named design whose bound is its truth. */
  const gates = (name, mode, alpha, runs, shift = 0) =>
    outcomes(named(name), { bound: EARLY_DESIGNS[name].truth, decide: mode, alpha }, runs, { shift })

  /** Share of runs of which a gate says that they hold though their figure is the last below the bound that there can be. */
  function hardest(name, alpha, runs) {
    const design = named(name)
    let wrong = 0
    for (let seed = 0; seed < runs; seed += 1) {
      const units = population(design, seed, 0)
      const { order, first } = earlyOrder(units, seed)
      const bound = figureOf(units, 'value').value + 1e-9
      wrong += Number(decide(order, first, design, { bound, decide: 'value', alpha }).verdict === 'held')
    }
    return wrong / runs
  }

  /** Share of runs in which one of three gates, on the whole and on its halves, errs when they share the error. */
  function several(name, runs, mode = 'value', total = 0.05) {
    const design = named(name)
    let wrong = 0
    for (let seed = 0; seed < runs; seed += 1) {
      const units = population(design, seed, 0)
      const { order, first } = earlyOrder(units, seed)
      const parts = [() => true, ({ name: id }) => Number(id) % 2 === 0, ({ name: id }) => Number(id) % 2 === 1]
      const outcomes = parts.map((isOf) => {
        const weight = units.filter(isOf).reduce((sum, unit) => sum + unit.weight, 0)
        const own = order.map((unit) => ({ ...unit, weight: isOf(unit) ? unit.weight / weight : 0 }))
        const rule = { bound: design.truth, decide: mode, alpha: total / parts.length }
        const { verdict } = decide(own, first, design, rule)
        return verdict !== undefined && verdict !== printedWord(own.filter(isOf), design, rule, false)
      })
      wrong += Number(outcomes.some(Boolean))
    }
    return wrong / runs
  }

  /** What drifts while a run goes on, of 300 items against 0.8, alike or of unequal cells that are drawn by weight: as `outcomes`. */
  function drift(name, runs, byWeight = false) {
    const { at: rateAt, outage = 0, keeps = 0 } = DRIFTS[name]
    const design = { name, truth: 0.8, units: 300, size: 1, value: () => 0, ...(byWeight && { cells: CELLS, byWeight }) }
    const rule = { bound: 0.8, decide: 'value', alpha: 0.05 }
    const words = kept(['drift', name, runs, byWeight], () =>
      tally(runs, (seed) => {
        const draw = draws('drift', name, seed)
        const begins = Math.floor(draw() * (300 - outage))
        let last = Number(draw() < 0.8)
        const drawn = byWeight && earlyOrder(population(design, seed, 0), seed)
        const order = Array.from({ length: 300 }, (_, at) => {
          last = draw() < keeps ? last : Number(draw() < rateAt(at / 300))
          const value = at >= begins && at < begins + outage ? 0 : last
          if (drawn) return { ...drawn.order[at], value }
          return { name: String(at), cells: ['0'], stratum: '0', weight: 1 / 300, ofCell: 1, value }
        })
        const { verdict, units: seen } = decide(order, drawn ? drawn.first : 1, design, rule)
        return { verdict, whole: printedWord(order, design, rule, false), used: seen / 300 }
      }),
    )
    return sharesOf(words, rule)
  }

  /** Cells of which the weak ones (rate 0.4, the others 0.9) lack a share of their scores: as `outcomes`, of a mean over cells. */
  function missing(lacking, everywhere, runs, byWeight = false) {
    const cells = byWeight ? [10, 30, 20, 40, 60, 80] : [40, 40, 40, 40, 40, 40]
    const cellOf = cells.flatMap((count, cell) => Array.from({ length: count }, () => cell))
    const rates = [0.4, 0.4, 0.9, 0.9, 0.9, 0.9]
    const design = { name: 'missing', truth: 0.7333, units: 240, size: 1, cells }
    const rule = { bound: 0.7333, decide: 'value', alpha: 0.05 }
    const words = kept(['missing', lacking, everywhere, runs, byWeight], () =>
      tally(runs, (seed) => {
        const draw = draws('missing', seed)
        const units = cellOf.map((cell, at) => {
          const weight = 1 / 6 / cells[cell]
          const value = Number(draw() < rates[cell])
          const isGone = draw() < (everywhere || cell < 2 ? lacking : 0)
          const own = { name: String(at), cells: [String(cell)], stratum: String(cell), weight, ofCell: 1 / 6, value, isGone }
          return { ...own, ...(byWeight && { size: weight }) }
        })
        const { order, first } = earlyOrder(units, seed)
        const { verdict, units: seen } = decide(order, first, design, rule, ({ isGone }) => isGone)
        const there = units.filter(({ isGone }) => !isGone)
        return { verdict, whole: printedWord(there, design, rule, false), used: seen / 240 }
      }),
    )
    return sharesOf(words, rule)
  }

  return { gates, outcomes, hardest, several, drift, missing }
}
