import fc from 'fast-check'
import type { CasePart, CaseSizes } from '../../../kit.ts'
import { EndedEarly } from './caseCalls.ts'

/** How a case ended: it failed for the item's reason, it did not, or it could not be scored. */
export type CaseOutcome = 'fails' | 'passes' | 'unknown'

/** Tries a case. The same sizes may be asked for again, which must cost nothing. Throws EndedEarly where no budget is left. */
export type CaseTest = (sizes: CaseSizes) => Promise<CaseOutcome>

/** The smallest case that a search has found. */
export interface SmallestCase {
  /** How much of each part it keeps, every part named. */
  readonly sizes: CaseSizes
  /** Parts without which, each alone, it does not fail. */
  readonly needed: readonly string[]
  /** Whether the budget ended the search. */
  readonly cutShort: boolean
}

/**
 * The smallest case that still fails, from a case that does. First in large steps: without any distractor, then without halves,
 * quarters and so on of what can be left out (ddmin: Zeller and Hildebrandt 2002, "Simplifying and isolating failure-inducing
 * input"). Then in small ones, by fast-check's shrinking of a record of whole numbers.
 *
 * What it ends with is a local minimum: no single part of it can be left out or cut to its least, and none cut by one more of its
 * unit. So it is also where failing does not grow with what is kept.
 *
 * @param from sizes of the case to begin with, which fails.
 * @throws EndedEarly where the command was stopped; a budget that ends cuts the search short.
 */
export async function smallestCase(parts: readonly CasePart[], from: CaseSizes, test: CaseTest): Promise<SmallestCase> {
  const search = new Search(parts, from, test)
  try {
    await search.inLargeSteps()
    await search.inSmallSteps()
    return { sizes: search.sizes, needed: await search.needed(), cutShort: false }
  } catch (error) {
    if (!(error instanceof EndedEarly) || error.why === 'stopped') throw error
    return { sizes: search.sizes, needed: search.known(), cutShort: true }
  }
}

/** The whole case: all there is of each part. */
export function wholeSizes(parts: readonly CasePart[]): CaseSizes {
  return Object.fromEntries(parts.map(({ name, size }) => [name, size]))
}

class Search {
  readonly #parts: readonly CasePart[]
  readonly #test: CaseTest
  readonly #needed = new Set<string>()
  sizes: CaseSizes

  constructor(parts: readonly CasePart[], from: CaseSizes, test: CaseTest) {
    // What does not belong to the matter goes first, what is cut by the unit last: other parts may make it short by themselves.
    this.#parts = [...parts].sort((one, other) => orderOf(one) - orderOf(other))
    this.#test = test
    this.sizes = { ...wholeSizes(parts), ...from }
  }

  async inLargeSteps(): Promise<void> {
    const distractors = this.#removable().filter(({ kind }) => kind === 'distractor')
    if (distractors.length > 1) await this.#without(distractors)
    for (let size = Math.ceil(this.#removable().length / 2); size > 1; ) {
      let smaller = false
      const left = this.#removable()
      for (let at = 0; at < left.length; at += size) {
        // Parts that went with an earlier group are no longer there.
        const group = left.slice(at, at + size).filter((part) => this.#of(part) > leastOf(part))
        if (group.length > 1 && (await this.#without(group))) smaller = true
      }
      size = smaller ? Math.min(size, Math.ceil(this.#removable().length / 2)) : Math.ceil(size / 2)
    }
  }

  async inSmallSteps(): Promise<void> {
    const arbitrary = fc.record(
      Object.fromEntries(this.#parts.map((part) => [part.name, fc.integer({ min: leastOf(part), max: part.size })])),
    )
    type Shrinking = { readonly value: CaseSizes; readonly context: unknown }
    let at: Shrinking = { value: this.sizes, context: undefined }
    for (let next: Shrinking | undefined = at; next; ) {
      at = next
      next = undefined
      for (const { value, context } of arbitrary.shrink(at.value, at.context)) {
        if (!(await this.#takes(value))) continue
        next = { value, context }
        break
      }
      // What failed to get smaller before may do so now that other parts are smaller.
      if (!next && (await this.#byOne())) next = { value: this.sizes, context: undefined }
    }
  }

  async needed(): Promise<string[]> {
    // Of what cannot be scored nobody knows whether it would fail.
    for (const part of this.#removable()) if ((await this.#test(this.#cut([part]))) === 'passes') this.#needed.add(part.name)
    return this.known()
  }

  /** The needed parts that are known so far. */
  known(): string[] {
    return [...this.#needed]
  }

  /** Looks for any single part that can still be left out, or cut by one. */
  async #byOne(): Promise<boolean> {
    for (const part of this.#removable()) {
      if (await this.#without([part])) return true
      if (this.#of(part) - 1 > leastOf(part) && (await this.#takes({ ...this.sizes, [part.name]: this.#of(part) - 1 }))) return true
    }
    return false
  }

  #of({ name, size }: CasePart): number {
    return this.sizes[name] ?? size
  }

  /** Parts of which there is something left to take away. */
  #removable(): CasePart[] {
    return this.#parts.filter((part) => this.#of(part) > leastOf(part))
  }

  #cut(parts: readonly CasePart[]): CaseSizes {
    return { ...this.sizes, ...Object.fromEntries(parts.map((part) => [part.name, leastOf(part)])) }
  }

  #without(parts: readonly CasePart[]): Promise<boolean> {
    return this.#takes(this.#cut(parts))
  }

  /** Goes on from a case if it fails. */
  async #takes(sizes: CaseSizes): Promise<boolean> {
    if ((await this.#test(sizes)) !== 'fails') return false
    this.sizes = sizes
    return true
  }
}

function orderOf({ kind, size, least = 0 }: CasePart): number {
  if (kind === 'distractor') return 0
  return size - least > 1 ? 2 : 1
}

/** The least that may be left of a part. */
export function leastOf({ least = 0 }: CasePart): number {
  return least
}
