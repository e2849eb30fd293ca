import { isDeepStrictEqual } from 'node:util'
import { sum } from '../../core/base/collections.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { boundsOf, type Gates, type Way } from '../../core/format/gates.ts'
import { modelLabel } from '../../core/format/modelUri.ts'
import type { PlanSummary } from '../../core/format/planSummary.ts'
import { isWhole, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import { errorOf, errorsOff, redByChance, shownChange } from '../../core/stats/ruleError.ts'
import { newestRuns } from '../estimate.ts'

/** What a rule can tell at the number of items planned. */
export interface RuleForecast {
  /** For instance `score maxDrop 0.02`. */
  readonly rule: string
  readonly way: Way
  /** Figure of the model that it is told for; undefined of a rule about a drop, where the model did not change. */
  readonly at?: number | undefined
  /** Chance, 0 to 1, that the rule is red for such a model, and the worsening that makes it red in 4 of 5 runs. Undefined where nothing tells. */
  readonly chance?: number | undefined
  readonly shows?: number | undefined
  /** By how many of its errors the figure lies from where the rule turns. Undefined where nothing tells. */
  readonly errorsOff?: number | undefined
  /** What it is told by: a run, or a stated rate. */
  readonly by?: string | undefined
  /** No run tells how far changes vary: so much they vary at most, where the answers of two runs have nothing in common. */
  readonly isMost?: boolean
}

/** What forecasts are told by: a stated rate of full marks (0 to 1), else the newest run. */
export interface ForecastBy {
  readonly rate?: number | undefined
  readonly run?: { readonly name: string; readonly document: ScoresDocument } | undefined
  /** Items of the baseline, of which a drop has no more pairs. */
  readonly baselineItems?: number | undefined
}

/** The newest whole run under `folder` of a suite, by a judge that judged, with the options of a plan, of the planned model where there is one. */
export function runToForecastBy(
  folder: string,
  suite: string,
  plan: PlanSummary,
  { roles }: Pick<ResolvedConfig, 'roles'>,
): ForecastBy['run'] {
  const options = JSON.parse(JSON.stringify(plan.options))
  const role = measuredRole(plan)
  const alike = [...newestRuns(folder)].filter(
    ({ document }) =>
      isWhole(document, suite) && !document.suites[suite]?.judgeSigns && isDeepStrictEqual(document.run.options?.[suite] ?? {}, options),
  )
  const model = roles[role] && modelLabel(roles[role].uri)
  return alike.find(({ document }) => document.run.roles[role]?.model === model) ?? alike[0]
}

/** What the rules of a suite can tell. */
export function forecastRules(suite: string, plan: PlanSummary, gates: Gates | undefined, by: ForecastBy): RuleForecast[] {
  const rules = gates?.[suite]
  if (typeof rules !== 'object') return []
  return Object.entries(rules).flatMap(([key, rule]) =>
    boundsOf(rule).map(({ kind, bound, way }): RuleForecast => {
      const told = { rule: `${key} ${kind} ${bound}`, way }
      const { baselineItems = Number.POSITIVE_INFINITY } = kind === 'maxDrop' ? by : {}
      const items = Math.min(itemsOf(plan), baselineItems)
      const known = by.rate === undefined ? byRun(suite, plan, by.run, { key, kind, items }) : byRate(plan, by.rate, { key, kind, items })
      if (!known) return told
      const { at, se, ...source } = known
      const scale = plan.scales?.[key]
      const width = scale ? scale[1] - scale[0] : undefined
      const design = { way, room: kind === 'maxDrop' ? bound : kind === 'min' ? at - bound : bound - at, se }
      const shows = shownChange(design, width, items)
      return {
        ...told,
        ...(kind !== 'maxDrop' && { at }),
        chance: redByChance(design),
        errorsOff: errorsOff(design),
        // No change is larger than the scale.
        shows: shows !== undefined && shows <= (width ?? Number.POSITIVE_INFINITY) ? shows : undefined,
        ...source,
      }
    }),
  )
}

/** A figure, and how far it, or a change of it, varies at the number of items planned. */
type Known = Pick<RuleForecast, 'by' | 'isMost'> & { readonly at: number; readonly se: number }

/** A figure that a rule is about, and the items or pairs that the run will have of it. */
interface Asked {
  readonly key: string
  readonly kind: string
  readonly items: number
}

function byRate(plan: PlanSummary, rate: number, { key, kind, items }: Asked): Known | undefined {
  const [low, high] = plan.scales?.[key] ?? [0, 0]
  const se = (high - low) * Math.sqrt((rate * (1 - rate)) / items)
  return high > low ? ofOneRun({ at: low + rate * (high - low), se, by: `a rate of ${rate}` }, kind) : undefined
}

function byRun(suite: string, plan: PlanSummary, run: ForecastBy['run'], { key, kind, items }: Asked): Known | undefined {
  const scores = run?.document.suites[suite]
  const metric = scores?.metrics[key]
  if (!run || !scores || !metric?.ci95) return undefined
  const gate = run.document.gates.find((one) => one.suite === suite && one.key === key && one.kind === kind)
  // It may be of another model, where the planned one has none.
  const model = run.document.run.roles[measuredRole(plan)]?.model
  const own = { at: metric.value, by: `run ${run.name}${model === undefined ? '' : ` of ${model}`}` }
  if (kind === 'maxDrop' && gate?.ci95) return { ...own, se: errorOf(gate.ci95) * Math.sqrt((gate.pairs ?? scores.items) / items) }
  return ofOneRun({ ...own, se: errorOf(metric.ci95) * Math.sqrt(scores.items / items) }, kind)
}

/** Whose figure it is. */
function measuredRole({ roles }: PlanSummary): 'candidate' | 'judge' {
  return roles.includes('candidate') ? 'candidate' : 'judge'
}

/** What one run tells of a change: how far it varies at most. */
function ofOneRun(known: Known, kind: string): Known {
  return kind === 'maxDrop' ? { ...known, se: Math.SQRT2 * known.se, isMost: true } : known
}

function itemsOf({ tasks }: PlanSummary): number {
  return Math.max(1, sum(tasks.map(({ items }) => items)))
}
