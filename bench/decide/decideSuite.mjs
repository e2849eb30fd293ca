// The table of one suite: node bench/decide/decideSuite.mjs <suite> <folder of the official data>.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { random } from '../build/src/core/base/random.js'
import { suiteScores } from '../build/src/core/stats/summary/suiteScores.js'
import { baselineFiles } from '../build/src/deciding/baseline/baseline.js'
import { compareWithBaseline } from '../build/src/deciding/baseline/compareWithBaseline.js'
import { EarlyDecision } from '../build/src/deciding/early/earlyDecision.js'
import { alphaOf, earlyRules } from '../build/src/deciding/early/earlyRules.js'
import { earlyUnits } from '../build/src/deciding/early/earlyUnits.js'
import { nextWave, wavePrices } from '../build/src/deciding/early/waves.js'
import { printedVerdicts } from '../build/src/deciding/figures.js'
import { evaluateGates } from '../build/src/deciding/gates/evaluateGates.js'
import { BATCH, CACHED } from './prices.mjs'
import { RECORDED } from './recordedSuites.mjs'

const [name, data] = process.argv.slice(2)
const SEEDS = Number(process.env.DECIDE_SEEDS ?? 5)
const WANTED = (process.env.DECIDE_ROWS ?? '').split(',').filter(Boolean)
const EVERY = Number(process.env.DECIDE_EVERY ?? 1)
/** Points off the truth of `min` rules, of a scale of 100. */
const OFF = [-15, -10, -5, -2, 2, 5, 10, 15]
/** Earlier runs that tell what to expect. */
const EARLIER = 5

const { rules: suite, runs, key, scale, useOf } = await RECORDED[name](data)
const root = mkdtempSync(join(tmpdir(), 'holdfast-decide-'))
const models = [...runs.keys()]
// Items that every model has a score of.
const scored = (model) =>
  new Map(
    runs
      .get(model)
      .filter(({ scores }) => Number.isFinite(scores.total))
      .map((record) => [record.item, record]),
  )
const byModel = new Map(models.map((model) => [model, scored(model)]))
const items = runs
  .get(models[0])
  .filter(({ item }) => models.every((model) => byModel.get(model).has(item)))
  .map(({ item, task, tags, clusters }) => ({ item, task, tags, clusters, prefix: useOf({ item, task, clusters }).prefix }))
const records = new Map(models.map((model) => [model, items.map(({ item }) => byModel.get(model).get(item))]))
const uses = new Map(items.map((item) => [item.item, useOf(item)]))
const whole = wavePrices([[...uses.values()]], CACHED)(0, 1)
for (const model of models) {
  const { items: file } = baselineFiles(root, fileName(model))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    records
      .get(model)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
  )
}

function fileName(model) {
  return model.replaceAll(/[^\w.-]/g, '_')
}

const figures = new Map(models.map((model) => [model, suite.summarize(records.get(model))[key].value]))

/** What the whole run says, by the code that decides every run; as word, and whether it is green. */
function wholeVerdict(model, gates) {
  const own = records.get(model)
  const comparison = compareWithBaseline(suite, own, gates, root, true)
  const [gate] = evaluateGates(gates, { [name]: suiteScores(own, suite.summarize(own)) }, { comparisons: { [name]: comparison } })
  return gate.verdict
}

const isGreen = (verdict) => verdict === 'held' || verdict === 'undecided'

/** Rules by kind: each with the model that is decided on, and models whose runs may be known. */
function cases() {
  const all = { value: [], worse: [], min: [], bound: [] }
  for (const model of models) {
    for (const base of models) {
      if (base === model) continue
      for (const decide of ['value', 'worse']) all[decide].push({ model, base, rule: { maxDrop: 0.02 * scale, decide } })
    }
    const figure = figures.get(model)
    for (const off of OFF) {
      const min = figure - (off / 100) * scale
      if (min > 0 && min < scale) all.min.push({ model, rule: { min } })
    }
    for (const off of [-0.0001, 0.0001]) all.bound.push({ model, rule: { min: figure + (off / 100) * scale } })
  }
  return Object.fromEntries(
    Object.entries(all).map(([kind, own]) => [
      kind,
      random('cases', kind)
        .shuffle(own)
        .slice(0, Math.ceil(own.length / EVERY)),
    ]),
  )
}

/** The levers of the table. */
const LEVERS = {
  'as today': {},
  '+ order by weight': { order: true },
  '+ what is known': { order: true, known: true },
  '+ waves by batch': { order: true, known: true, waves: true },
  '+ prefix cache': { order: true, known: true, waves: true, cached: true },
}

const followed = new Map()
/** The rules of gates as they are followed. */
function rulesOf(gates) {
  const key = JSON.stringify(gates)
  if (!followed.has(key)) followed.set(key, earlyRules(suite, items, gates, root).rules)
  return followed.get(key)
}

function decided({ model, base, rule }, seed, lever) {
  const gates = { ...(base && { baseline: fileName(base) }), [name]: { [key]: rule } }
  const rules = rulesOf(gates)
  const others = random('earlier', seed, model, base ?? '').shuffle(models.filter((one) => one !== model && one !== base))
  const earlier = lever.known ? others.slice(0, EARLIER).map((one) => records.get(one)) : []
  const units = earlyUnits(items, { rules: lever.order ? rules : [], seed, earlier })
  const printed = printedVerdicts(suite, { gates, root })
  const decision = new EarlyDecision({ rules, items: units.flat(), trials: 1, alpha: alphaOf(gates), printed })
  const own = byModel.get(model)
  const ofUnits = units.map((unit) => unit.map(({ item }) => uses.get(item)))
  // Without waves each unit is a wave of direct calls.
  const priceOf = wavePrices(ofUnits, lever.waves && !lever.cached ? 1 : CACHED)
  const share = lever.waves ? BATCH : 1
  const openAfter = (count) => decision.openAfter(count)
  let price = 0
  let waves = 0
  let at = 0
  while (at < units.length && !decision.isDecided) {
    const { to, isDirect } = lever.waves
      ? nextWave({ from: at, units: units.length, openAfter, priceOf, share })
      : { to: at + 1, isDirect: true }
    for (const { item } of units.slice(at, to).flat()) decision.add(own.get(item))
    price += priceOf(at, to) * (isDirect ? 1 : share)
    waves += 1
    at = to
  }
  const ran = units.slice(0, at).flat().length
  return { verdict: decision.isDecided ? decision.standings[0].verdict : undefined, price: price / whole, items: ran / items.length, waves }
}

const wholes = new Map()
function measured(some, lever, seeds) {
  const found = { count: 0, price: 0, items: 0, wrong: 0, green: 0, waves: 0 }
  for (const one of some) {
    const id = JSON.stringify(one)
    if (!wholes.has(id))
      wholes.set(id, wholeVerdict(one.model, { ...(one.base && { baseline: fileName(one.base) }), [name]: { [key]: one.rule } }))
    const truth = wholes.get(id)
    for (let seed = 0; seed < seeds; seed += 1) {
      const { verdict = truth, price, items: ran, waves } = decided(one, seed, lever)
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
const all = cases()
const began = Date.now()
const seconds = () => `${((Date.now() - began) / 1000).toFixed(0)} s`
say(`${name}: ${items.length} items, ${models.length} models; share of the money of a whole direct run, and in brackets of its items`)
say(`  ${''.padEnd(20)}${[...KINDS, 'all'].map((kind) => kind.padStart(18)).join('')}   wrong, falsely green, of decisions; waves`)
const rows = Object.entries(LEVERS)
let total
for (const [at, [lever, how]] of rows.entries()) {
  if (WANTED.length > 0 && !WANTED.includes(String(at))) continue
  // What lies between today's and all levers is of one seed.
  const seeds = at === 0 || at === rows.length - 1 ? SEEDS : 1
  const found = KINDS.map((kind) => measured(all[kind], how, seeds))
  total = Object.fromEntries(Object.keys(found[0]).map((of) => [of, found.reduce((sum, one) => sum + one[of], 0)]))
  const cells = [...found, total].map(({ count, price, items: ran }) =>
    `${column(price / count)} (${(ran / count).toFixed(3)})`.padStart(18),
  )
  const { wrong, green, count, waves } = total
  say(`  ${lever.padEnd(20)}${cells.join('')}   ${wrong}, ${green}, ${count}; ${(waves / count).toFixed(1)}  (${seconds()})`)
}
// A ten-thousandth of a point to either side of what the whole run has.
const atBound = measured(all.bound, rows.at(-1)[1], SEEDS)
say(`  at the bound: ${atBound.wrong} wrong, ${atBound.green} falsely green of ${atBound.count}  (${seconds()})`)
const most = (of) => Math.max(total[of] / total.count, atBound[of] / atBound.count).toFixed(3)
say(`decide ${name} money=${(total.price / total.count).toFixed(3)} wrong=${most('wrong')} false_green=${most('green')}`)
rmSync(root, { recursive: true })
