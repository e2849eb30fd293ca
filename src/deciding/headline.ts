import { counted } from '../core/base/text/counted.ts'
import type { Display, Headline } from '../core/format/display.ts'
import { ITEM_STATES, type ItemRecord } from '../core/format/records.ts'
import { type Metric, metricScale, type Presentation, type ScoresDocument, type SuiteScores } from '../core/format/scoresDocument.ts'
import type { FigureDescription, Figures } from '../core/stats/summary/metric.ts'
import type { SuiteRules } from './suiteRules.ts'

/**
 * The metric that a suite is read by first, from what there may be over its items: the one that says so, the one that its tables name,
 * `score`, its first, else the pass rate. Answers have no part in it.
 */
export function plannedHeadline(planned: Figures, display?: Pick<Display, 'headline'> | undefined): Headline {
  const named = Object.keys(planned).find((key) => planned[key]?.headline) ?? display?.headline?.key
  const key = named ?? unnamed(planned)
  const own = planned[key]?.headline
  return { ...described(key, planned[key], display?.headline?.key === key && !own ? display.headline.label : undefined), ...own }
}

/** The metric that a suite of a run is read by first, as its plan fixed it. */
export function headlineOf(
  { headline, metrics }: Pick<SuiteScores, 'headline' | 'metrics'>,
  presentation: Pick<Presentation, 'headline'> | undefined,
): Headline {
  const key = headline ?? unnamed(metrics)
  return presentation?.headline ?? described(key, metrics[key])
}

/** The metric that is read first where nothing says which. */
function unnamed(metrics: SuiteScores['metrics']): string {
  return metrics.score ? 'score' : (ownMetrics(metrics)[0] ?? 'pass_rate')
}

/** The same of a run whose records are at hand; of bare ones the records are all that is known of the plan. */
export function runHeadline(
  { name, planned }: Pick<SuiteRules, 'name' | 'planned'>,
  { document, records }: { readonly document?: ScoresDocument | undefined; readonly records: readonly ItemRecord[] },
): Headline {
  return document?.presentation?.[name]?.headline ?? plannedHeadline(planned(records.filter(({ suite }) => suite === name)))
}

function described(key: string, figure: Pick<Metric & FigureDescription, 'label' | 'range'> | undefined, label?: string): Headline {
  const range = metricScale(figure)
  return { key, label: label ?? figure?.label ?? key, ...(range && { range }), digits: range && range[1] - range[0] > 1 ? 2 : 3 }
}

/** Why the metric that a suite is read by first has no value, in words. @param none what the suite says of it. */
export function whyNoValue(scores: Omit<SuiteScores, 'metrics'>, item = 'item', none?: string | undefined): string {
  const { items, passed, failed } = scores
  if (items === 0) return `no ${item} ran`
  if (passed + failed > 0) return none ?? `none of ${counted(passed + failed, `scored ${item}`)} counts for it`
  const words = { unscored: 'unscored', error: 'in error', skipped: 'skipped', passed: '', failed: '' } as const
  const states = ITEM_STATES.filter((state) => scores[state] > 0)
  const [first] = states
  if (states.length === 1 && first)
    return items === 1 ? `its only ${item} is ${words[first]}` : `all ${counted(items, item)} are ${words[first]}`
  return `none of ${counted(items, item)} has a score: ${states.map((state) => `${scores[state]} ${words[state]}`).join(', ')}`
}

/** What a floor is, where the suite does not say it otherwise. */
export const FLOOR = 'what answers without knowledge get'

/** Keys of the metrics that runs are compared by unasked. */
export function comparedMetrics(metrics: SuiteScores['metrics']): string[] {
  return Object.keys(metrics).filter((key) => metrics[key]?.compared !== false)
}

/** Keys of the metrics of a suite itself, without those that every suite has. */
export function ownMetrics(metrics: SuiteScores['metrics']): string[] {
  return Object.keys(metrics).filter((key) => !metrics[key]?.common)
}
