// The table of one suite: node bench/decide/decideSuite.mjs <suite> <folder of the official data> [first|rest]. The first way takes as long as the rest.
import { recordedDecisions } from './recordedDecisions.mjs'

const [name, data, part] = process.argv.slice(2)
const SEEDS = Number(process.env.DECIDE_SEEDS ?? 5)
/** The first seed: others than the reported ones are to tune by. */
const FROM = Number(process.env.DECIDE_FROM ?? 0)
/** Seeds at the bound, where errors are rare and few cases lie: as many as take some minutes. */
const BOUND_SEEDS = { 'fb-bench': 4 * SEEDS }
const WANTED = (process.env.DECIDE_ROWS ?? '').split(',').filter(Boolean)

const suite = await recordedDecisions(name, data, { every: Number(process.env.DECIDE_EVERY ?? 1) })

/** The way that is held to the promise: what `batch: true` of an OpenAI model does, whose cache lasts up to a day. */
const PROMISED = { label: '+ cache of a day', inWaves: true, keeps: true }
/** The levers of the table: the order in which items come, and how their calls are bought in it. */
const ORDERS = [
  { ways: { 'as today': {} }, seeds: SEEDS },
  { order: true, ways: { '+ order by weight': {} }, seeds: 1 },
  {
    order: true,
    known: true,
    ways: {
      '+ what is known': {},
      '+ waves by batch': { inWaves: true, cached: 1 },
      '+ prefix cache': { inWaves: true },
      [PROMISED.label]: PROMISED,
    },
    seeds: SEEDS,
  },
]
const LABELS = ORDERS.flatMap(({ ways }) => Object.keys(ways))
const isWanted = (label) =>
  (part === undefined || (LABELS[0] === label) === (part === 'first')) &&
  (WANTED.length === 0 || WANTED.includes(String(LABELS.indexOf(label))))

const isGreen = (verdict) => verdict === 'held' || verdict === 'undecided'

const NONE = { count: 0, price: 0, items: 0, wrong: 0, green: 0, waves: 0 }
const plus = (one, other) => Object.fromEntries(Object.keys(NONE).map((of) => [of, one[of] + other[of]]))

/** What some cases come to by each way. @param decide a decision by all ways. */
function measured(some, decide, seeds, ways) {
  const found = Array.from({ length: ways }, () => NONE)
  for (const one of some) {
    const truth = suite.wholeRun(one).verdict
    for (let seed = FROM; seed < FROM + seeds; seed += 1)
      for (const [way, { verdict = truth, ...bought }] of decide(one, seed).entries()) {
        const said = { wrong: Number(verdict !== truth), green: Number(isGreen(verdict) && !isGreen(truth)) }
        found[way] = plus(found[way], { ...bought, ...said, count: 1 })
      }
  }
  return found
}

const say = (text) => process.stdout.write(`${text}\n`)
const column = (value) => value.toFixed(3).padStart(8)
const KINDS = ['value', 'worse', 'min']
const began = Date.now()
const seconds = () => `${((Date.now() - began) / 1000).toFixed(0)} s`
if (part !== 'rest') {
  say(
    `${name}: ${suite.items.length} items, ${suite.models.length} models; share of the money of a whole direct run, and in brackets of its items`,
  )
  say(`  ${''.padEnd(20)}${[...KINDS, 'all'].map((kind) => kind.padStart(18)).join('')}   wrong, falsely green, of decisions; waves`)
}

/** Lines of the table, one for each way. @param kinds of rules that can be decided so. */
function rows(labels, decide, seeds, kinds = KINDS) {
  const found = KINDS.map((kind) => measured(kinds.includes(kind) ? suite.cases[kind] : [], decide, seeds, labels.length))
  return labels.map((label, way) => {
    const own = found.map((ways) => ways[way])
    const total = own.reduce(plus)
    const cells = [...own, total].map(({ count, price, items: ran }) =>
      (count === 0 ? 'none' : `${column(price / count)} (${(ran / count).toFixed(3)})`).padStart(18),
    )
    const { wrong, green, count, waves } = total
    say(`  ${label.padEnd(20)}${cells.join('')}   ${wrong}, ${green}, ${count}; ${(waves / count).toFixed(1)}  (${seconds()})`)
    return total
  })
}

let total
for (const { ways, seeds, ...by } of ORDERS) {
  // Without prefixes no cache is of use.
  const labels = Object.keys(ways).filter((label) => isWanted(label) && (suite.sharesPrefixes || !ways[label].keeps))
  if (labels.length === 0) continue
  const found = rows(labels, (one, seed) => suite.decided(one, seed, { ...by, ways: labels.map((label) => ways[label]) }), seeds)
  total = found.at(-1)
}
if (part !== 'first') {
  rows(['limit of any test'], (one, seed) => [suite.limit(one, seed)], 1)
  // Whether an interval will hold zero is nothing that its sequence can tell.
  rows(['truescore'], (one, seed) => [suite.truescore(one, seed)], 1, ['value', 'min'])
  // A ten-thousandth of a point to either side of what the whole run has.
  const promised = { order: true, known: true, ways: [PROMISED] }
  const [atBound] = measured(suite.cases.bound, (one, seed) => suite.decided(one, seed, promised), BOUND_SEEDS[name] ?? SEEDS, 1)
  say(`  at the bound: ${atBound.wrong} wrong, ${atBound.green} falsely green of ${atBound.count}  (${seconds()})`)
  const most = (of) => Math.max(total[of] / total.count, atBound[of] / atBound.count).toFixed(3)
  say(`decide ${name} money=${(total.price / total.count).toFixed(3)} wrong=${most('wrong')} false_green=${most('green')}`)
}
suite.end()
