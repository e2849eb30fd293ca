import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { fromAny, groupBy, sum } from '../core/base/collections.ts'
import { dataError } from '../core/base/errors.ts'
import type { RunSettings } from '../core/config/runSettings.ts'
import { EXIT_INCOMPLETE } from '../core/format/exitIncomplete.ts'
import { namesSimulated } from '../core/format/modelUri.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { Role } from '../core/format/role.ts'
import { isIncomplete, type Presentation, type ScoresDocument, type SuiteSpent } from '../core/format/scoresDocument.ts'
import { comparableOf, incomparable } from './baseline/baseline.ts'
import type { EndedRun, Saved } from './conclude.ts'
import type { RunPlan } from './decide.ts'
import type { SuiteResult } from './figures.ts'
import { presentationOf, withRole, withUsage } from './liveRun.ts'

/** A run, or part of one, as its folder tells it. */
export interface RunPart {
  /** Its scores.json; undefined where it did not get that far, or where there are bare records alone. */
  readonly document: ScoresDocument | undefined
  /** Its run.json; undefined for bare records. */
  readonly settings: RunSettings | undefined
  /** Records that it was to write, where it has no run.json and says so all the same: a log of Inspect. */
  readonly planned?: number | undefined
}

/** What suites of several runs are put together from. */
export interface MergeInput {
  /** The last record of each item and trial, over all parts. */
  readonly records: readonly ItemRecord[]
  /** Of each suite. */
  readonly figures: readonly SuiteResult[]
  readonly parts: readonly RunPart[]
  /** What to call the run where no part has a name. */
  readonly name: string
}

/**
 * Shards, or a run summarized again, as one run to be concluded, with models, usage and times of the parts. Throws HoldfastError where they
 * are not of one run.
 */
export function mergeRuns({ records, figures, parts, name }: MergeInput): EndedRun {
  const suites = figures.map(({ suite }) => suite)
  // A folder and its copy, or the same one named twice, were paid for once.
  const documents = firsts(
    parts.flatMap(({ document }) => document ?? []),
    (document) => JSON.stringify(document),
  )
  const [first] = documents
  for (const { suite, roles } of figures) {
    const facts = parts.flatMap((part) => factsOf(part, suite, roles) ?? [])
    const without = facts.find(({ data }) => data === undefined)
    if (without && facts.some(({ data }) => data !== undefined))
      throw dataError(`Failed to merge ${suite}: ${without.name} has not begun it. Finish that part, or merge another suite with --suite.`)
    const [one, ...others] = facts
    for (const other of others) {
      const why = one && differenceOf(one, other)
      if (why) throw dataError(`Failed to merge the runs ${one.id} and ${other.id}: ${why} differ. Merge shards of one run.`)
    }
  }
  const plan = planOf(parts, suites)
  const now = new Date().toISOString()
  const times = (of: 'startedAt' | 'finishedAt') => documents.map(({ run }) => run[of]).sort()
  const shards = documents.flatMap(({ run }) => run.shard ?? [])
  const each = <T>(of: (suite: string) => T | undefined) => fromAny(suites.map((suite) => [suite, of(suite)]))
  /** What the first part that has the suite says of it. */
  const told = <T>(of: (document: ScoresDocument) => T | undefined) => documents.map(of).find((value) => value !== undefined)
  const { id = name, version = '', origin, seed = 0, trials, items, limit, doubt } = first?.run ?? {}
  return {
    run: {
      id,
      startedAt: times('startedAt')[0] ?? now,
      finishedAt: times('finishedAt').at(-1) ?? now,
      version,
      origin,
      seed,
      trials,
      options: each((suite) => told(({ run }) => run.options?.[suite])),
      scoring: each((suite) => told(({ run }) => run.scoring?.[suite])),
      items,
      limit,
      doubt,
      resumed: documents.some(({ run }) => run.resumed) || undefined,
      // All parts together are the whole run.
      ...((plan?.missing ?? []).length > 0 && shards.length > 0 && { shard: shards.join(' ') }),
      roles: mergeRoles(parts, [...new Set(figures.flatMap(({ roles }) => roles))]),
      called: each((suite) => {
        const roles = documents.flatMap(({ run }) => run.called?.[suite] ?? [])
        return documents.some(({ run }) => run.called?.[suite]) ? [...new Set(roles)] : undefined
      }),
      data: each((suite) => told(({ run }) => run.data[suite]) ?? dataOf(suite, records, name)) ?? {},
    },
    plan,
    records,
    figures,
    presentation: Object.fromEntries(figures.map((own) => [own.suite, mergePresentation(parts, documents, own)])),
    // A part that was killed has its settings alone.
    leftOut: each(
      (suite) => told(({ suites }) => suites[suite]?.leftOut) ?? parts.map(({ settings }) => settings?.leftOut?.[suite]).find(Boolean),
    ),
    calls: Object.fromEntries(figures.map(({ suite, roles }) => [suite, roles])),
    ...takenOf(documents, suites),
    saved: each((suite) => savedIn(documents.flatMap(({ run }) => run.early?.[suite]?.saved ?? []))) ?? {},
  }
}

/** What all parts saved; undefined where none did. */
function savedIn(parts: readonly Saved[]): Saved | undefined {
  if (parts.length === 0) return undefined
  const usd = sum(parts.map((part) => part.usd ?? Number.NaN))
  return { calls: sum(parts.map(({ calls }) => calls)), ...(!Number.isNaN(usd) && { usd }) }
}

/** The data of bare records, which nobody names. */
function dataOf(suite: string, records: readonly ItemRecord[], source: string) {
  const own = records.filter((record) => record.suite === suite)
  const ids = JSON.stringify(own.map(({ item, trial }) => [item, trial]).sort())
  return { source, sha256: hash('sha256', ids), items: new Set(own.map(({ item }) => item)).size }
}

/** Whether a run that is incomplete was stopped from outside in each part that is: then it can go on by itself. */
export function wasInterrupted(parts: readonly RunPart[]): boolean {
  const incomplete = parts.flatMap(({ document }) => (document && isIncomplete(document) ? [document] : []))
  // One that has another fault as well exits otherwise.
  return incomplete.length > 0 && incomplete.every(({ run, exitCode }) => run.incomplete?.interrupted || exitCode === EXIT_INCOMPLETE)
}

/** Whether the parts are shards of one run, whose gates nobody has decided yet. */
export function areShards(parts: readonly RunPart[]): boolean {
  return parts.some(({ document }) => document?.run.shard !== undefined)
}

/** What the parts were to do together; undefined for bare records, where nobody knows. */
function planOf(parts: readonly RunPart[], suites: readonly string[]): RunPlan | undefined {
  // What two runs of one shard were to do is to be done once.
  const settings = firsts(
    parts.flatMap((part) => part.settings ?? []),
    ({ id, shard }) => shard ?? id,
  )
  const known = [
    ...settings.flatMap(({ planned }) => suites.flatMap((suite) => planned[suite] ?? [])),
    ...parts.flatMap(({ planned }) => planned ?? []),
  ]
  const missing = missingShards(parts)
  if (known.length === 0 && missing.length === 0) return undefined
  const inTrials = parts.some(({ document, settings }) => (document?.run.trials ?? settings?.trials ?? 1) > 1)
  return { records: known.reduce((sum, records) => sum + records, 0), ...(inTrials && { inTrials }), missing }
}

/** The first of each key. */
function firsts<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
  return [...groupBy(entries, keyOf).values()].flatMap(([first]) => first ?? [])
}

/** Which parts of a sharded run a part is, as `2/4`: several where they were put together, none of a whole run. */
export function shardsOf({ document, settings }: RunPart): string[] {
  return (document?.run.shard ?? settings?.shard)?.split(' ') ?? []
}

/** Parts of a sharded run that are not there, as `2/4`. */
export function missingShards(parts: readonly RunPart[]): string[] {
  const shards = parts.flatMap(shardsOf)
  const count = Number(shards[0]?.split('/')[1] ?? 0)
  return Array.from({ length: count }, (_, index) => `${index + 1}/${count}`).filter((shard) => !shards.includes(shard))
}

/** The layout of the first part, with the tasks of all: a part may lack some. Of bare records alone the records say by what they are read. */
function mergePresentation(parts: readonly RunPart[], documents: readonly ScoresDocument[], figures: SuiteResult): Presentation {
  const { suite, roles } = figures
  const known = documents.flatMap(({ presentation }) => presentation?.[suite] ?? [])
  const tasks = new Map(known.flatMap((own) => own.tasks.map((task) => [task.task, task] as const)))
  return presentationOf(
    {
      roles,
      tasks: [...tasks.values()].map((task) => ({ ...task, items: 0 })),
      headline: known[0]?.headline ?? parts.flatMap(({ settings }) => settings?.headlines?.[suite] ?? [])[0] ?? figures.headline,
      display: known[0]?.display && { ...known[0].display, marks: Object.assign({}, ...known.map(({ display }) => display?.marks)) },
    },
    figures,
  )
}

/** The models of all parts. Of one that was killed its run.json names those of the roles that its suites call. */
function mergeRoles(parts: readonly RunPart[], called: readonly Role[]): ScoresDocument['run']['roles'] {
  const merged: ScoresDocument['run']['roles'] = {}
  for (const { document, settings } of parts) {
    const named = Object.entries(settings?.roles ?? {}).filter(([role]) => called.includes(role as Role))
    const roles =
      document?.run.roles ?? Object.fromEntries(named.map(([role, uri]) => [role, { model: uri, simulated: namesSimulated(uri) }]))
    for (const [role, part] of Object.entries(roles)) merged[role] = withRole(merged[role], part)
  }
  return merged
}

/** What the suites took in all parts; where a part does not tell its suites apart, what all of them took. */
function takenOf(documents: readonly ScoresDocument[], suites: readonly string[]): Pick<EndedRun, 'usage' | 'spent'> {
  const own = suites.map((suite) => [suite, documents.flatMap((document) => spentOn(document, suite) ?? [])] as const)
  const isWhole = documents.every((document) => Object.keys(document.suites).every((suite) => suites.includes(suite)))
  const isKnown = documents.every((document) => suites.some((suite) => spentOn(document, suite)))
  const usage = isWhole || !isKnown ? sumUsage(documents) : sumUsage(own.flatMap(([, parts]) => parts))
  // A part that ran nothing else says it of the whole.
  if (!isKnown || !documents.some(({ spent }) => spent)) return { usage }
  const spent = own.map(([suite, parts]) => {
    const times = (of: 'startedAt' | 'finishedAt') => parts.flatMap((part) => part[of] ?? []).sort()
    const [starts, ends] = [times('startedAt'), times('finishedAt')]
    const known = starts.length === parts.length && ends.length === parts.length
    return [suite, { ...(known && { startedAt: starts[0], finishedAt: ends.at(-1) }), usage: sumUsage(parts) }] as const
  })
  return { usage, spent: Object.fromEntries(spent) }
}

function sumUsage(parts: readonly Pick<ScoresDocument, 'usage'>[]): ScoresDocument['usage'] {
  const sum: ScoresDocument['usage'] = {}
  for (const [role, part] of parts.flatMap(({ usage }) => Object.entries(usage))) sum[role] = withUsage(sum[role], part)
  return sum
}

/** What a suite of a run took: all that the run took, where it had no other. Undefined where the run does not tell its suites apart. */
export function spentOn({ run, suites, usage, spent }: ScoresDocument, suite: string): SuiteSpent | undefined {
  if (spent?.[suite]) return spent[suite]
  if (Object.keys(suites).some((other) => other !== suite)) return undefined
  return { startedAt: run.startedAt, finishedAt: run.finishedAt, usage }
}

/** What a part is of: by its scores.json, or its run.json where it was killed before it had one; undefined for bare records. */
function factsOf({ document, settings }: RunPart, suite: string, roles: readonly Role[]) {
  const run = document?.run ?? settings
  if (!run) return undefined
  const { id, seed, doubt, limit, items, trials } = run
  const modelOf = (role: 'candidate' | 'judge') =>
    document ? document.run.roles[role]?.model : roles.includes(role) ? settings?.roles[role] : undefined
  const shard = document?.run.shard ?? settings?.shard
  return {
    id,
    name: shard ? `shard ${shard}` : `the run ${id}`,
    seed,
    data: document ? document.run.data[suite]?.sha256 : settings?.sha256[suite],
    /** Undefined where it was not called, or nobody knows. */
    models: [modelOf('candidate'), modelOf('judge')],
    doubt: doubt ?? undefined,
    limit: limit ?? undefined,
    /** Hash of the file that chose its items. */
    items: items?.sha256,
    like: { options: document ? document.run.options?.[suite] : settings?.suites[suite], trials },
    /** What else shapes the answers of its models; undefined where it has no run.json. */
    sampling: settings?.sampling && Object.fromEntries(roles.map((role) => [role, settings.sampling[role]])),
    comparable: document && comparableOf(document, suite),
  }
}

type PartFacts = NonNullable<ReturnType<typeof factsOf>>

/** What tells two runs apart that should be parts of one. */
function differenceOf(one: PartFacts, other: PartFacts): string | undefined {
  const [candidates, judges] = [0, 1].map((at) => [one.models[at], other.models[at]].filter((model) => model !== undefined))
  if (one.seed !== other.seed || one.data !== other.data) return 'their data or seed'
  if (new Set(candidates).size > 1) return 'their candidates'
  if (new Set(judges).size > 1) return 'their judges'
  if (one.sampling && other.sampling && !isDeepStrictEqual(one.sampling, other.sampling)) return 'the entries of their models'
  // Runs of other doubt compare, but of one run all records are left to people by one rule.
  if (one.doubt !== other.doubt) return 'their settings of HOLDFAST_DOUBT'
  if (one.limit !== other.limit || one.items !== other.items) return 'their settings of HOLDFAST_LIMIT or HOLDFAST_ITEMS'
  // A part that called no judge has none.
  const [a, b] = [one, other].map(({ comparable }) => comparable && { ...comparable, judge: undefined })
  const isAlike = a && b ? incomparable(a, b) === undefined : isDeepStrictEqual(one.like, other.like)
  return isAlike ? undefined : 'their options, trials or scoring'
}
