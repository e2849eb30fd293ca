// Decisions on recorded models of a suite, every one the product's own, and what they cost by one price list.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { random } from '../build/src/core/base/random.js'
import { remembered } from '../build/src/core/base/remembered.js'
import { itemValues } from '../build/src/core/stats/summary/itemValues.js'
import { itemMeanOf } from '../build/src/core/stats/summary/metric.js'
import { suiteScores } from '../build/src/core/stats/summary/suiteScores.js'
import { baselineFiles } from '../build/src/deciding/baseline/baseline.js'
import { compareWithBaseline } from '../build/src/deciding/baseline/compareWithBaseline.js'
import { EarlyDecision } from '../build/src/deciding/early/earlyDecision.js'
import { alphaOf, earlyRules, unitWeights } from '../build/src/deciding/early/earlyRules.js'
import { earlyUnits } from '../build/src/deciding/early/earlyUnits.js'
import { nextWave, wavePrices } from '../build/src/deciding/early/waves.js'
import { printedVerdicts } from '../build/src/deciding/figures.js'
import { evaluateGates } from '../build/src/deciding/gates/evaluateGates.js'
import { fewestItems, truescoreStop, unforeseen } from './otherTests.mjs'
import { BATCH, CACHED } from './prices.mjs'
import { RECORDED } from './recordedSuites.mjs'

/** Points off the truth of `min` rules, of a scale of 100. */
const OFF = [-15, -10, -5, -2, 2, 5, 10, 15]
/** A ten-thousandth of a point to either side of what the whole run has. */
const AT_BOUND = [-0.0001, 0.0001]
/** Earlier runs that tell what to expect. */
const EARLIER = 5

const fileName = (model) => model.replaceAll(/[^\w.-]/g, '_')

/** A suite's recorded models as runs over the items that all have a score of. @param every of how many rules one is taken. */
export async function recordedDecisions(name, data, { every }) {
  const { rules: suite, runs, key, scale, useOf } = await RECORDED[name](data)
  const root = mkdtempSync(join(tmpdir(), 'holdfast-decide-'))
  const models = [...runs.keys()]
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
    .map(({ item, task, tags, clusters }) => ({ item, task, tags, clusters }))
  const records = new Map(models.map((model) => [model, items.map(({ item }) => byModel.get(model).get(item))]))
  const uses = new Map(items.map((item) => [item.item, useOf(item)]))
  const whole = wavePrices([[...uses.values()]], CACHED)(0, 1)
  for (const model of models) {
    const { items: file } = baselineFiles(root, fileName(model))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      `${records
        .get(model)
        .map((record) => JSON.stringify(record))
        .join('\n')}\n`,
    )
  }
  const figures = new Map(models.map((model) => [model, suite.summarize(records.get(model))[key].value]))

  /** Rules by kind: each with the model that is decided on and the baseline. */
  const cases = { value: [], worse: [], min: [], bound: [] }
  for (const model of models) {
    for (const base of models) {
      if (base === model) continue
      for (const decide of ['value', 'worse']) cases[decide].push({ model, base, rule: { maxDrop: 0.02 * scale, decide } })
    }
    const figure = figures.get(model)
    for (const off of OFF) {
      const min = figure - (off / 100) * scale
      if (min > 0 && min < scale) cases.min.push({ model, rule: { min } })
    }
    for (const off of AT_BOUND) cases.bound.push({ model, rule: { min: figure + (off / 100) * scale } })
  }
  for (const [kind, own] of Object.entries(cases))
    cases[kind] = random('cases', kind)
      .shuffle(own)
      .slice(0, Math.ceil(own.length / every))

  const gatesOf = ({ base, rule }) => ({ ...(base && { baseline: fileName(base) }), [name]: { [key]: rule } })
  const planned = suite.planned(items)
  const rulesOf = remembered((gates) => earlyRules({ ...suite, name, planned: () => planned }, items, JSON.parse(gates), root).rules)

  const earlierModels = (model, base, seed) =>
    random('earlier', seed, model, base ?? '')
      .shuffle(models.filter((other) => other !== model && other !== base))
      .slice(0, EARLIER)
  /** What is read anew of a prefix by items that have at least so much of it, and how many those are. */
  const reads = [...new Set([...uses.values()].map(({ prefix }) => prefix))].filter(Boolean).flatMap((name) => {
    const lengths = [...uses.values()].flatMap(({ prefix, shared }) => (prefix === name ? [shared] : []))
    const steps = [0, ...[...new Set(lengths)].sort((one, other) => one - other)]
    return steps.slice(1).map((step, at) => ({ tokens: step - steps[at], count: lengths.filter((length) => length >= step).length }))
  })

  const scoresOf = remembered((model) => suiteScores(records.get(model), suite.summarize(records.get(model))))
  // Any rule about the figure has it compared.
  const comparisonOf = remembered((pair) => {
    const { model, base } = JSON.parse(pair)
    return compareWithBaseline(suite, records.get(model), gatesOf({ base, rule: { maxDrop: 0 } }), root, true)
  })
  /** What the whole run says, by the code that decides every run; and the interval of the change, where the rule is about one. */
  const wholeRun = remembered((one) => {
    const { model, base } = one
    const comparison = base === undefined ? undefined : comparisonOf(JSON.stringify({ model, base }))
    const [gate] = evaluateGates(gatesOf(one), { [name]: scoresOf(model) }, { comparisons: { [name]: comparison } })
    return { verdict: gate.verdict, change: comparison?.metrics.find((metric) => metric.key === key) }
  }, new WeakMap())

  const mean = itemMeanOf(planned[key])
  const weightOf = unitWeights(items, mean)
  const cells = items.map(mean.cellOf)
  const valuesOf = (model) => {
    const values = itemValues(mean, records.get(model))
    return items.map(({ item }) => values.get(item))
  }
  const byItem = new Map(models.map((model) => [model, valuesOf(model)]))
  const sumOf = (of) => items.reduce((sum, _item, at) => sum + of(at), 0)

  /** A rule about the weighted mean of values: those, what is known of them, and the figures at which its verdict turns. */
  function posed({ model, base, rule }, seed) {
    const [own, before] = [byItem.get(model), byItem.get(base)]
    const values = before ? own.map((value, at) => value - before[at]) : own
    const known = [...(before ? [before] : []), meanOf(earlierModels(model, base, seed).map((other) => byItem.get(other)))]
    const bound = before ? -rule.maxDrop : rule.min
    const range = before ? [-scale, scale] : [0, scale]
    return { values, known, bound, range, figure: sumOf((at) => weightOf[at] * values[at]) }
  }

  /** The price of as few items as any test could do with, in one batch that is just as large. */
  function limit(one, seed) {
    const { values, known, bound, figure } = posed(one, seed)
    const { verdict, change } = wholeRun(one)
    // An interval as wide as the whole run's that just leaves zero out.
    const turns = one.rule.decide === 'worse' && change?.ci95 ? Math.min(bound, change.change - change.ci95[1]) : bound
    const left = unforeseen(values, cells, weightOf, known)
    const variance = sumOf((at) => weightOf[at] * left[at] ** 2)
    const distance = Math.max(1e-9 * scale, Math.abs(figure - turns))
    const isHeld = verdict === 'held'
    const share = fewestItems({ distance, variance, isHeld, items: items.length }) / items.length
    // Each item comes with this chance; a part of a prefix is read where one of its items comes.
    const of = (at) => uses.get(items[at].item)
    const own = sumOf((at) => share * (of(at).own + CACHED * of(at).shared))
    const anew = reads.map(({ tokens, count }) => (1 - CACHED) * tokens * (1 - (1 - share) ** count))
    return { price: (BATCH * (own + anew.reduce((sum, read) => sum + read, 0))) / whole, items: share, waves: 1, verdict }
  }

  /** Decides by truescore's early stop: of direct calls, of which each finds all prefixes in the cache that came before. */
  function truescore(one, seed) {
    const { values, bound, range } = posed(one, seed)
    // Its values must lie within their range.
    const within = values.map((value) => Math.min(range[1], Math.max(range[0], value)))
    const { asked, isAbove } = truescoreStop({ values: within, weights: weightOf, range, bound, seed: `${seed} ${JSON.stringify(one)}` })
    const price = wavePrices([[...asked].map((at) => uses.get(items[at].item))], CACHED)(0, 1)
    const verdict = isAbove === undefined ? undefined : isAbove ? 'held' : 'broken'
    return { price: price / whole, items: asked.size / items.length, waves: 1, verdict }
  }

  /** Decides in one order, by some ways to buy its calls: these say when it ends, and never what it says. */
  function decided(one, seed, { order, known, ways }) {
    const { model, base } = one
    const gates = gatesOf(one)
    const rules = rulesOf(JSON.stringify(gates))
    const earlier = known ? earlierModels(model, base, seed).map((other) => records.get(other)) : []
    const units = earlyUnits(items, { rules: order ? rules : [], seed, earlier })
    const printed = printedVerdicts(suite, { gates, root })
    const decision = new EarlyDecision({ rules, items: units.flat(), trials: 1, alpha: alphaOf(gates), printed })
    const own = byModel.get(model)
    const ofUnits = units.map((unit) => unit.map(({ item }) => uses.get(item)))
    const openAfter = (count) => decision.openAfter(count)
    const bought = ways.map(({ inWaves, cached = CACHED, keeps }) => {
      const priceOf = wavePrices(ofUnits, cached, keeps)
      return { inWaves, priceOf, to: 0, price: 0, waves: 0 }
    })
    for (let at = 0; at < units.length && !decision.isDecided; at += 1) {
      for (const way of bought.filter(({ to }) => to === at)) {
        const { inWaves, priceOf } = way
        const by = { from: at, units: units.length, openAfter, priceOf, share: BATCH }
        const { to, isDirect } = inWaves ? nextWave(by) : { to: at + 1, isDirect: true }
        // Direct calls that follow each other find in the cache what those before them have read. Batches do where it is kept.
        way.price += inWaves ? priceOf(at, to) * (isDirect ? 1 : BATCH) : priceOf(0, to) - priceOf(0, at)
        way.waves += 1
        way.to = to
      }
      for (const { item } of units[at]) decision.add(own.get(item))
    }
    const verdict = decision.isDecided ? decision.standings[0].verdict : undefined
    const ran = (to) => units.slice(0, to).flat().length
    return bought.map(({ to, price, waves }) => ({ verdict, price: price / whole, items: ran(to) / items.length, waves }))
  }

  return {
    items,
    models,
    cases,
    sharesPrefixes: reads.length > 0,
    wholeRun,
    decided,
    limit,
    truescore,
    end: () => rmSync(root, { recursive: true }),
  }
}

/** The mean of some rows, place by place. */
function meanOf(rows) {
  return rows[0].map((_value, at) => rows.reduce((sum, row) => sum + row[at], 0) / rows.length)
}
