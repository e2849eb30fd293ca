import { type ItemRecord, isScored, type Metric, type Metrics, mean, metric, percentile } from '../../src/kit.ts'
import { FORMS, KINDS, LEVELS, type ShardedForm } from './names.ts'

/** What the trials of one task in one form came to. */
interface Trials {
  readonly task: string
  readonly kind: string
  readonly level: string
  readonly form: ShardedForm
  /** Totals in percent, one a trial. */
  readonly totals: number[]
  /** Attempts before the last piece, one count a trial. */
  readonly premature: number[]
}

/** All metrics of sharded instructions, in percent (docs/suites/sharded.md, R1 to R4). */
export function summarizeSharded(records: readonly ItemRecord[]): Metrics {
  const all = trialsOf(records)
  const of = (form: ShardedForm, some = all) => some.filter((trials) => trials.form === form)
  const metrics: Record<string, Metric> = {}
  for (const form of FORMS) {
    const own = of(form)
    metrics[form] = metric(average(own), own.length)
    for (const kind of KINDS)
      addMean(
        metrics,
        `${form}.kind.${kind}`,
        own.filter((trials) => trials.kind === kind),
      )
    for (const level of LEVELS)
      addMean(
        metrics,
        `${form}.level.${level}`,
        own.filter((trials) => trials.level === level),
      )
    const several = own.filter(({ totals }) => totals.length > 1)
    metrics[`aptitude.${form}`] = metric(mean(several.map(({ totals }) => percentile(totals, 0.9))), several.length)
    metrics[`unreliability.${form}`] = metric(
      mean(several.map(({ totals }) => percentile(totals, 0.9) - percentile(totals, 0.1))),
      several.length,
    )
  }
  for (const whole of ['full', 'concat'] as const) {
    metrics[`loss.${whole}`] = loss(of('sharded'), of(whole))
    for (const kind of KINDS) {
      const own = all.filter((trials) => trials.kind === kind)
      metrics[`loss.${whole}.kind.${kind}`] = loss(of('sharded', own), of(whole, own))
    }
  }
  const counts = of('sharded').filter(({ premature }) => premature.length > 0)
  metrics.premature = metric(100 * mean(counts.map(({ premature }) => mean(premature.map((count) => (count > 0 ? 1 : 0))))), counts.length)
  metrics.premature_turns = metric(mean(counts.map(({ premature }) => mean(premature))), counts.length)
  return Object.fromEntries(Object.entries(metrics).filter(([, { value }]) => Number.isFinite(value)))
}

/** What is lost when sharded, in percent of the mean of the other form, over the tasks that have both. */
function loss(sharded: readonly Trials[], whole: readonly Trials[]): Metric {
  const byTask = new Map(whole.map((trials) => [trials.task, trials]))
  const pairs = sharded.flatMap((trials) => {
    const other = byTask.get(trials.task)
    return other ? [[mean(trials.totals), mean(other.totals)] as const] : []
  })
  return metric(100 * (1 - mean(pairs.map(([pieces]) => pieces)) / mean(pairs.map(([, other]) => other))), pairs.length)
}

function average(some: readonly Trials[]): number {
  return mean(some.map(({ totals }) => mean(totals)))
}

function addMean(metrics: Record<string, Metric>, key: string, some: readonly Trials[]): void {
  metrics[key] = metric(average(some), some.length)
}

/** Scored trials by item; the item's id ends in its form. */
function trialsOf(records: readonly ItemRecord[]): Trials[] {
  const byItem = new Map<string, Trials>()
  for (const record of records) {
    const { item, task: kind, tags, scores } = record
    const slash = item.lastIndexOf('/')
    const form = FORMS.find((name) => name === item.slice(slash + 1))
    if (!isScored(record) || scores.total === undefined || !form) continue
    const known = byItem.get(item) ?? { task: item.slice(0, slash), kind, level: String(tags.level ?? ''), form, totals: [], premature: [] }
    known.totals.push(100 * scores.total)
    if (scores.premature_turns !== undefined) known.premature.push(scores.premature_turns)
    byItem.set(item, known)
  }
  return [...byItem.values()]
}
