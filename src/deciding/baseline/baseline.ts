import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { groupBy } from '../../core/base/collections.ts'
import { configError, type HoldfastError, messageOf, orUndefined, usageError } from '../../core/base/errors.ts'
import { makeFolder } from '../../core/base/files/makeFolder.ts'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import { mean } from '../../core/base/mean.ts'
import { redactedJson } from '../../core/base/secrets.ts'
import { nearest } from '../../core/base/text/nearest.ts'
import { holdfastCommand, shellWord } from '../../core/base/text/shellWord.ts'
import { singleLine } from '../../core/base/text/singleLine.ts'
import type { RunSettings } from '../../core/config/runSettings.ts'
import type { Gates } from '../../core/format/gates.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { Role } from '../../core/format/role.ts'
import { baselineNames, type RunFolder, readItemRecords, readRunRecords, readScores } from '../../core/format/runFolder.ts'
import { isIncomplete, type Metric, measuredRole, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import type { Figures } from '../../core/stats/summary/metric.ts'

/** The committed files of a baseline. */
export interface BaselineFiles {
  readonly scores: string
  /** Its items, without what comparisons do not need. */
  readonly items: string
  /** What a judge judged, so that another one can: of suites that a judge judges, and on request not there. */
  readonly answers: string
}

/** Where a baseline lies. */
export function baselineFiles(root: string, name: string): BaselineFiles {
  const folder = join(root, 'reports', 'baselines')
  return {
    scores: join(folder, `${name}.json`),
    items: join(folder, `${name}.items.jsonl`),
    answers: join(folder, `${name}.calls.jsonl.gz`),
  }
}

/** A run that becomes a baseline, or part of one. It need not be a folder; without `document` it did not end. */
export interface KeptRun {
  readonly path: string
  readonly document: ScoresDocument | undefined
  readonly records: readonly ItemRecord[]
}

/** What else a baseline says of itself. */
export interface BaselineFacts {
  /** Runs that it could have been chosen from, itself among them. */
  readonly chosenOf?: number | undefined
  /** Settings to judge its answers again, where they are kept. */
  readonly settings?: RunSettings | undefined
}

/** A run folder to be kept. @throws HoldfastError where it lacks its records. */
export function keptRun(run: RunFolder): KeptRun {
  return { path: run.path, document: readScores(run.scores), records: readRunRecords(run) }
}

/**
 * Makes a run, or the mean of several, the baseline of that name. Throws HoldfastError for a run that is unfinished, incomplete or one shard:
 * no measure for others; for several that are not alike; and for one without a suite that the baseline of that name has.
 */
export function saveBaseline(
  root: string,
  name: string,
  runs: readonly KeptRun[],
  { chosenOf = 1, settings }: BaselineFacts = {},
): BaselineFiles {
  if (!/^[\w.-]+$/.test(name)) throw refused(JSON.stringify(name), 'use letters, digits, dots, hyphens. Name it, for instance, main.')
  const documents = runs.map(({ path, document }) => wholeRun(name, path, document))
  const document = meanDocument(name, documents)
  const files = baselineFiles(root, name)
  assertAllSuites(root, name, document)
  makeFolder(dirname(files.scores))
  const run = { ...document.run, ...(chosenOf > 1 && { chosenOf }) }
  writeWhole(files.scores, `${redactedJson({ ...document, run, ...(settings && { settings }) }, 2)}\n`)
  const kept = runs.flatMap(({ records }, at) =>
    records.map(({ reason: _reason, ...record }) => ({ ...record, trial: record.trial + at * (document.run.trials ?? 1) })),
  )
  writeWhole(files.items, kept.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return files
}

function wholeRun(name: string, path: string, document: ScoresDocument | undefined): ScoresDocument {
  const lack = !document
    ? 'not finished'
    : isIncomplete(document)
      ? 'incomplete'
      : (document.run.shard && `shard ${singleLine(document.run.shard)} of a run`) || (document.run.early && 'a run that ended early')
  if (document && !lack) return document
  throw refused(name, `${path} is ${lack}. Name a complete run.`)
}

/** Gates on a suite that a baseline loses unseen are red from then on. */
function assertAllSuites(root: string, name: string, { run, suites }: ScoresDocument): void {
  const lost = Object.keys(orUndefined(() => readBaseline(root, name))?.suites ?? {}).filter((suite) => suites[suite] === undefined)
  if (lost.length === 0) return
  const all = [...lost, ...Object.keys(suites)].join(', ')
  throw refused(
    name,
    `it has ${lost.join(', ')}, which ${run.id} did not run, and would lose that. Keep one run of ${all}, or another name; or delete reports/baselines/${name}.json first.`,
  )
}

function refused(name: string, why: string): HoldfastError {
  return usageError(`Failed to write the baseline ${name}: ${why}`)
}

/** Scores of several runs as those of one, with the mean of each figure and without intervals. Throws HoldfastError where runs differ. */
function meanDocument(name: string, documents: readonly ScoresDocument[]): ScoresDocument {
  const [first, ...others] = documents as [ScoresDocument, ...ScoresDocument[]]
  if (others.length === 0) return first
  for (const other of others) {
    const why = other.run.id === first.run.id ? 'they are the same run' : unlike(first, other)
    if (why) throw refused(name, `${first.run.id} and ${other.run.id}: ${why}. Name runs of one candidate, made alike.`)
  }
  const suites = Object.entries(first.suites).map(([suite, scores]) => {
    const metrics = meanFigures(documents.map(({ suites: { [suite]: of } }) => of?.metrics ?? {}))
    return [suite, { ...scores, metrics }] as const
  })
  return { ...first, run: { ...first.run, meanOf: documents.length }, suites: Object.fromEntries(suites) }
}

/** Why two runs are not of one candidate and made alike; undefined where they are. */
export function unlike(one: ScoresDocument, other: ScoresDocument): string | undefined {
  if (measuredRole(one.run)?.model !== measuredRole(other.run)?.model) return 'another candidate'
  // The mean of figures over other items is that of no run.
  if (one.run.limit !== other.run.limit || one.run.items?.sha256 !== other.run.items?.sha256)
    return 'other items (HOLDFAST_LIMIT or HOLDFAST_ITEMS)'
  const [suites, others] = [one, other].map((document) => Object.keys(document.suites).sort().join(', '))
  if (suites !== others) return `other suites (${suites}, and ${others})`
  return Object.keys(one.suites)
    .map((suite) => incomparable(comparableOf(one, suite), comparableOf(other, suite)))
    .find(Boolean)
}

/** A summary by which a baseline of several runs has the mean of their figures. Of other runs it is the summary itself. */
export function overRuns(
  summarize: (records: readonly ItemRecord[]) => Figures,
  run: Pick<ScoresDocument['run'], 'meanOf' | 'trials'> | undefined,
): (records: readonly ItemRecord[]) => Figures {
  if (run?.meanOf === undefined) return summarize
  const { trials = 1 } = run
  return (records) => {
    const byRun = [...groupBy(records, ({ trial }) => Math.floor(trial / trials)).values()].map(summarize)
    return byRun.length > 1 ? meanFigures(byRun) : summarize(records)
  }
}

/** The mean of each figure that all have, without an interval. */
function meanFigures<F extends Metric>(all: readonly Readonly<Record<string, F>>[]): Record<string, F> {
  return Object.fromEntries(
    Object.entries(all[0] ?? {}).flatMap(([key, figure]) => {
      const values = all.flatMap((figures) => figures[key]?.value ?? [])
      return values.length < all.length ? [] : [[key, { ...figure, value: mean(values), ci95: null }] as const]
    }),
  )
}

/** A baseline's scores. Throws HoldfastError where there is none of that name. */
export function readBaseline(root: string, name: string): ScoresDocument {
  const { scores } = baselineFiles(root, name)
  const document = readScores(scores)
  if (document) return document
  throw configError(
    `Failed to read the baseline ${name}: no ${scores}. Write it with ${holdfastCommand('compare')} <run> --keep ${shellWord(name)}, and commit it.`,
  )
}

/** That there is no baseline of a name yet, but one of nearly that name; undefined where there is one, or none that is near. */
export function nearBaseline(root: string, name: string): string | undefined {
  const near = existsSync(baselineFiles(root, name).scores) ? undefined : nearest(name, baselineNames(root))
  return near === undefined ? undefined : `there is no baseline ${name} yet. Did you mean ${near}?`
}

/** A baseline's scores, or why there are none, with the command that makes `run`, the measured one, the first. */
export function baselineOrWhy(root: string, name: string, run: string): ScoresDocument | string {
  if (!existsSync(baselineFiles(root, name).scores))
    return `${nearBaseline(root, name) ?? `there is no baseline ${name} yet.`} To make this run the first one: ${holdfastCommand('compare')} ${run} --keep ${shellWord(name)}, and commit the files it writes`
  try {
    const { items } = baselineFiles(root, name)
    if (existsSync(items)) readItemRecords(items)
    return readBaseline(root, name)
  } catch (error) {
    return messageOf(error)
  }
}

/** What of a run must be the same for its figures to be compared. */
export interface Comparable {
  readonly suite: string
  /** Hash of the data; undefined where the run did not run the suite. */
  readonly data: string | undefined
  /** Version of the bundled data; undefined where no item is bundled. */
  readonly bundled?: number | undefined
  /** Who judged; undefined where nobody did, or where the judge is itself what is measured. */
  readonly judge: string | undefined
  /** Models that answered for the judge, by the endpoint's own word, where it tells. */
  readonly judgedBy?: readonly string[] | undefined
  readonly options: Readonly<Record<string, unknown>> | undefined
  readonly trials?: number | undefined
  readonly scoring: number | undefined
}

/** A run's, for one suite; `calls` are the suite's roles, where known: without a candidate the judge is measured. */
export function comparableOf({ run }: Pick<ScoresDocument, 'run'>, suite: string, calls?: readonly string[]): Comparable {
  const measuresJudge = calls ? !calls.includes('candidate') : run.roles.candidate === undefined
  // The judge of a run may have judged its other suites only.
  const judge = measuresJudge || run.called?.[suite]?.includes('judge') === false ? undefined : run.roles.judge
  return {
    suite,
    data: run.data[suite]?.sha256,
    bundled: run.data[suite]?.version,
    judge: judge?.model,
    judgedBy: judge?.served,
    options: run.options?.[suite],
    trials: run.trials,
    scoring: run.scoring?.[suite],
  }
}

/** Why two runs' figures cannot be compared; undefined where they can. */
export function incomparable(base: Comparable, now: Comparable): string | undefined {
  // There is nothing to compare, which is said elsewhere.
  if (base.data === undefined) return undefined
  if (base.data !== now.data && base.bundled !== undefined && now.bundled !== undefined && base.bundled !== now.bundled) {
    const setting = base.bundled < now.bundled ? `bundled@${base.bundled}` : 'bundled'
    return `version ${base.bundled} of the bundled data, now version ${now.bundled}: to measure by the same items, run with HOLDFAST_DATA=${setting}`
  }
  if (base.data !== now.data) return `other data (${base.data.slice(0, 12)}, now ${now.data?.slice(0, 12) ?? 'none'})`
  if (base.judge !== now.judge) return `another judge (${base.judge ?? 'none'}, now ${now.judge ?? 'none'})`
  if (base.scoring !== now.scoring) return `other scoring rules (version ${base.scoring ?? 'unknown'}, now ${now.scoring ?? 'unknown'})`
  if (base.trials !== now.trials) return `another number of trials (${base.trials}, now ${now.trials})`
  const changed = changedOptions(base.options, now.options)
  return changed.length > 0 ? `other options of ${now.suite} (${changed.join(', ')})` : otherServed(base, now)
}

/**
 * That what a suite measures is simulated in the baseline alone, and nobody allowed it: its figures hold any real model. Undefined else.
 * @param calls the suite's roles, where known.
 */
export function simulatedBase(
  { run }: ScoresDocument,
  gates: Gates | undefined,
  calls: readonly Role[] | undefined,
  isSimulated: (role: Role) => boolean,
): string | undefined {
  const role = calls?.includes('candidate') === false ? 'judge' : 'candidate'
  const base = run.roles[role]
  return base?.simulated && !isSimulated(role) && !gates?.allowSimulated ? `a simulated model (${base.model})` : undefined
}

/** Where the endpoint names other models behind one judge: both, in words. Both may be right of their run, and a change be the judge's. */
export function otherServed({ judge, judgedBy: then }: Comparable, { judgedBy: now }: Comparable): string | undefined {
  if (!then || !now || (then.length === now.length && then.every((name) => now.includes(name)))) return undefined
  return `another model behind the judge ${judge} (${then.join(', ')}, now ${now.join(', ')})`
}

function changedOptions(base: Comparable['options'] = {}, now: Comparable['options'] = {}): string[] {
  return Object.keys({ ...base, ...now }).filter((name) => JSON.stringify(base[name]) !== JSON.stringify(now[name]))
}
