import {
  type BoardColumn,
  type BoardLayout,
  type ComparedRun,
  comparedMetrics,
  FLOOR,
  floorTexts,
  headlineOf,
  type Metric,
  type Metrics,
  markOf,
  mean,
  metricScale,
  modelText,
  originText,
  type Ranking,
  type ScoresDocument,
  spentOn,
} from '../../kit.ts'
import { separationOf } from './separation.ts'

/** A run as a row of a board. */
export type BoardRun = ReturnType<typeof boardRun>

/** A cell of a table. */
export type BoardCell = NonNullable<ReturnType<typeof cells>[number]>

/** A metric that is shown, with the lowest and highest value it can have where both are known. */
export type ShownColumn = BoardColumn & { readonly lowerIsBetter: boolean; readonly range?: readonly [number, number] | undefined }

/** A chart with a point for each model. */
export type BoardScatter = BoardSuite['scatters'][number]

/** A table of several models. */
export type BoardTable = BoardSuite['tables'][number]

/** One suite over several runs. */
export type BoardSuite = ReturnType<typeof boardSuite>

/** A run that takes part, with its scores and its items, of all suites. */
export type BoardEntry = Pick<ComparedRun, 'name' | 'records'> & { readonly document: ScoresDocument }

/** Lays out a suite where it says nothing itself: its headline and what runs are compared by. */
export function plainLayout(entries: readonly BoardEntry[], suite: string): BoardLayout {
  const [first] = entries
  const presentation = first?.document.presentation?.[suite]
  const { metrics = {}, headline } = first?.document.suites[suite] ?? {}
  const head = headlineOf({ metrics, headline }, presentation).key
  const keys = [...new Set([head, ...comparedMetrics(metrics)])]
  return { tables: [{ title: 'Scores', columns: keys.map((key) => ({ key, label: metrics[key]?.label ?? key })) }] }
}

/**
 * The board of a suite: the tables of its layout with a row for each run.
 *
 * @param ranking of the same runs, by the suite's headline or another metric, which then stands in its place.
 */
export function boardSuite(suite: string, entries: readonly BoardEntry[], layout: BoardLayout, ranking: Ranking) {
  const ordered = ranking.runs.flatMap(({ name }) => entries.find((entry) => entry.name === name) ?? [])
  const presentation = ordered[0]?.document.presentation?.[suite]
  const metricsOf = ({ document }: BoardEntry) => document.suites[suite]?.metrics ?? {}
  const metricsOfAll = (key: string) => ordered.map((entry) => metricsOf(entry)[key])
  // A run may lack what another has.
  const described: Metrics = Object.assign({}, ...ordered.toReversed().map(metricsOf))
  const head = headlineOf(ordered[0]?.document.suites[suite] ?? { metrics: {} }, presentation)
  const { metric: key } = ranking
  const other = key === head.key ? undefined : described[key]
  const headline = other ? { key, label: other.label ?? key, range: metricScale(other) } : head
  const shownColumn = (column: BoardColumn): ShownColumn => ({
    ...column,
    lowerIsBetter: described[column.key]?.better === 'lower',
    range: column.key === headline.key ? headline.range : metricScale(described[column.key]),
  })
  const table = ({ title, columns, published }: BoardLayout['tables'][number]) => {
    const told = columns.map(shownColumn)
    const byColumn = told.map(({ key, lowerIsBetter }) => cells(metricsOfAll(key), lowerIsBetter))
    const whole = byColumn.filter((column) => column.every((cell) => cell !== null))
    return {
      title,
      ...(published && { published }),
      columns: told,
      /** By run, in the order of `runs`; null where a run lacks the metric. */
      rows: ordered.map((_, row) => byColumn.map((column) => column[row] ?? null)),
      /** Mean of a run's ranks over the columns that all runs have; null where there is none. */
      meanRanks: ordered.map((_, row) => (whole.length === 0 ? null : mean(whole.map((column) => column[row]?.rank ?? 0)))),
    }
  }
  const isLower = described[headline.key]?.better === 'lower'
  const floor = presentation?.about?.floor ?? FLOOR
  const runs = toldApart(ordered.map((entry) => boardRun(entry, suite, layout.option)))
  return {
    suite,
    title: presentation?.about?.title ?? suite,
    /** From the best to the worst by the headline metric. */
    runs,
    headline: {
      ...shownColumn({ key: headline.key, label: headline.label }),
      percent: other === undefined && (presentation?.display?.percent ?? false),
    },
    /** The headline of each run. */
    scores: cells(metricsOfAll(headline.key), isLower),
    /** Places that each run may have, as far as the runs can be told apart, and its scored items: all pairs compared on the items they share. */
    places: ranking.runs.map(({ from, to, items }) => ({ from, to, items })),
    /** Scored items that two of the runs share: the fewest and the most. */
    shared: ranking.shared,
    tables: layout.tables.map(table),
    radars: (layout.radars ?? []).map(table),
    scatters: (layout.scatters ?? []).map(({ title, x, y }) => ({
      title,
      x: shownColumn(x),
      y: shownColumn(y),
      /** By run, in the order of `runs`; null where a run lacks a metric. */
      points: ordered.map((entry): readonly [number, number] | null => {
        const [across, up] = [metricsOf(entry)[x.key], metricsOf(entry)[y.key]]
        return across && up ? [across.value, up.value] : null
      }),
    })),
    /** Names of the runs that no other beats in the headline at a lower price; empty where no price is known. */
    front: paretoFront(
      runs.map(({ name, usd }, row) => ({
        name,
        usd,
        value: (isLower ? -1 : 1) * (metricsOf(ordered[row] as BoardEntry)[headline.key]?.value ?? Number.NaN),
      })),
    ),
    separation: separationOf(ordered.map(({ records }) => records.filter((record) => record.suite === suite))),
    /** Runs that were made otherwise than the first one named, for instance with other data or another judge. */
    unlike: ranking.unlike ?? [],
    /** Floors of the runs that have one. */
    floors: ordered.flatMap((entry) => metricsOf(entry)[headline.key]?.floor ?? []),
    /** What these floors are, in words. */
    floor,
    /** Which runs are no better than answers without knowledge, in words. */
    atFloor: floorTexts(
      suite,
      runs.map(({ label }, row) => [label, metricsOf(ordered[row] as BoardEntry)[headline.key]]),
      floor,
    ),
  }
}

/** The runs that no other is at least as good as and cheaper, or better than and as cheap. */
export function paretoFront(
  runs: readonly { readonly name: string; readonly usd: number | null; readonly value: number }[],
): readonly string[] {
  const priced = runs.flatMap(({ name, usd, value }) => (usd === null || Number.isNaN(value) ? [] : [{ name, usd, value }]))
  return priced
    .filter(
      ({ usd, value }) => !priced.some((other) => other.usd <= usd && other.value >= value && (other.usd < usd || other.value > value)),
    )
    .map(({ name }) => name)
}

function boardRun({ name, document }: BoardEntry, suite: string, option: string | undefined) {
  const { run } = document
  const { startedAt = '', finishedAt = '', usage = {} } = spentOn(document, suite) ?? {}
  const called = run.called?.[suite]
  const role = called && !called.includes('candidate') ? 'judge' : run.roles.candidate ? 'candidate' : 'judge'
  const played = run.roles[role] ?? { model: '', simulated: false }
  const { simulated } = played
  const model = modelText(played)
  const mark = markOf(document, suite)
  const chosen = option === undefined ? undefined : run.options?.[suite]?.[option]
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  return {
    /** As the user named it. */
    name,
    /** What people read: the model, with what tells it apart from others of its name. */
    label:
      [model.trim() === '' ? name : model, ...(typeof chosen === 'string' ? [chosen] : [])].join(', ') +
      originText(run) +
      (mark && ` (${mark})`),
    /** Whether the model is a simulated one. */
    simulated,
    /** Of a model that is not simulated: other roles that a simulated one played in the suite, for instance the judge's. */
    simulatedRoles: Object.entries(run.roles).flatMap(([other, model]) =>
      !simulated && other !== role && model?.simulated && (called ?? [other]).some((name) => name === other) ? [other] : [],
    ),
    /** Why the headline has no value, where it has none. */
    noValue: document.suites[suite]?.noValue,
    /** Price of the suite's calls of the role that is measured, in US dollars; null where it is not known, as where known answers cost nothing. */
    usd: usage[role]?.cached ? null : (usage[role]?.usd ?? null),
    /** From the suite's start to its end, in seconds; null where it is not known, as for a run that was stopped in between. */
    seconds: run.resumed || !Number.isFinite(seconds) ? null : seconds,
  }
}

/** Runs of one label are told apart by their names. */
function toldApart(runs: readonly BoardRun[]): readonly BoardRun[] {
  return runs.map((run) => {
    const alike = runs.filter(({ label }) => label === run.label)
    if (alike.length === 1) return run
    const short = lastPart(run.name)
    const isShort = alike.filter(({ name }) => lastPart(name) === short).length === 1
    return { ...run, label: `${run.label}, ${isShort ? short : run.name}` }
  })
}

/** Name of a run without the folders that it lies in. */
function lastPart(name: string): string {
  return name.split(/[/\\]/).at(-1) || name
}

/** The cells of a column: equal values share the mean of their places. */
function cells(metrics: readonly (Metric | undefined)[], lowerIsBetter: boolean) {
  const sign = lowerIsBetter ? 1 : -1
  const values = metrics.flatMap((metric) => (metric ? [sign * metric.value] : []))
  return metrics.map((metric) => {
    if (!metric) return null
    const own = sign * metric.value
    const before = values.filter((value) => value < own).length
    const same = values.filter((value) => value === own).length
    const { value, ci95, n } = metric
    // Its place among the runs, ties sharing the mean of theirs.
    return { value, ci95, n, rank: before + (same + 1) / 2 }
  })
}
