import { groupBy } from '../../src/core/base/collections.ts'
import { random } from '../../src/core/base/random.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { type ItemRecord, inOrder } from '../../src/core/format/records.ts'
import type { Metrics } from '../../src/core/format/scoresDocument.ts'
import type { Figures } from '../../src/core/stats/summary/metric.ts'
import { suiteScores } from '../../src/core/stats/summary/suiteScores.ts'
import { figuresOf } from '../../src/deciding/figures.ts'
import type { SuiteRules } from '../../src/deciding/suiteRules.ts'
import type { Suite } from '../../src/running/worker/suite.ts'
import { runSuite } from '../runSuite.ts'

/** What becomes of the records of a cluster: as each model left them, the reference answers first, then without a score. */
interface Unit {
  readonly cell: string
  readonly outcomes: readonly (readonly ItemRecord[])[]
}

/** Clusters to draw from, and how the figures of their records are computed. */
export interface Population {
  readonly rules: SuiteRules
  readonly units: readonly Unit[]
  /** What {@link truthOf} found: the same for as many of each cell as of other cells, however many. */
  readonly truths: Map<string, Metrics>
}

/** A simulated run: clusters of each cell, of every second one `fewer`, trials of each item, and the share of reference answers. */
export interface Design {
  readonly units: number
  readonly fewer?: number
  readonly trials?: number
  readonly rate: number
}

/** Shares of the runs, in percent: with an interval that the truth is in or none, with one that is all better, with one at all. */
export interface Covered {
  readonly metric: string
  readonly covered: number
  readonly flattering: number
  readonly given: number
}

const MODELS = ['oracle', 'wrong', 'null', 'sycophant', 'forgetful?after=1']

/**
 * Runs a suite with simulated models of every kind: what they score are the outcomes that its items can have.
 * @param only keys of the metrics to look at, since intervals are what takes long. All without.
 */
export async function populationOf(suite: Suite, options: HoldfastOptions = {}, only?: readonly string[]): Promise<Population> {
  const isCandidate = suite.roles.includes('candidate')
  const runs = await Promise.all(
    MODELS.map((model) => {
      const judge = isCandidate ? 'sim:judge' : model === 'oracle' ? 'sim:judge' : model === 'null' ? 'sim:judge?bias=first' : 'sim:wrong'
      return runSuite(suite, { judge, ...options, model: `sim:${model}` })
    }),
  )
  const byItem = runs.map(({ records }) => new Map(records.map((record) => [record.item, record])))
  const clusters = groupBy([...(byItem[0]?.values() ?? [])], clusterOf)
  const units = [...clusters.values()].map((members): Unit => {
    const outcomes = byItem.map((records) => members.map((own) => records.get(own.item) ?? own))
    const unscored = members.map((own): ItemRecord => ({ ...own, status: 'unscored', scores: {} }))
    // The same as another outcome it would only be likelier.
    const different = new Map(
      [...outcomes, unscored].map((some) => [JSON.stringify(some.map(({ status, scores }) => [status, scores])), some]),
    )
    return { cell: (members[0] as ItemRecord).task, outcomes: [...different.values()] }
  })
  // As many of each cell, so that all are as likely.
  const cells = [...groupBy(units, ({ cell }) => cell).values()]
  const least = Math.min(...cells.map(({ length }) => length))
  const rules = await suite.rules()
  const some = (figures: Figures) => Object.fromEntries(Object.entries(figures).filter(([key]) => only?.includes(key) ?? true))
  const summarize: SuiteRules['summarize'] = (records) => some(rules.summarize(records))
  return { rules: { ...rules, summarize }, units: cells.flatMap((own) => own.slice(0, least)), truths: new Map() }
}

/** Crossed clusters are drawn item by item. */
function clusterOf({ item, clusters = {} }: ItemRecord): string {
  const kinds = Object.values(clusters)
  return kinds.length === 1 ? (kinds[0] as string) : item
}

/** A cluster again, as another one. */
function copied(record: ItemRecord, copy: string, trial = 0): ItemRecord {
  const cluster = clusterOf(record)
  const item = record.item.includes(cluster) ? record.item.replace(cluster, `${cluster}~${copy}`) : `${record.item}~${copy}`
  const clusters = Object.fromEntries(Object.entries(record.clusters ?? {}).map(([kind, name]) => [kind, `${name}~${copy}`]))
  return { ...record, item, trial, clusters, floor: undefined }
}

/** All figures of a run, as scores.json has them. */
function figuresFrom({ rules }: Population, records: readonly ItemRecord[]): Metrics {
  const ordered = inOrder(records)
  return suiteScores(ordered, figuresOf(rules, ordered, { gates: undefined, root: '.' }).metrics as Metrics).metrics
}

/** Clusters of each cell. */
function countsOf({ units, fewer = units }: Design): (cell: number) => number {
  return (cell) => (cell % 2 === 0 ? units : fewer)
}

/** The figures of all that can be drawn, each outcome as often as it is likely: without an error of sampling, but for several trials. */
function truthOf({ rules, units, truths }: Population, design: Design): Metrics {
  const { rate, trials = 1, units: most, fewer = most } = design
  const key = [rate, trials, most / fewer].join()
  const known = truths.get(key)
  if (known) return known
  // So many that the share of the reference answers is exact.
  const base = trials > 1 ? 100 : ([1, 20, 100].find((n) => Math.abs(n * rate - Math.round(n * rate)) < 1e-9) ?? 1000)
  const [count, common] = [countsOf(design), divisor(most, fewer)]
  // As many copies of each cluster, however many outcomes it has: else those of more would weigh more than they are drawn.
  const even = units.map(({ outcomes }) => outcomes.length - 1).reduce((all, own) => (all * own) / divisor(all, own), 1)
  const records = [...groupBy(units, ({ cell }) => cell).values()].flatMap((own, cell) =>
    own.flatMap(({ outcomes }, at) => {
      const others = outcomes.length - 1
      const copies = (even * base * count(cell)) / common
      const draw = random('truth', cell, at)
      const outcomeAt = (place: number) => (place < Math.round(rate * copies) ? 0 : 1 + (place % others))
      return Array.from({ length: copies }, (_, copy) =>
        Array.from({ length: trials }, (_trial, trial) => {
          const some = outcomes[outcomeAt(trials === 1 ? copy : draw.int(0, copies - 1))] as readonly ItemRecord[]
          return some.map((record) => copied(record, `${cell}-${at}-${copy}`, trial))
        }).flat(),
      ).flat()
    }),
  )
  const ordered = inOrder(records)
  const { metrics } = suiteScores(ordered, rules.summarize(ordered))
  truths.set(key, metrics)
  return metrics
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other)
}

function drawn({ rules, units }: Population, design: Design, seed: number): ItemRecord[] {
  const { trials = 1, rate } = design
  const count = countsOf(design)
  // A stream for each suite: in a shared one bad luck of forty runs looked like a fault of all suites.
  const { int, pick } = random('coverage', rules.name, seed, design.units, rate)
  const outcomeOf = (outcomes: Unit['outcomes']) => (int(0, 999) < 1000 * rate ? 0 : int(1, outcomes.length - 1))
  return [...groupBy(units, ({ cell }) => cell).values()].flatMap((own, cell) =>
    Array.from({ length: count(cell) }, (_, copy) => {
      const { outcomes } = pick(own)
      return Array.from({ length: trials }, (_trial, trial) => {
        const common = outcomeOf(outcomes)
        // A cluster without scores is so as a whole; else its items go together half of the time.
        return (outcomes[common] as readonly ItemRecord[]).map((record, at) => {
          const other = outcomeOf(outcomes)
          const alone = Math.max(common, other) < outcomes.length - 1 && int(0, 1) === 1
          return copied(alone ? (outcomes[other]?.[at] as ItemRecord) : record, `${cell}-${copy}`, trial)
        })
      }).flat()
    }).flat(),
  )
}

/** How often the intervals of each figure hold its truth, in so many simulated runs. */
export function coverageOf(population: Population, design: Design, runs: number): Covered[] {
  const truth = truthOf(population, design)
  const counts = new Map<string, { runs: number; missed: number; flattering: number; given: number }>()
  for (let seed = 0; seed < runs; seed += 1) {
    for (const [key, { ci95, better = 'higher' }] of Object.entries(figuresFrom(population, drawn(population, design, seed)))) {
      const known = truth[key]?.value
      if (known === undefined) continue
      const own = counts.get(key) ?? { runs: 0, missed: 0, flattering: 0, given: 0 }
      counts.set(key, own)
      own.runs += 1
      if (!ci95) continue
      own.given += 1
      const [below, above] = [ci95[1] < known - 1e-9, ci95[0] > known + 1e-9]
      own.missed += Number(below || above)
      // Of a figure whose best lies in the middle neither end flatters.
      own.flattering += Number(better === 'none' ? false : better === 'lower' ? below : above)
    }
  }
  return [...counts].map(([metric, own]) => ({
    metric,
    covered: 1 - own.missed / runs,
    flattering: own.flattering / runs,
    given: own.given / runs,
  }))
}
