// Rules about a drop between two runs on the same items: how often they are red where nothing changed, and what they see.

const ENDS = [0, 1]
const { sqrt } = Math

/** Chance of each item to be right, by designs: as two runs of one model have it, item by item. */
const WORSE_DESIGNS = {
  'rate 0.8, half fixed': { rate: 0.8, chance: (draw, at) => (at % 2 === 0 ? Number(draw() < 0.8) : 0.8) },
  'rate 0.8, alike': { rate: 0.8, chance: () => 0.8 },
  'rate 0.5, alike': { rate: 0.5, chance: () => 0.5 },
  'rate 0.97, alike': { rate: 0.97, chance: () => 0.97 },
  'mean 0.85, graded': { rate: 0.85, chance: () => 0.7, value: (isRight, draw) => (isRight ? 1 : draw()) },
}
const ITEMS = [50, 100, 200, 500, 1000]
const DROPS = [0.02, 0.05, 0.1, 0.2]
/** Drop that rules allow. */
const ALLOWED = 0.02
const WAYS = ['value', 'worse', 'lenient', 'strict']

/** @param tried the statistics under test. */
export function worseSimulations(tried) {
  const { random, jackknife, clusterDimensions, differenceInterval, changeP, dropVerdict, holm, redByChance, shownChange, anyByChance } =
    tried
  const STEPS = 2 ** 30
  const draws = (...parts) => {
    const { int } = random(...parts)
    return () => (int(0, STEPS - 1) + 0.5) / STEPS
  }

  /** Two runs of one model, the second worse by `drop`, as a comparison has them: figures, interval, errors. */
  function pair(name, n, drop, draw) {
    const { rate, chance, value = Number } = WORSE_DESIGNS[name]
    const kept = (rate - drop) / rate
    const records = Array.from({ length: n }, (_, at) => {
      const own = chance(draw, at)
      const [a, b] = [0, 1].map(() => value(draw() < own, draw))
      return { suite: 's', item: String(at), task: 't', trial: 0, status: 'failed', tags: {}, scores: {}, a, b: b * Number(draw() < kept) }
    })
    const figures = (count, sumA, sumB) => ({
      a: { value: sumA / count, n: count },
      b: { value: sumB / count, n: count },
      c: { value: (sumB - sumA) / count, n: count },
    })
    const sum = (some, of) => some.reduce((total, record) => total + record[of], 0)
    const [sumA, sumB] = [sum(records, 'a'), sum(records, 'b')]
    const whole = figures(n, sumA, sumB)
    const spreads = jackknife(clusterDimensions(records), whole, (members) => {
      const out = [...members]
      return figures(n - out.length, sumA - sum(out, 'a'), sumB - sum(out, 'b'))
    })
    const [a, b, change] = ['a', 'b', 'c'].map((key) => ({ ...spreads.get(key), value: whole[key].value }))
    return { a, b, change, n }
  }

  const isRed = (verdict, way) => verdict === 'broken' || (way === 'strict' && verdict !== 'held')

  return {
    /** Share of red rules, by way, of so many pairs; `none`: of `worse` where no drop is allowed; `said` and `shows`: what is said, averaged. */
    red(name, n, runs, drop = 0) {
      const found = Object.fromEntries([...WAYS, 'none', 'said', 'shows'].map((key) => [key, 0]))
      for (let run = 0; run < runs; run += 1) {
        const paired = pair(name, n, drop, draws('worse', name, n, drop, run))
        const { value, se } = paired.change
        const interval = differenceInterval(paired, ENDS)
        const verdictOf = (way, allowed) => dropVerdict(value, interval, { allowed, worse: -1, way })
        for (const way of WAYS) found[way] += Number(isRed(verdictOf(way, ALLOWED), way)) / runs
        found.none += Number(isRed(verdictOf('worse', 0), 'worse')) / runs
        found.said += redByChance({ way: 'value', room: ALLOWED, se }) / runs
        found.shows += shownChange({ way: 'worse', room: ALLOWED, se, reach: interval[1] - value }, 1, n) / runs
      }
      return found
    },

    /** Share of runs of an unchanged model that break one of several `worse` rules; with `drop`, that break the one that fell. */
    joint(name, n, rules, runs, drop = 0) {
      let [alone, together, said] = [0, 0, 0]
      for (let run = 0; run < runs; run += 1) {
        const all = Array.from({ length: rules }, (_, rule) =>
          pair(name, n, rule === 0 ? drop : 0, draws('joint', name, n, drop, run, rule)),
        )
        const broken = all.map((paired) => {
          const interval = differenceInterval(paired, ENDS)
          return dropVerdict(paired.change.value, interval, { allowed: 0, worse: -1, way: 'worse' }) === 'broken'
        })
        const adjusted = broken.some(Boolean) ? holm(all.map((paired) => changeP(paired, ENDS))) : []
        const of = drop > 0 ? [0] : all.map((_, rule) => rule)
        alone += Number(of.some((rule) => broken[rule])) / runs
        together += Number(of.some((rule) => broken[rule] && adjusted[rule] < 0.05)) / runs
        said += anyByChance(all.map(({ change }) => redByChance({ way: 'worse', room: 0, se: change.se }))) / runs
      }
      return { alone, together, said }
    },
  }
}

/** The tables of {@link worseSimulations}. */
export function worseTables({ red, joint }, { RUNS, percent, row, sizes = ITEMS }) {
  const names = Object.keys(WORSE_DESIGNS)
  const few = Math.ceil(RUNS / 4)
  const most = 0.025 + 2 * sqrt((0.025 * 0.975) / RUNS)
  const items = sizes.map((n) => `${n} items`)
  const rounded = (share) => String(Math.round(100 * share))
  return {
    /** An unchanged model under one rule. */
    worse() {
      const found = names.map((name) => [name, sizes.map((n) => red(name, n, RUNS))])
      const weak = found.flatMap(([name, cells]) =>
        cells.flatMap(({ worse, none }, at) => (Math.max(worse, none) > most ? [`${name}, ${items[at]}`] : [])),
      )
      const rowOf = (cells, key, text) =>
        row(
          `  ${text}`,
          cells.map((cell) => percent(cell[key])),
        )
      return [
        `an unchanged model under one rule about a drop: percent of ${RUNS} runs that are red; maxDrop ${ALLOWED}, and 0 for "worse, 0"`,
        row('', items),
        ...found.flatMap(([name, cells]) => [
          `  ${name}`,
          rowOf(cells, 'none', 'worse, 0'),
          ...WAYS.map((way) => rowOf(cells, way, way)),
          rowOf(cells, 'said', 'value, as plan says'),
        ]),
        `  worse above 2.5 % by two standard errors: ${weak.length}`,
        ...weak.map((cell) => `    ${cell}`),
      ]
    },

    /** What rules see. */
    power() {
      return [
        `a true drop: percent of ${few} runs that are red by value / worse / lenient, maxDrop ${ALLOWED}`,
        row('', DROPS.map(String)),
        ...names.flatMap((name) =>
          [100, 500].map((n) => {
            const cells = DROPS.map((drop) => red(name, n, few, drop))
            return row(
              `${name}, ${n}`,
              cells.map(({ value, worse, lenient }) => [value, worse, lenient].map(rounded).join(' / ')),
            )
          }),
        ),
        '',
        `the drop that a worse rule says it shows in 4 of 5 runs, and percent of ${few} runs with such a drop that break it`,
        row('', items),
        ...names.map((name) =>
          row(
            name,
            sizes.map((n) => {
              const { shows } = red(name, n, few)
              return shows >= WORSE_DESIGNS[name].rate ? '-' : `${shows.toFixed(3)} ${rounded(red(name, n, few, shows).worse)}`
            }),
          ),
        ),
      ]
    },

    /** Several rules. */
    joint() {
      const rows = names.flatMap((name) =>
        [5, 10].map((rules) => {
          const free = joint(name, 100, rules, RUNS)
          const seen = joint(name, 100, rules, few, 0.15)
          return row(`${name}, ${rules}`, [free.alone, free.said, free.together, seen.alone, seen.together].map(percent))
        }),
      )
      return [
        `several independent worse rules of 100 items, maxDrop 0: percent of ${RUNS} runs of an unchanged model that break one, as is said, and with Holm; then a drop of 0.15 under one of them`,
        row('', ['any broken', 'as said', 'with Holm', 'drop seen', 'with Holm']),
        ...rows,
      ]
    },
  }
}
