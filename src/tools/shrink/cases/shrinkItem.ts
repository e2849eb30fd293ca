import { type CasePart, type CaseSizes, isScored } from '../../../kit.ts'
import type { ShrunkCase } from '../shrunkCase.ts'
import { type CaseCalls, EndedEarly } from './caseCalls.ts'
import { type ForTheReason, isUnscorable, noScore, type RepeatedCase, type Repeats, repeatCase, SPARE_RUNS } from './repeatedCase.ts'
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
 * The reason is the set of points that the item lost; a case fails for it where it is below its threshold and loses one of them
 * ({@link reasonOf}).
 * Where all calls are made at temperature 0 a case is run once, and the whole item and the smallest case once more by calls that
 * nothing answers from a cache, since servers differ at temperature 0 as well. Else a case fails where it does so beyond chance
 * (src/tools/shrink/beyondChance.ts), and the smallest case is confirmed by runs of its own: among many that were tried, one
 * may have failed by luck.
 *
 * @throws EndedEarly where the whole item could not be run as often as it takes.
 * @throws HoldfastError where too few of its runs have a score to tell whether it fails.
 */
export async function shrinkItem(item: CaseItem, calls: CaseCalls, options: ShrinkOptions): Promise<FoundCase> {
  const first = await runCase(item, [], {}, 0, calls)
  const parts = caseParts(item.opened, item.entry.item, first, { keep: options.keep, keepsObjection: true })
  return new ShrinkSearch(item, parts, calls, options).run(first)
}

class ShrinkSearch {
  readonly #item: CaseItem
  readonly #parts: readonly CasePart[]
  readonly #calls: CaseCalls
  readonly #options: ShrinkOptions
  readonly #known = new Map<string, CaseOutcome>()
  readonly #tried: ShrunkCase['tried'] = []
  /** Cases that failed, in the order they were found, each with a run that did. */
  readonly #failing = new Map<string, { readonly sizes: CaseSizes; readonly run: CaseRun }>()
  #repeats: Repeats
  #isMeant: ForTheReason = () => true

  constructor(item: CaseItem, parts: readonly CasePart[], calls: CaseCalls, options: ShrinkOptions) {
    this.#item = item
    this.#parts = parts
    this.#calls = calls
    this.#options = options
    this.#repeats = { byChance: true, most: options.runs }
  }

  async run(first: CaseRun): Promise<FoundCase> {
    const whole = wholeSizes(this.#parts)
    const failing = await this.#failsItself(first, whole)
    if (!failing) return this.#found('chance', { before: first, after: first, sizes: whole, needed: [], cutShort: false })
    const start = { sizes: whole, run: failing }
    this.#failing.set(keyOf(whole), start)
    for (;;) {
      const best = [...this.#failing.values()].at(-1) ?? start
      const { sizes, needed, cutShort } = await smallestCase(this.#parts, best.sizes, (asked) => this.#test(asked))
      const key = keyOf(sizes)
      const { run } = this.#failing.get(key) ?? start
      const confirmed = cutShort || key === keyOf(whole) ? true : await this.#confirm(sizes)
      const result = { before: failing, after: run, sizes, needed, cutShort: cutShort || confirmed === undefined }
      if (confirmed !== false) return this.#found(key === keyOf(whole) ? 'whole' : 'shrunk', result)
      // It had failed by luck: on from the smallest case before it.
      this.#failing.delete(key)
      this.#known.set(key, 'passes')
    }
  }

  /** A run of the whole item that failed, if it fails beyond chance; sets the reason, and how often cases are run. */
  async #failsItself(first: CaseRun, whole: CaseSizes): Promise<CaseRun | undefined> {
    const runs = [first]
    while (runs.filter(isScored).length < (first.byChance ? 1 : 2) && !isUnscorable(runs, SPARE_RUNS)) {
      runs.push(await runCase(this.#item, this.#parts, whole, runs.length, this.#calls))
    }
    const isMeant = ({ status }: Pick<CaseRun, 'status'>) => status === 'failed'
    const scored = runs.filter(isScored)
    if (scored.length === 0) throw noScore('shrink', this.#item, runs)
    if (!first.byChance && scored.length > 1 && scored.every(isMeant)) this.#repeats = { byChance: false, most: 1 }
    const known = [...scored, ...runs.filter((run) => !isScored(run))]
    const result = this.#repeats.byChance
      ? await repeatCase(this.#item, { parts: this.#parts, sizes: whole }, this.#repeats, isMeant, this.#calls, known)
      : { runs, failed: scored.length, outcome: 'fails' as const }
    this.#note(whole, result)
    if (result.outcome === 'unknown') throw noScore('shrink', this.#item, result.runs)
    const failures = result.runs.filter(isMeant)
    if (result.outcome !== 'fails') return undefined
    this.#isMeant = reasonOf(failures)
    return failures[0]
  }

  async #test(sizes: CaseSizes): Promise<CaseOutcome> {
    const key = keyOf(sizes)
    if (this.#failing.has(key)) return 'fails'
    // What is no case does not fail, and takes no call.
    if (smallerItem(this.#item, this.#parts, sizes) === undefined) return 'passes'
    const before = this.#known.get(key)
    if (before) return before
    const result = await repeatCase(this.#item, { parts: this.#parts, sizes }, this.#repeats, this.#isMeant, this.#calls)
    this.#note(sizes, result)
    this.#known.set(key, result.outcome)
    const run = result.runs.find((one) => one.status === 'failed' && this.#isMeant(one))
    if (result.outcome === 'fails' && run) this.#failing.set(key, { sizes, run })
    return result.outcome
  }

  /** Whether a case fails again; undefined where the budget does not allow to see. */
  async #confirm(sizes: CaseSizes): Promise<boolean | undefined> {
    try {
      const place = { parts: this.#parts, sizes, first: CONFIRMING }
      const result = await repeatCase(this.#item, place, this.#repeats, this.#isMeant, this.#calls)
      this.#note(sizes, result, true)
      return result.outcome === 'fails'
    } catch (error) {
      if (error instanceof EndedEarly && error.why === 'budget') return undefined
      throw error
    }
  }

  #note(sizes: CaseSizes, { runs, failed, outcome }: RepeatedCase, again = false): void {
    const [reason] = runs.map((run) => run.reason).filter((text) => text !== '')
    const smaller = Object.entries(sizes).filter(([name, size]) => this.#parts.some((part) => part.name === name && size < part.size))
    const tried = {
      sizes: Object.fromEntries(smaller),
      runs: runs.length,
      failed,
      outcome,
      ...(reason !== undefined && { reason }),
      ...(again && { again }),
    }
    this.#tried.push(tried)
    this.#options.tried?.(tried, this.#parts)
  }

  #found(
    outcome: FoundCase['outcome'],
    { before, after, sizes, needed, cutShort }: SmallestCase & { readonly before: CaseRun; readonly after: CaseRun },
  ): FoundCase {
    const shown = ({ messages, tokens, reason, checks }: CaseRun) => ({ messages: [...messages], tokens, reason, checks })
    return {
      outcome,
      parts: [...this.#parts],
      sizes: { ...sizes },
      needed: [...needed],
      before: shown(before),
      after: shown(after),
      tried: this.#tried,
      calls: this.#calls.made,
      cached: this.#calls.cached,
      cutShort,
    }
  }
}

function keyOf(sizes: CaseSizes): string {
  return JSON.stringify(Object.entries(sizes).sort())
}

/** What of a run tells why it failed. */
type Why = Pick<CaseRun, 'lost' | 'scored'>

/**
 * The reason for which the whole item fails: the points that all of these runs lost, or where they share none, that any of them lost.
 * A case fails for the same reason where it loses one of them.
 *
 * A point may be named by a number that is smaller in a smaller case, as RefuteBench names a rating by the queries before it
 * (`R(c3,r0)`). So where the item has a score of a point's name and the case has none, a point counts as the same whose name differs in
 * numbers alone.
 *
 * @param failures runs of the whole item that failed, at least one.
 */
export function reasonOf(failures: readonly Why[]): ForTheReason {
  const [first, ...others] = failures.map(({ lost }) => lost)
  const shared = (first ?? []).filter((point) => others.every((lost) => lost.includes(point)))
  const meant = shared.length > 0 ? shared : failures.flatMap(({ lost }) => lost)
  const named = new Set(failures.flatMap(({ scored }) => scored))
  return ({ lost, scored }: Why) => {
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
