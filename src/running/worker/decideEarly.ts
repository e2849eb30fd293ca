import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { groupBy } from '../../core/base/collections.ts'
import { parseJson } from '../../core/base/data/parseJson.ts'
import { orUndefined } from '../../core/base/errors.ts'
import { makeOwnFolder } from '../../core/base/files/makeFolder.ts'
import type { Signal } from '../../core/base/platformTypes.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import type { Shard } from '../../core/config/schedulerShard.ts'
import type { EarlyProgress } from '../../core/format/itemResult.ts'
import { BATCH_DEFAULTS, usesBatch } from '../../core/format/modelEntry.ts'
import { isAtOpenAI } from '../../core/format/modelUri.ts'
import { DECIDED, type ItemRecord, itemRecord, stoppedByBudget, stoppedWithRun, trialKey, wasNotNeeded } from '../../core/format/records.ts'
import { readItemRecords, runFolder } from '../../core/format/runFolder.ts'
import type { EarlyPlan } from '../../core/format/suitePlan.ts'
import { EarlyDecision, type EarlyDecisionInput } from '../../deciding/early/earlyDecision.ts'
import { alphaOf, EARLY_RISK, earlyRules } from '../../deciding/early/earlyRules.ts'
import { type DueItem, earlyUnits } from '../../deciding/early/earlyUnits.ts'
import { NEEDED, nextWave, type WavesBy, wavePrices } from '../../deciding/early/waves.ts'
import { alikeBy, printedVerdicts } from '../../deciding/figures.ts'
import { type AlikeBy, runsAlike } from '../../deciding/lastRun.ts'
import type { SuiteRules } from '../../deciding/suiteRules.ts'
import { NewLines } from '../newLines.ts'
import { type PlannedItem, plainTags } from './selectItems.ts'
import type { Opened, Suite } from './suite.ts'
import { WaveGate } from './waveGate.ts'

/**
 * Puts a suite's items (`selected`: of all parts) in the order in which its gates are decided. Without an order nothing ends early, and items
 * begin as ever. @throws HoldfastError for files that cannot be read.
 */
export async function orderEarly(
  suite: Suite,
  opened: Opened,
  selected: readonly PlannedItem<unknown>[],
  config: ResolvedConfig,
  { own, ...made }: Pick<AlikeBy, 'data' | 'options'> & { readonly own: readonly { readonly id: string }[] },
) {
  const known = await suite.rules()
  const due = dueItems(opened, selected)
  const { rules, waiting: cannot } = earlyRules(known, due, config.gates, config.root)
  const empty = rules.filter(({ mean }) => !due.some((item) => mean.cellOf(item) !== undefined))
  const waiting = [...cannot, ...empty.map(({ key, kind }) => ({ rule: `${key} ${kind}`, why: 'is over no item of this run' }))]
  const keptBy: EarlyPlan['keptBy'] = config.exportsBatch ? 'batch' : isPart(config) && config.shared === undefined ? 'parts' : undefined
  const planned = { rules: rules.length + cannot.length, waiting, risk: EARLY_RISK, keptBy, isPart: isPart(config) || undefined }
  const plan = (units: number, kept: EarlyPlan['keptBy'] = keptBy): EarlyPlan => ({ ...planned, keptBy: kept, units })
  if (rules.length === 0 || waiting.length > 0 || keptBy) return { plan: plan(0) }
  const runs = earlierRuns(known, alikeBy({ ...made, roles: suite.roles, scoring: suite.scoring, trials: config.trials }, config), config)
  const units = earlyUnits(due, { rules, seed: config.seed, earlier: runs })
  const before = config.resume ? readItemRecords(runFolder(config.out).items).filter((record) => record.suite === suite.name) : []
  const foretold = new Map(units.flat().map((item) => [item.item, item.foretold]))
  // Only what was known before the first call may be used.
  if (before.some((record) => record.unit !== undefined && !isDeepStrictEqual(record.foretold, foretold.get(record.item))))
    return { plan: plan(0, 'runs') }
  const order = units.map((own) =>
    own.map(({ entry, unit, size, foretold }) => ({ ...entry, drawn: { unit, size, ...(foretold && { foretold }) } })),
  )
  const items = units.flat()
  const input = {
    rules,
    items,
    trials: config.trials,
    alpha: alphaOf(config.gates),
    printed: printedVerdicts(known, config),
    everyGate: config.gates?.everyGate,
  }
  return {
    plan: plan(order.length),
    /** All items, of all parts, in the order in which they begin. */
    // What is not run takes no time, wherever it stands.
    order: [...order, selected.filter(({ item }) => opened.skip?.(item) !== undefined)],
    run: followed(input, before, {
      feed: feedOf(suite.name, config),
      waves: wavesOf(config, opened, units, own),
      concurrency: config.concurrency,
    }),
  }
}

/** An item that is to run, with what is planned of it. */
interface DueEntry extends DueItem, Pick<PlannedItem<unknown>, 'prefix'> {
  readonly entry: PlannedItem<unknown>
}

/** The items that are not known to be skipped. */
export function dueItems(opened: Opened, selected: readonly PlannedItem<unknown>[]): DueEntry[] {
  return selected
    .filter(({ item }) => opened.skip?.(item) === undefined)
    .map((entry) => ({
      item: entry.id,
      task: entry.task,
      tags: plainTags(opened.tags?.(entry.item) ?? {}),
      clusters: opened.clusters?.(entry.item),
      prefix: entry.prefix,
      entry,
    }))
}

/** The items of one part in the order of all, those of a unit together. */
export function groupsOf<Entry extends { readonly id: string }>(
  order: readonly (readonly Entry[])[],
  own: readonly { readonly id: string }[],
): Entry[][] {
  const ids = new Set(own.map(({ id }) => id))
  return order.map((unit) => unit.filter(({ id }) => ids.has(id))).filter((unit) => unit.length > 0)
}

/** Whether other processes run items of the same order. */
function isPart({ shard }: ResolvedConfig): boolean {
  return shard !== undefined && shard.count > 1
}

/** What parts tell each other, where they share a folder. */
function feedOf(suite: string, config: ResolvedConfig): PartsFeed | undefined {
  const { shared, shard, resume } = config
  return shared !== undefined && shard && isPart(config) ? new PartsFeed(shared, suite, shard, resume) : undefined
}

/** Earlier runs that tell what to expect. */
const EARLIER = 5

/** Records of the newest runs that were made alike and had begun before this one, which may be one that goes on. */
function earlierRuns(rules: SuiteRules, by: AlikeBy | undefined, { startedAt }: ResolvedConfig): (readonly ItemRecord[])[] {
  const found: (readonly ItemRecord[])[] = []
  // A run that cannot be read tells nothing.
  return (
    orUndefined(() => {
      for (const { document, records } of by ? runsAlike(rules, by) : []) {
        if (document.run.startedAt < startedAt) found.push(records)
        if (found.length === EARLIER) break
      }
      return found
    }) ?? found
  )
}

/** What the sizes of waves are chosen by. */
interface WavesOf extends Pick<WavesBy, 'priceOf' | 'share' | 'units'> {
  /** Items of each unit that this process runs, all trials together. */
  readonly counts: readonly number[]
}

/** Undefined where all calls are made directly: then items begin as soon as there is room. */
function wavesOf(
  config: ResolvedConfig,
  opened: Opened,
  units: readonly (readonly DueEntry[])[],
  own: readonly { readonly id: string }[],
): WavesOf | undefined {
  if (!Object.values(config.roles).some((entry) => usesBatch(entry))) return undefined
  const ids = new Set(own.map(({ id }) => id))
  return {
    counts: units.map((unit) => config.trials * unit.filter(({ item }) => ids.has(item)).length),
    units: units.length,
    ...unitPrices(config, opened, units),
  }
}

/** What units of items cost in one wave, and what of that is paid by batch: of models that are not called so, what it would be. */
export function unitPrices(
  { roles }: ResolvedConfig,
  opened: Opened,
  units: readonly (readonly DueEntry[])[],
): Pick<WavesBy, 'priceOf' | 'share'> {
  const shares = Object.values(roles).flatMap((entry) => (usesBatch(entry) ? [entry.batch?.share ?? BATCH_DEFAULTS.share] : []))
  const uses = units.map((unit) =>
    unit.map(({ prefix, entry }) => {
      const { total, prefix: shared, of = prefix } = opened.tokens?.(entry.item) ?? { total: 1, prefix: 0 }
      return { prefix: of, shared, own: total - shared }
    }),
  )
  const { candidate } = roles
  const { in: whole = 1, cachedIn = whole } = candidate?.price ?? {}
  const keepsPrefixes = candidate?.batch?.keepsPrefixes ?? (candidate !== undefined && isAtOpenAI(candidate))
  return {
    priceOf: wavePrices(uses, whole > 0 ? cachedIn / whole : 1, keepsPrefixes),
    share: shares.length === 0 ? BATCH_DEFAULTS.share : Math.max(...shares),
  }
}

/**
 * Lets a direct call's item begin once the decision will probably need it, and a call is free for it: what is under way when the decision
 * falls is paid for, and it is looked for in the drawn order, so that later items must not come before earlier ones.
 */
function neededGate(
  decision: EarlyDecision,
  { items, trials }: Pick<EarlyDecisionInput, 'items' | 'trials'>,
  { concurrency, canEnd }: { readonly concurrency: number; readonly canEnd: () => boolean },
) {
  const counts = [...groupBy(items, ({ unit }) => unit).values()].map((own) => trials * own.length)
  const isNeeded = (unit: number) => unit - decision.units < NEEDED.least || decision.openAfter(unit) >= NEEDED.chance
  const next = (from: number, open: number) => {
    if (decision.isDecided || !canEnd()) return undefined
    let [to, under] = [from, open]
    for (; to < counts.length && under < concurrency && isNeeded(to); to += 1) under += counts[to] ?? 0
    return { to }
  }
  return new WaveGate(counts, next, true)
}

/** Follows the gates of a suite while it runs. @param earlier records of the run that is being finished. @param feed what other parts of the job tell. @param waves none for direct calls. */
function followed(
  input: EarlyDecisionInput,
  earlier: readonly ItemRecord[],
  { feed, waves, concurrency }: { readonly feed: PartsFeed | undefined; readonly waves: WavesOf | undefined; readonly concurrency: number },
) {
  const decision = new EarlyDecision(input)
  const openAfter = (units: number) => decision.openAfter(units)
  // Without an item that never begins nothing is decided.
  let isFiltered = false
  const gate = waves
    ? new WaveGate(waves.counts, (from) => (decision.isDecided ? undefined : nextWave({ ...waves, from, openAfter })))
    : // Other parts may be slower: what they have not told yet holds nobody up.
      feed
      ? undefined
      : neededGate(decision, input, { concurrency, canEnd: () => !isFiltered })
  const ran = feed && earlier.some(wasNotNeeded) ? ranBefore(earlier) : decidedBefore(input, earlier)
  return {
    /** Why an item that is about to begin need not be run; undefined while any rule is open. */
    undue: ({ id, drawn }: Pick<PlannedItem<unknown>, 'id' | 'drawn'>, trial: number): string | undefined => {
      if (!drawn) return undefined
      if (ran) return ran.has(placeOf(id, trial)) ? undefined : DECIDED
      for (const record of feed?.news() ?? []) if (!wasNotNeeded(record)) decision.add(record)
      return decision.isDecided ? DECIDED : undefined
    },
    /** Takes in an item of one trial that has ended; tells how the rules stand then. */
    add: (record: ItemRecord): EarlyProgress => {
      if (!wasNotNeeded(record)) {
        decision.add(record)
        if (record.unit !== undefined && !stoppedWithRun(record) && !stoppedByBudget(record)) feed?.add(record)
      }
      if (record.unit !== undefined) gate?.ended(record.unit)
      const { standings } = decision
      const decided = standings.filter(({ verdict }) => verdict !== undefined).length
      return { decided, rules: standings.length, risk: Math.max(...standings.map(({ risk }) => risk)) }
    },
    /** Counts an item of one trial that never begins. */
    gone: (unit: number | undefined) => {
      isFiltered ||= unit !== undefined
      if (unit !== undefined) gate?.ended(unit)
    },
    /** Resolves when an item may begin, where they go in waves, or the run is stopped. */
    admitted: async ({ prefix, drawn }: Pick<PlannedItem<unknown>, 'prefix' | 'drawn'>, stopping: Signal) => {
      if (drawn?.unit !== undefined) await gate?.admitted(drawn.unit, prefix, stopping)
    },
    /** Whether calls of items that begin now are made directly although a model is called by batch: so few are cheaper than a wait. */
    get isDirect() {
      return gate?.wave.isDirect ?? false
    },
  }
}

/** What ran before a run that was decided was stopped: recorded again, and no other begins. Undefined for an open run, or one with errors. */
function decidedBefore(input: EarlyDecisionInput, earlier: readonly ItemRecord[]): ReadonlySet<string> | undefined {
  const ran = earlier.filter((record) => !wasNotNeeded(record) && !stoppedWithRun(record))
  if (ran.some(({ status }) => status === 'error')) return undefined
  const decision = new EarlyDecision(input)
  for (const record of ran) decision.add(record)
  return decision.isDecided ? ranBefore(ran) : undefined
}

/** Of a part that had been told that every rule is decided: what it had run by then. */
function ranBefore(earlier: readonly ItemRecord[]): ReadonlySet<string> {
  return new Set(earlier.flatMap((record) => (wasNotNeeded(record) ? [] : [placeOf(record.item, record.trial)])))
}

function placeOf(item: string, trial: number): string {
  return trialKey({ suite: '', item, trial })
}

/**
 * Records that parts of a job tell each other: each part writes `early/<suite>.<part>.jsonl` in the shared folder and reads the others'
 * news. Wrong ones can end a run too soon but decide nothing: the merge goes by the parts' own records.
 */
class PartsFeed {
  readonly #own: string
  readonly #others: readonly NewLines[]

  /** @param shared one job's own folder. @param isResumed whether what this part told stands. @throws HoldfastError where it cannot be written. */
  constructor(shared: string, suite: string, { index, count }: Shard, isResumed: boolean) {
    const folder = join(shared, 'early')
    makeOwnFolder(shared)
    makeOwnFolder(folder)
    const pathOf = (part: number) => join(folder, `${encodeURIComponent(suite)}.${part}-of-${count}.jsonl`)
    this.#own = pathOf(index)
    if (!isResumed || !existsSync(this.#own)) writeFileSync(this.#own, '')
    this.#others = Array.from({ length: count }, (_, at) => at + 1)
      .filter((part) => part !== index)
      .map((part) => new NewLines(pathOf(part)))
  }

  /** Tells the others of an item that ended: its figures, and no text of a model. What cannot be told costs no more than time. */
  add({ reason: _reason, error: _error, ...record }: ItemRecord): void {
    orUndefined(() => appendFileSync(this.#own, `${JSON.stringify(record)}\n`))
  }

  /** What the others told since the last time. */
  news(): ItemRecord[] {
    const told = this.#others.flatMap((other) => other.take())
    // What is no record tells nothing.
    return told.flatMap((line) => itemRecord.safeParse(orUndefined(() => parseJson(line))).data ?? [])
  }
}
