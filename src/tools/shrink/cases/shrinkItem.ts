import { type CasePart, type CaseSizes, isScored, sum } from '../../../kit.ts'
import type { ShrunkCase } from '../shrunkCase.ts'
import { type CaseCalls, unlessSpent } from './caseCalls.ts'
import { type ForTheReason, isUnscorable, noScore, type RepeatedCase, repeatCase, SPARE_RUNS } from './repeatedCase.ts'
import { type CaseItem, type CaseRun, caseParts, runCase, smallerItem } from './runCase.ts'
import { type CaseOutcome, type SmallestCase, smallestCase, wholeSizes } from './smallestCase.ts'

/** Runs that confirm a case are numbered from here, so that they are none of those that it was found by. */
const CONFIRMING = 100

/** How an item is made smaller. */
export interface ShrinkOptions {
  /** Runs of one case at most, where answers may differ. */
  readonly runs: number
  /** Names of parts that stay whole. */
  readonly keep?: readonly string[] | undefined
  /** Told of each case that was tried. */
  readonly tried?: ((tried: ShrunkCase['tried'][number], parts: readonly CasePart[]) => void) | undefined
}

/** What a search finds, without what names the item. */
export type FoundCase = Omit<ShrunkCase, 'schema' | 'suite' | 'item' | 'trial' | 'model' | 'simulated' | 'usd'>

/**
 * The smallest case of an item that still fails for the item's reason.
 *
 * A case fails for it where it is below its threshold and loses what the item lost most ({@link reasonOf}).
 * Where all calls are made at temperature 0 a case is run once, and the whole item and the smallest case once more by calls that
 * nothing answers from a cache, since servers differ at temperature 0 as well. Else a case fails where it does so beyond chance
 * (src/tools/shrink/beyondChance.ts), and the smallest case is confirmed by runs of its own: among many that were tried, one
 * may have failed by luck.
 *
 * @throws EndedEarly where the whole item could not be run as often as it takes.
 * @throws HoldfastError where too few of its runs have a score to tell whether it fails.
 */
export async function shrinkItem(item: CaseItem, calls: CaseCalls, { runs: most, keep, tried: tell }: ShrinkOptions): Promise<FoundCase> {
  const first = await runCase(item, [], {}, 0, calls)
  const parts = caseParts(item.opened, item.entry.item, first, { keep, keepsObjection: true })
  const whole = wholeSizes(parts)
  const tried: ShrunkCase['tried'] = []
  const note = (sizes: CaseSizes, { runs, failed, outcome }: RepeatedCase, again = false) => {
    const reason = runs.map((run) => run.reason).find((text) => text !== '')
    const smaller = Object.entries(sizes).filter(([name, size]) => parts.some((part) => part.name === name && size < part.size))
    const facts = { sizes: Object.fromEntries(smaller), runs: runs.length, failed, outcome }
    tried.push({ ...facts, ...(reason !== undefined && { reason }), ...(again && { again }) })
    tell?.(tried.at(-1) as (typeof tried)[number], parts)
  }
  const shown = ({ messages, tokens, reason, criteria }: CaseRun) => ({ messages: [...messages], tokens, reason, criteria })
  const found = (outcome: FoundCase['outcome'], before: CaseRun, after: CaseRun, smallest: SmallestCase): FoundCase => {
    const counts = { calls: calls.made, cached: calls.cached }
    return { outcome, parts: [...parts], ...smallest, before: shown(before), after: shown(after), tried, ...counts }
  }
  const { byChance, ...itself } = await runWhole(item, parts, first, most, calls)
  note(whole, itself)
  if (itself.outcome === 'unknown') throw noScore('shrink', item, itself.runs)
  const failures = itself.runs.filter(hasFailed)
  const [before] = failures
  if (itself.outcome !== 'fails' || !before) return found('chance', first, first, { sizes: whole, needed: [], cutShort: false })
  const isMeant = reasonOf(failures)
  const repeats = byChance ? most : 1
  const start = { sizes: whole, run: before }
  // Cases that failed, in the order they were found, each with a run that did.
  const failing = new Map([[keyOf(whole), start]])
  const known = new Map<string, CaseOutcome>()
  const test = async (sizes: CaseSizes): Promise<CaseOutcome> => {
    const key = keyOf(sizes)
    if (failing.has(key)) return 'fails'
    // What is no case does not fail, and takes no call.
    if (smallerItem(item, parts, sizes) === undefined) return 'passes'
    const told = known.get(key)
    if (told) return told
    const result = await repeatCase(item, { parts, sizes }, repeats, isMeant, calls)
    note(sizes, result)
    known.set(key, result.outcome)
    const run = result.runs.find((one) => hasFailed(one) && isMeant(one))
    if (result.outcome === 'fails' && run) failing.set(key, { sizes, run })
    return result.outcome
  }
  // Whether a case fails again; undefined where the budget does not allow to see.
  const confirm = async (sizes: CaseSizes): Promise<boolean | undefined> => {
    const result = await unlessSpent(repeatCase(item, { parts, sizes, first: CONFIRMING }, repeats, isMeant, calls))
    if (result) note(sizes, result, true)
    return result && result.outcome === 'fails'
  }
  for (;;) {
    const best = [...failing.values()].at(-1) ?? start
    const { sizes, needed, cutShort } = await smallestCase(parts, best.sizes, test)
    const key = keyOf(sizes)
    const { run } = failing.get(key) ?? start
    const isWhole = key === keyOf(whole)
    const confirmed = cutShort || isWhole ? true : await confirm(sizes)
    const result = { sizes, needed, cutShort: cutShort || confirmed === undefined }
    if (confirmed !== false) return found(isWhole ? 'whole' : 'shrunk', before, run, result)
    // It had failed by luck: on from the smallest case before it.
    failing.delete(key)
    known.set(key, 'passes')
  }
}

/** Runs of the whole item that tell whether it fails beyond chance, and whether chance has a part in it. */
async function runWhole(item: CaseItem, parts: readonly CasePart[], first: CaseRun, most: number, calls: CaseCalls) {
  const sizes = wholeSizes(parts)
  const runs = [first]
  while (runs.filter(isScored).length < (first.byChance ? 1 : 2) && !isUnscorable(runs, SPARE_RUNS)) {
    runs.push(await runCase(item, parts, sizes, runs.length, calls))
  }
  const scored = runs.filter(isScored)
  if (scored.length === 0) throw noScore('shrink', item, runs)
  if (!first.byChance && scored.length > 1 && scored.every(hasFailed))
    return { runs, failed: scored.length, outcome: 'fails' as const, byChance: false }
  const known = [...scored, ...runs.filter((run) => !isScored(run))]
  return { ...(await repeatCase(item, { parts, sizes }, most, hasFailed, calls, known)), byChance: true }
}

function hasFailed({ status }: Pick<CaseRun, 'status'>): boolean {
  return status === 'failed'
}

function keyOf(sizes: CaseSizes): string {
  return JSON.stringify(Object.entries(sizes).sort())
}

/** What of a run tells why it failed. */
type Why = Pick<CaseRun, 'lost' | 'scored'>

/**
 * The reason for which the whole item fails: of the points that all of these runs lost the one that they lost most, or where they share
 * none, any that one of them lost. Of several that were lost as much each is. A case fails for the same reason where it loses one of them:
 * one that loses a lesser point alone is another failure.
 *
 * A point may be named by a number that is smaller in a smaller case, as RefuteBench names a rating by the queries before it
 * (`R(c3,r0)`). So where the item has a score of a point's name and the case has none, a point counts as the same whose name differs in
 * numbers alone.
 *
 * @param failures runs of the whole item that failed, at least one.
 */
export function reasonOf(failures: readonly Why[]): ForTheReason {
  const points = failures.flatMap(({ lost }) => Object.keys(lost))
  const shared = points.filter((point) => failures.every(({ lost }) => Object.hasOwn(lost, point)))
  const lossOf = (point: string) => sum(failures.map(({ lost }) => lost[point] ?? 0))
  const most = Math.max(...shared.map(lossOf)) - 1e-9
  const meant = shared.length > 0 ? shared.filter((point) => lossOf(point) >= most) : points
  const named = new Set(failures.flatMap(({ scored }) => scored))
  return ({ lost: losses, scored }: Why) => {
    const lost = Object.keys(losses)
    // A verdict that tells of no points fails for the one reason there is.
    if (meant.length === 0) return true
    if (lost.some((point) => meant.includes(point))) return true
    const renamed = meant.filter((point) => named.has(point) && !scored.includes(point)).map(withoutNumbers)
    return lost.some((point) => renamed.includes(withoutNumbers(point)))
  }
}

function withoutNumbers(name: string): string {
  return name.replace(/\d+/g, '#')
}
