// The table of one suite: node bench/decide/decideSuite.mjs <suite> <folder of the official data>.
import { recordedDecisions } from './recordedDecisions.mjs'

const [name, data] = process.argv.slice(2)
const SEEDS = Number(process.env.DECIDE_SEEDS ?? 5)
/** The first seed: others than the reported ones are to tune by. */
const FROM = Number(process.env.DECIDE_FROM ?? 0)
/** Seeds at the bound, where errors are rare and few cases lie: as many as take some minutes. */
const BOUND_SEEDS = { 'fb-bench': 4 * SEEDS }
const WANTED = (process.env.DECIDE_ROWS ?? '').split(',').filter(Boolean)

const suite = await recordedDecisions(name, data, { every: Number(process.env.DECIDE_EVERY ?? 1) })

/** The levers of the table. */
const LEVERS = {
  'as today': {},
  '+ order by weight': { order: true },
  '+ what is known': { order: true, known: true },
  '+ waves by batch': { order: true, known: true, waves: true },
  '+ prefix cache': { order: true, known: true, waves: true, cached: true },
  '+ kept for a day': { order: true, known: true, waves: true, cached: true, kept: true },
}
/** The line that is held to the promise: that a cache outlives a wave holds for some endpoints only. */
const PROMISED = '+ prefix cache'

const isGreen = (verdict) => verdict === 'held' || verdict === 'undecided'

function measured(some, decide, seeds) {
  const found = { count: 0, price: 0, items: 0, wrong: 0, green: 0, waves: 0 }
  for (const one of some) {
    const truth = suite.wholeRun(one).verdict
    for (let seed = FROM; seed < FROM + seeds; seed += 1) {
      const { verdict = truth, price, items: ran, waves } = decide(one, seed)
      found.waves += waves
      found.count += 1
      found.price += price
      found.items += ran
      found.wrong += Number(verdict !== truth)
      found.green += Number(isGreen(verdict) && !isGreen(truth))
    }
  }
  return found
}

const say = (text) => process.stdout.write(`${text}\n`)
const column = (value) => value.toFixed(3).padStart(8)
const KINDS = ['value', 'worse', 'min']
const began = Date.now()
const seconds = () => `${((Date.now() - began) / 1000).toFixed(0)} s`
say(
  `${name}: ${suite.items.length} items, ${suite.models.length} models; share of the money of a whole direct run, and in brackets of its items`,
)
say(`  ${''.padEnd(20)}${[...KINDS, 'all'].map((kind) => kind.padStart(18)).join('')}   wrong, falsely green, of decisions; waves`)
const added = (found) => Object.fromEntries(Object.keys(found[0]).map((of) => [of, found.reduce((sum, one) => sum + one[of], 0)]))

/** A line of the table. @param kinds of rules that can be decided so. */
function row(label, decide, seeds, kinds = KINDS) {
  const found = KINDS.map((kind) => measured(kinds.includes(kind) ? suite.cases[kind] : [], decide, seeds))
  const total = added(found)
  const cells = [...found, total].map(({ count, price, items: ran }) =>
    (count === 0 ? 'none' : `${column(price / count)} (${(ran / count).toFixed(3)})`).padStart(18),
  )
  const { wrong, green, count, waves } = total
  say(`  ${label.padEnd(20)}${cells.join('')}   ${wrong}, ${green}, ${count}; ${(waves / count).toFixed(1)}  (${seconds()})`)
  return total
}

const levers = Object.entries(LEVERS)
let total
for (const [at, [label, lever]] of levers.entries()) {
  if ((WANTED.length > 0 && !WANTED.includes(String(at))) || (lever.kept && !suite.sharesPrefixes)) continue
  // What is neither today's nor promised is of one seed.
  const found = row(label, (one, seed) => suite.decided(one, seed, lever), at === 0 || label === PROMISED ? SEEDS : 1)
  if (label === PROMISED) total = found
}
row('limit of any test', suite.limit, 1)
// Whether an interval will hold zero is nothing that its sequence can tell.
row('truescore', suite.truescore, 1, ['value', 'min'])
// A ten-thousandth of a point to either side of what the whole run has.
const atBound = measured(suite.cases.bound, (one, seed) => suite.decided(one, seed, LEVERS[PROMISED]), BOUND_SEEDS[name] ?? SEEDS)
say(`  at the bound: ${atBound.wrong} wrong, ${atBound.green} falsely green of ${atBound.count}  (${seconds()})`)
const most = (of) => Math.max(total[of] / total.count, atBound[of] / atBound.count).toFixed(3)
say(`decide ${name} money=${(total.price / total.count).toFixed(3)} wrong=${most('wrong')} false_green=${most('green')}`)
suite.end()
